import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// What the account can restore, the last deleted first; `limit` is how many at most, nil for all.
  public func trash(for account: AccountID, limit: Int? = nil) async throws(StoreError) -> [TrashItem] {
    try await read { db in
      let lists = try db.rows(TrashQuery.lists, [account.value]) { row in
        TrashItem(thing: .list(row.id(0)), name: row[1], since: row.date(2))
      }
      let tasks = try db.rows(TrashQuery.tasks, [account.value, limit ?? -1]) { row in
        TrashItem(
          thing: .task(row.id(0), list: row.id(3), listName: row[4]), name: row[1], since: row.date(2))
      }
      // Both are in this order already, and sorting keeps what is equal as it was.
      return Array((lists + tasks).sorted { $0.since > $1.since }.prefix(limit ?? .max))
    }
  }
}

enum TrashQuery {
  static let lists = """
    SELECT l.id, l.name, l.deleted FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND l.deleted IS NOT NULL ORDER BY l.deleted DESC, l.id DESC
    """
  static let tasks = """
    SELECT t.id, t.title, t.deleted, t.list, l.name
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN tasks t ON t.list = l.id
    WHERE m.account = ? AND l.deleted IS NULL AND t.deleted IS NOT NULL ORDER BY t.deleted DESC, t.id DESC LIMIT ?
    """
}
