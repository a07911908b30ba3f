public import Foundation
import GRDB
import Tasks

extension TaskStore {
  /// Removes for good what went to the trash before that moment, list by list in a transaction each. Returns how many
  /// lists and tasks that was. Their texts go from the changes as well; the titles stay in the history of a list that
  /// stays.
  @discardableResult
  public func purge(deletedBefore moment: Date) async throws(StoreError) -> Int {
    let limit = Milliseconds(moment).value
    let lists = try await read { db in try Int64.fetchAll(db, sql: PurgeQuery.touched, arguments: [limit]) }
    var count = 0
    for list in lists {
      count += try await write { db, now in try Self.purge(list, before: limit, now: now, db) }
    }
    return count
  }

  private static func purge(_ list: Int64, before limit: Int64, now: Milliseconds, _ db: Database) throws -> Int {
    let stored = try db.row("SELECT name, deleted < ? FROM lists WHERE id = ?", [limit, list]) { row in
      (name: row[0] as String, isOver: row[1] as Bool? ?? false)
    }
    guard let stored else { return 0 }
    let tasks = try db.row("SELECT count(*) FROM tasks WHERE list = ? AND deleted < ?", [list, limit]) { $0[0] as Int }
    let count = tasks ?? 0
    if count == 0, !stored.isOver { return 0 }

    var entry = ChangeEntry(kind: .purged, list: ListID(list), name: stored.name)
    entry.count = stored.isOver ? 1 : count
    // Written also where the list and its changes go right after: what is cached of the trash is named by it.
    try Write.record(entry, key: nil, account: nil, now: now, db)
    if stored.isOver {
      try db.execute(sql: PurgeQuery.forgetTexts + "WHERE list = ?)", arguments: [list])
      try db.execute(sql: "DELETE FROM lists WHERE id = ?", arguments: [list])
      return 1
    }
    try db.execute(sql: PurgeQuery.forgetTexts + "WHERE list = ? AND deleted < ?)", arguments: [list, limit])
    try db.execute(sql: "DELETE FROM tasks WHERE list = ? AND deleted < ?", arguments: [list, limit])
    return count
  }
}

enum PurgeQuery {
  static let touched = """
    SELECT l.id FROM lists l WHERE l.deleted < ?1
      OR EXISTS (SELECT 1 FROM tasks t WHERE t.list = l.id AND t.deleted < ?1) ORDER BY l.id
    """

  /// Inverses hold old texts, also those of changes in lists where a task was before.
  static let forgetTexts = "UPDATE changes SET inverse = NULL WHERE task IN (SELECT id FROM tasks "
}
