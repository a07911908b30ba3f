public import Tasks

/// All that a list's page tells beside its tasks, as it was at one moment.
public struct ListHeaderData: Hashable, Sendable {
  /// The list.
  public let list: ListSummary
  /// What it shows; nil for a list of one's own.
  public let source: Source?
  /// Names what is told of the account's lists beside each other.
  public let lists: ListsRevision
  /// How many of its open tasks were due before today.
  public let late: Int
  /// How many are due from today on, within seven days.
  public let dueSoon: Int
}

/// All that a page of the overview tells beside the lists' tasks, as it was at one moment.
public struct ListsHeaderData: Hashable, Sendable {
  /// The account's lists on that page, without those in the trash.
  public let lists: ListsPage
  /// Names what is told of them.
  public let revision: ListsRevision
  /// What those show that come from elsewhere.
  public let sources: [ListID: Source]
  /// The form that was kept last for the account, under whichever session; nil where none is.
  public var kept: SavedDraftID? { newestDraft?.id }

  var newestDraft: NewestDraft?
}

/// All that a task's page tells beside its list's other tasks, as it was at one moment.
public struct TaskHeaderData: Hashable, Sendable {
  /// The task.
  public let task: TaskDetail
  /// Its list.
  public let list: ListSummary
  /// The lists that it can move to, on their first page; its own among them.
  public let choices: ListChoices
  /// Where the task stands among the open ones of its list, or would if it was open.
  public let place: RowPosition
  /// Names all that is told of them, and of the task.
  public let revision: ListsRevision
}
