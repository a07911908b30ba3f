import GRDB
public import Tasks

extension TaskStore {
  /// Makes changes of the account one batch, which one undo reverts: what one press has saved and done.
  ///
  /// Changes that were undone, or are part of a batch already, are left as they are.
  public func join(_ changes: [ChangeID], for account: AccountID) async throws(StoreError) {
    let ids = "[\(changes.map(\.description).joined(separator: ","))]"
    guard let first = changes.min(), Set(changes).count > 1 else { return }
    try await write(for: account) { write in
      try write.run(JoinQuery.join, [first.value, ids, account.value])
    }
  }
}

enum JoinQuery {
  static let join = """
    UPDATE changes SET batch = ?1
    WHERE id IN (SELECT value FROM json_each(?2)) AND account = ?3 AND batch IS NULL AND undone IS NULL
    """
}
