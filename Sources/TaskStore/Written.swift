public import Tasks

/// What a write did.
public struct Written: Hashable, Sendable {
  /// The change to tell and to offer undoing. When nothing was to do it is the change that had done it before, if that is
  /// known, or else nil.
  public let change: ChangeID?
  /// Whether something was written now.
  public let acted: Bool
  /// The list that was made or changed, or that the task is in now.
  public let list: ListID
  /// The tasks that were added, in the order given, or the one task.
  public let tasks: [TaskID]
  /// After a task went to the trash: the open task that stands in its place now, or else the one above it.
  public let beside: TaskID?

  init(change: ChangeID?, acted: Bool = true, list: ListID, tasks: [TaskID] = [], beside: TaskID? = nil) {
    self.change = change
    self.acted = acted
    self.list = list
    self.tasks = tasks
    self.beside = beside
  }
}

/// What an undo did, and where to look at it.
public struct Undone: Hashable, Sendable {
  /// The undo's own change, which can be undone as well; nil when there was nothing left to take back.
  public let change: ChangeID?
  /// What to show next.
  public let place: Place

  /// Where the effect of an undo is to be seen.
  public enum Place: Hashable, Sendable {
    /// All lists.
    case overview
    /// A list.
    case list(ListID)
    /// A task's row in its list.
    case row(TaskID, in: ListID)
    /// A task's own page.
    case task(TaskID, in: ListID)
    /// The trash.
    case trash
  }
}
