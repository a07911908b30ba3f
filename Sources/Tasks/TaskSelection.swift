/// The tasks that are changed together.
package enum TaskSelection: Hashable, Sendable {
  /// Chosen tasks, of one list, or of any with nil.
  case tasks([TaskID], in: ListID?)
  case open(in: ListID)
  /// All tasks that a search finds; without text, all that a filter covers.
  case matches(of: String?, in: TaskFilter)

  /// The list that the tasks have to be in; nil for tasks of any list.
  package var list: ListID? {
    switch self {
    case .tasks(_, let list): list
    case .open(let list): list
    case .matches: nil
    }
  }
}

/// What is done to several tasks at once.
package enum BulkChange: Hashable, Sendable {
  /// Completes them. Those that repeat are followed by the tasks of their next dates after a day, the reader's today.
  case complete(on: Day)
  /// Sets or removes their due date.
  case due(Day?)
  /// Lets them repeat, each from its due date or else from a day, the reader's today; with nil, they repeat no more. Completed tasks
  /// are left as they are.
  case repeats(RecurrenceDraft?, from: Day)
  /// Adds a tag to them.
  case addTag(Tag)
  /// Replaces a tag by another one, or removes it.
  case replaceTag(Tag, by: Tag?)
  /// Gives them to a member of their list, or to nobody.
  case assign(to: AccountID?)
  /// Sets their priority.
  case priority(Priority)
  /// Moves them to the top of another list, in their order.
  case move(to: ListID)
  /// Moves them to the trash.
  case delete
}
