package import Tasks

package struct Written: Hashable, Sendable {
  /// The change to report, with an undo. If there was nothing to do, the earlier change with the same effect; nil if unknown.
  package let change: ChangeID?
  package let isNew: Bool
  /// The list that was created or changed, or that contains the task now.
  package let list: ListID
  /// The added tasks, in the order given, or the affected task.
  package let tasks: [TaskID]

  package let section: SectionID?

  init(change: ChangeID?, isNew: Bool = true, list: ListID, tasks: [TaskID] = [], section: SectionID? = nil) {
    (self.section, self.change, self.isNew, self.list, self.tasks) = (section, change, isNew, list, tasks)
  }
}

/// The result of an undo, and what shows it.
package struct Undone: Hashable, Sendable {
  /// The undo's own change, which can be undone in turn; nil if there was nothing left to revert.
  package let change: ChangeID?
  package let target: UndoTarget
}
