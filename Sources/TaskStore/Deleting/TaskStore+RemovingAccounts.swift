import GRDB
public import Tasks

extension TaskStore {
  /// Removes an account. Its name is free at once, signing in fails, and nothing of it is shown.
  ///
  /// ``deleteRemoved(within:)`` deletes the lists without other members. A shared list without another owner gets a new one: the
  /// first member who may write, or else the first member.
  @discardableResult
  public func removeAccount(_ id: AccountID) async throws(StoreError) -> RemovedAccount {
    // Counted in advance: counting may take long and needs no write lock.
    let removed = try await read { db in
      try db.row(RemovalQuery.count, [id.value]) { RemovedAccount(lists: $0[0], tasks: $0[1]) }
    }
    try await write { db, now in
      try db.run(RemovalQuery.remove, [now.value, id.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
      // Saved drafts are deleted with their sessions.
      try db.run("DELETE FROM sessions WHERE account = ?", [id.value])
      try db.run("DELETE FROM credentials WHERE account = ?", [id.value])
      try db.run("DELETE FROM account_events WHERE account = ?", [id.value])
      try db.run("DELETE FROM tags WHERE account = ?", [id.value])
      try db.run("DELETE FROM feeds WHERE account = ?", [id.value])
      try db.run("DELETE FROM app_passwords WHERE account = ?", [id.value])
      try db.run("INSERT INTO removed_accounts (account) VALUES (?)", [id.value])
    }
    return removed ?? RemovedAccount(lists: 0, tasks: 0)
  }
}

private enum RemovalQuery {
  /// The lists without other members, and the tasks in them.
  static let count = """
    SELECT count(*), coalesce(sum((SELECT count(*) FROM tasks t WHERE t.list = m.list)), 0) FROM memberships m
    WHERE m.account = ? AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.list = m.list AND o.account <> m.account)
    """

  /// The new name begins with a line break, which no valid username does.
  static let remove = """
    UPDATE accounts SET removed = ?, name = char(10) || id, language = NULL, time_zone = NULL, theme = 'system', page_rows = 100,
      date_order = NULL, hours = '09:00 15:00 18:00 21:00', settings_changed = NULL
    WHERE id = ? AND removed IS NULL
    """
}
