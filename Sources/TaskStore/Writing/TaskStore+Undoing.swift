import GRDB
public import Tasks

extension TaskStore {
  /// Reverts one change of any kind and records that as a new change. Undoing a change that is undone already has no effect.
  ///
  /// Of a change of several tasks, the tasks that were changed since are left as they are.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if the change's subject was changed since or the change cannot be undone, and
  ///   ``StoreError/gone(_:)`` if its subject is in the trash.
  @discardableResult
  public func undo(_ change: ChangeID, for account: AccountID) async throws(StoreError) -> Undone {
    try await write(for: account) { write in
      let undo = try Undo(change, write)
      try undo.requireAllowed()
      if undo.isUndone { return Undone(change: nil, place: try undo.place()) }
      try undo.requireListsThere()
      if let deletion = undo.deletion {
        return Undone(change: try undo.restore(deletion), place: try undo.place())
      }
      let rows = try undo.rowsToRestore()
      guard !rows.isEmpty else { return Undone(change: nil, place: try undo.place()) }
      let undoing = try undo.restore(rows)
      return Undone(change: undoing, place: try undo.place())
    }
  }
}
