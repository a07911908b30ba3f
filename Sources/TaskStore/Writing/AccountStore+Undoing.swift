import GRDB
package import Tasks

extension AccountStore {
  /// Reverts one change of any kind and records that as a new change. Undoing a change that is undone already has no effect.
  ///
  /// A change of a batch is reverted with all others of it, as a new batch. Of a change of several tasks, the tasks that were
  /// changed since are left as they are; of a batch, tasks of which a change can't be undone any more.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if the change's subject was changed since or the change cannot be undone, and
  ///   ``StoreError/gone(_:)`` if its subject is in the trash.
  @discardableResult package func undo(_ change: ChangeID) async throws(Problem) -> Undone {
    try await write { write in
      let undo = try Undo(change, write)
      let undoing = try undo.batch.map { try write.undo(batch: $0) } ?? undo.perform()
      return Undone(change: undoing, target: try undo.target())
    }
  }
}

extension Undo {
  /// Reverts the change. Returns nil if there is nothing left to revert.
  fileprivate func perform() throws -> ChangeID? {
    try requireAllowed()
    if isUndone { return nil }
    try requireListsThere()
    if let deletion { return try restore(deletion) }
    let rows = try rowsToRestore()
    return rows.isEmpty ? nil : try restore(rows)
  }
}

extension Write {
  /// Reverts the changes of a batch, the last one first. Returns the first change of the new batch; nil if nothing is left to revert.
  ///
  /// - Throws: The error of the batch's first change if none can be undone, and that of any change if another one is of the same task: a
  ///   task is reverted as a whole.
  func undo(batch: ChangeID) throws -> ChangeID? {
    let undoing = try nextChange()
    let changes = try db.rows(BatchQuery.changes, [batch.value]) { (id: $0.id(0) as ChangeID, isWhole: $0[1] as Bool) }
    var (first, refusal): (ChangeID?, StoreError?)
    var isUndone = false
    for (change, isWhole) in changes {
      do {
        var undo = try Undo(change, self)
        undo.undoingBatch = undoing
        let own = try undo.perform()
        first = first ?? own
        isUndone = true
      } catch let error as StoreError {
        switch error {
        // Thrown before anything is written.
        case .conflict, .gone:
          if !isWhole { throw error }
          refusal = error
        case .notFound, .forbidden, .repeated, .taken, .limit, .unavailable, .cancelled, .internal: throw error
        }
      }
    }
    if !isUndone, let refusal { throw refusal }
    return first
  }
}

enum BatchQuery {
  /// The last one first, so that the first change of the batch decides on the error if none can be undone. And whether a change is all that
  /// the batch did to its task.
  static let changes = """
    SELECT c.id, c.task IS NULL OR (SELECT count(*) FROM changes o WHERE o.batch = c.batch AND o.task = c.task) = 1
    FROM changes c WHERE c.batch = ? ORDER BY c.id DESC
    """
}

extension AccountStore {
  /// Makes changes of the account one batch, which one undo reverts: what one press has saved and done.
  ///
  /// Changes that were undone, or are part of a batch already, are left as they are.
  package func join(_ changes: [ChangeID]) async throws(Problem) {
    guard let first = changes.min(), Set(changes).count > 1 else { return }
    try await write { write in try write.run(JoinQuery.join, [first.value, changes.json, account.value]) }
  }
}

enum JoinQuery {
  static let join = """
    UPDATE changes SET batch = ?1
    WHERE id IN (SELECT value FROM json_each(?2)) AND account = ?3 AND batch IS NULL AND undone IS NULL
    """
}
