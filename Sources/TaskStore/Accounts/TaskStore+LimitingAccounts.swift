import GRDB
public import Tasks

extension TaskStore {
  /// Disables an account: ends its sessions and lets none begin. Its sources are not refreshed. Nothing is deleted.
  /// - Returns: the number of sessions ended; nil if it was disabled before.
  @discardableResult
  public func disableAccount(
    _ id: AccountID, recording entry: AccountEventEntry? = nil
  ) async throws(StoreError) -> Int? {
    try await write(by: id) { db, now in
      guard try db.account(id).disabled == nil else { return nil }
      try db.run("UPDATE accounts SET disabled = ? WHERE id = ?", [now.value, id.value])
      try db.run(
        "UPDATE sessions SET ended = ?, reason = ? WHERE account = ? AND ended IS NULL",
        [now.value, SessionEnd.revoked.rawValue, id.value])
      let count = db.changesCount
      if let entry { try db.addAccountEvent(entry, of: id, now) }
      return count
    }
  }

  /// Lets a disabled account sign in again.
  /// - Returns: whether it was disabled.
  @discardableResult
  public func enableAccount(
    _ id: AccountID, recording entry: AccountEventEntry? = nil
  ) async throws(StoreError) -> Bool {
    try await write(by: id) { db, now in
      guard try db.account(id).disabled != nil else { return false }
      try db.run("UPDATE accounts SET disabled = NULL WHERE id = ?", [id.value])
      if let entry { try db.addAccountEvent(entry, of: id, now) }
      return true
    }
  }

  /// The quotas that were set for the account.
  public func ownQuotas(of account: AccountID) async throws(StoreError) -> AccountQuotas {
    try await readShortly { db in try db.ownQuotas(of: account) }
  }

  /// Sets the account's own quotas, which hold from the next write on. What it has already is kept.
  public func setQuotas(_ quotas: AccountQuotas, of account: AccountID) async throws(StoreError) {
    try await write(by: account) { db, _ in
      try db.run(
        """
        UPDATE accounts SET quota_bytes = ?, quota_tasks = ?, quota_lists = ?, quota_sources = ?
        WHERE id = ? AND removed IS NULL
        """, [quotas.bytes, quotas.tasks, quotas.lists, quotas.sources, account.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }
}

extension Database {
  /// The account's own quotas. Throws `notFound` if it does not exist.
  func ownQuotas(of account: AccountID) throws -> AccountQuotas {
    let own = try row(
      """
      SELECT quota_bytes, quota_tasks, quota_lists, quota_sources FROM accounts WHERE id = ? AND removed IS NULL
      """, [account.value]
    ) { AccountQuotas(bytes: $0[0], tasks: $0[1], lists: $0[2], sources: $0[3]) }
    guard let own else { throw StoreError.notFound }
    return own
  }
}
