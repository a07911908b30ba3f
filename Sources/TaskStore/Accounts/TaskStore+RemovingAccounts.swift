import GRDB
public import Tasks

extension TaskStore {
  /// Removes an account for good, with its sessions and all lists that nobody else is in. Where others are and none of
  /// them owns the list, the first who may write in it does from now on, or else the first.
  @discardableResult
  public func removeAccount(_ id: AccountID) async throws(StoreError) -> RemovedAccount {
    try await write { db, now in
      let lists = try db.rows(RemovalQuery.lists, [id.value]) { row in
        LeftList(id: row[0], name: row[1], isShared: row[2])
      }
      let own = lists.filter { !$0.isShared }
      let tasks = try own.map { try Self.remove($0, db) }.reduce(0, +)
      try db.run("DELETE FROM accounts WHERE id = ?", [id.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
      for list in lists where list.isShared { try Self.leave(list, now, db) }
      try db.forgetWords()
      return RemovedAccount(lists: own.count, tasks: tasks)
    }
  }

  private struct LeftList {
    let id: Int64
    let name: String
    let isShared: Bool
  }

  /// Returns how many tasks went with the list.
  private static func remove(_ list: LeftList, _ db: Database) throws -> Int {
    // Other lists' changes tell of tasks that were moved from there to here.
    try db.run(PurgeQuery.forgetTexts + "WHERE list = ?)", [list.id])
    try db.run("UPDATE changes SET other_name = NULL WHERE other = ?", [list.id])
    try db.run("DELETE FROM tasks WHERE list = ?", [list.id])
    let tasks = db.changesCount
    try db.run("DELETE FROM lists WHERE id = ?", [list.id])
    return tasks
  }

  private static func leave(_ list: LeftList, _ now: Milliseconds, _ db: Database) throws {
    try db.run(RemovalQuery.promoteFirst, [list.id])
    // A change that nobody gets to read: pages that were kept under the old revision still name who has left.
    let change = try Write.record(
      ChangeEntry(kind: .purged, list: ListID(list.id), name: list.name), key: nil, account: nil, now: now, db)
    try db.run("DELETE FROM changes WHERE id = ?", [change.value])
  }
}

private enum RemovalQuery {
  static let lists = """
    SELECT l.id, l.name,
      EXISTS (SELECT 1 FROM memberships o WHERE o.list = l.id AND o.account <> m.account)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list WHERE m.account = ?
    """

  static let promoteFirst = """
    UPDATE memberships SET role = 'owner'
    WHERE list = ?1 AND account = (
      SELECT account FROM memberships WHERE list = ?1 ORDER BY role = 'viewer', account LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM memberships WHERE list = ?1 AND role = 'owner')
    """
}
