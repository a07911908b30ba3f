import GRDB
public import Tasks

extension TaskStore {
  /// Takes one change back, whatever it was, and writes that as a change of its own. Undone twice, it is undone once.
  ///
  /// Throws ``StoreError/conflict(_:)`` when what it was about was changed since or there is no way back, and
  /// ``StoreError/gone(_:)`` when that lies in the trash. Of a change of several tasks, those that were changed since stay
  /// as they are.
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
