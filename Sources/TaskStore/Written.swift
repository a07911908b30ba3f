public import Tasks

/// The result of a write.
public struct Written: Hashable, Sendable {
  /// The change to report, with an undo. If there was nothing to do, the earlier change with the same effect; nil if unknown.
  public let change: ChangeID?
  /// Whether this write changed anything.
  public let acted: Bool
  /// The list that was created or changed, or that contains the task now.
  public let list: ListID
  /// The added tasks, in the order given, or the affected task.
  public let tasks: [TaskID]

  /// The section that was added or changed.
  public let section: SectionID?

  init(change: ChangeID?, acted: Bool = true, list: ListID, tasks: [TaskID] = [], section: SectionID? = nil) {
    self.section = section
    self.change = change
    self.acted = acted
    self.list = list
    self.tasks = tasks
  }
}

/// The result of an undo, and the place that shows it.
public struct Undone: Hashable, Sendable {
  /// The undo's own change, which can be undone in turn; nil if there was nothing left to revert.
  public let change: ChangeID?
  /// The page to show next.
  public let place: Place

  /// The place that shows the effect of an undo.
  public enum Place: Hashable, Sendable {
    case overview
    case list(ListID)
    case row(TaskID, in: ListID)
    case task(TaskID, in: ListID)
    case trash
  }
}
