package import Tasks

package struct Written: Hashable, Sendable {
  /// The change to report, with an undo. If there was nothing to do, the earlier change with the same effect; nil if unknown.
  package let change: ChangeID?
  package let acted: Bool
  /// The list that was created or changed, or that contains the task now.
  package let list: ListID
  /// The added tasks, in the order given, or the affected task.
  package let tasks: [TaskID]

  package let section: SectionID?

  init(change: ChangeID?, acted: Bool = true, list: ListID, tasks: [TaskID] = [], section: SectionID? = nil) {
    (self.section, self.change, self.acted, self.list, self.tasks) = (section, change, acted, list, tasks)
  }
}

/// The result of an undo, and the place that shows it.
package struct Undone: Hashable, Sendable {
  /// The undo's own change, which can be undone in turn; nil if there was nothing left to revert.
  package let change: ChangeID?
  package let place: Place

  package enum Place: Hashable, Sendable {
    case overview
    case list(ListID)
    case row(TaskID, in: ListID)
    case task(TaskID, in: ListID)
    case trash
  }
}
