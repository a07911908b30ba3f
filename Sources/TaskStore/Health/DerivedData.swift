/// Data that is stored beside the rows from which it follows, and that can be rebuilt from them.
public enum DerivedData: Hashable, Sendable {
  /// The numbers of open, completed and deleted tasks in the row of a list.
  case taskCounts(list: Int64)
  /// The number of tasks and bytes in the row of a list, for quotas.
  case storedSize(list: Int64)
  /// The last change in the row of a list.
  case revision(list: Int64)
  /// The tags of a list's tasks, in `task_tags`.
  case tags(list: Int64)
  /// The items in the trash of an account, in `trashed_tasks` and `trash_counts`.
  case trash(account: Int64)
  /// The numbers of open and completed tasks in the row of a source.
  case copyCounts(source: Int64)
  /// The number of bytes in the row of a source.
  case copySize(source: Int64)
  /// The index of words.
  case searchIndex

  /// That it is wrong, in one line for the log.
  var finding: String {
    switch self {
    case .taskCounts(let list): "list \(list) counts its tasks wrongly"
    case .storedSize(let list): "list \(list) counts its stored bytes wrongly"
    case .revision(let list): "list \(list) does not know its last change"
    case .tags(let list): "the tags of list \(list) do not match its tasks"
    case .trash(let account): "the trash of account \(account) does not match its tasks"
    case .copyCounts(let source): "source \(source) counts its copy's tasks wrongly"
    case .copySize(let source): "source \(source) counts its copy's bytes wrongly"
    case .searchIndex: "the index of words does not match the tasks"
    }
  }

  /// What it is, for "Rebuilt …".
  public var name: String {
    switch self {
    case .taskCounts(let list): "the task counts of list \(list)"
    case .storedSize(let list): "the stored size of list \(list)"
    case .revision(let list): "the last change of list \(list)"
    case .tags(let list): "the tags of list \(list)"
    case .trash(let account): "the trash of account \(account)"
    case .copyCounts(let source): "the task counts of source \(source)"
    case .copySize(let source): "the stored size of source \(source)"
    case .searchIndex: "the index of words"
    }
  }
}
