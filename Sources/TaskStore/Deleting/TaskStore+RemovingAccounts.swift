import GRDB
public import Tasks

extension TaskStore {
  /// Removes an account. From then on nobody can sign in to it, and nothing of it is shown anywhere; its name is free.
  ///
  /// What it had is deleted by ``deleteRemoved()``: all lists that nobody else is in. Where others are and none of them owns the
  /// list, the first who may write in it does from then on, or else the first.
  @discardableResult
  public func removeAccount(_ id: AccountID) async throws(StoreError) -> RemovedAccount {
    // Counted before: that takes a while where there is much, and needs no lock.
    let removed = try await read { db in
      try db.row(RemovalQuery.count, [id.value]) { RemovedAccount(lists: $0[0], tasks: $0[1]) }
    }
    try await write { db, now in
      try db.run(RemovalQuery.remove, [now.value, id.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
      // With them go the forms that were kept.
      try db.run("DELETE FROM sessions WHERE account = ?", [id.value])
      try db.run("DELETE FROM credentials WHERE account = ?", [id.value])
      try db.run("DELETE FROM account_events WHERE account = ?", [id.value])
      try db.run("INSERT INTO removed_accounts (account) VALUES (?)", [id.value])
    }
    return removed ?? RemovedAccount(lists: 0, tasks: 0)
  }
}

private enum RemovalQuery {
  /// Lists that nobody else is in, and the tasks in them.
  static let count = """
    SELECT count(*), coalesce(sum((SELECT count(*) FROM tasks t WHERE t.list = m.list)), 0) FROM memberships m
    WHERE m.account = ? AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.list = m.list AND o.account <> m.account)
    """

  /// No name that a person can have begins with a line break.
  static let remove = """
    UPDATE accounts SET removed = ?, name = char(10) || id, time_zone = NULL, theme = 'system', page_rows = 100,
      settings_changed = NULL
    WHERE id = ? AND removed IS NULL
    """
}
