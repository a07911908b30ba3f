/// What shows the effect of an undo.
package enum UndoTarget: Hashable, Sendable {
  case overview
  case list(ListID)
  case row(TaskID, in: ListID)
  case task(TaskID, in: ListID)
  case trash

  /// The row instead of the task's page, where the button of the row was pressed: it shows the effect itself.
  package var inRow: Self {
    if case .task(let task, let list) = self { .row(task, in: list) } else { self }
  }
}
