package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// One page of the items that the account can restore, the last deleted first, or the nearest existing page. Subtasks that were deleted
  /// with their task are a part of its item.
  /// - Returns: the page, and when the newest item of the whole trash was deleted.
  package func trash(
    page number: Int, of size: Int
  ) async throws(Problem) -> (page: TrashItemPage, newest: Date?) {
    try await readShortly { db in
      let total = try db.count(TrashQuery.count, [account.value])
      let page = try TrashItemPage(nearest: number, of: size, total: total) { shown in
        try db.rows(TrashQuery.page, [account.value, shown.count, shown.lowerBound], TrashQuery.item).map(
          db.withSubtasks)
      }
      let newest =
        try page.number == 1 ? page.rows.first : db.row(TrashQuery.page, [account.value, 1, 0], TrashQuery.item)
      return (page, newest?.since)
    }
  }
}

extension Database {
  /// An item of the trash with the number of subtasks that were deleted with it.
  fileprivate func withSubtasks(_ item: TrashItem) throws -> TrashItem {
    guard case .task(let id, let list, _) = item.thing, try hasSubtasks(in: list) else { return item }
    var item = item
    item.subtasks = try count(
      TrashQuery.subtasks, [list.value, id.value, Milliseconds(item.since).value, Limits.subtaskLevels])
    return item
  }
}

enum TrashQuery {
  /// The lists `l` of an account.
  private static let lists = "FROM memberships m CROSS JOIN lists l ON l.id = m.list"

  /// The deleted tasks `t` of these, without the subtasks that were deleted with their task, and without withdrawn ones.
  private static let tasks = """
    \(lists) CROSS JOIN tasks t INDEXED BY tasks_trash ON t.list = l.id
    WHERE m.account = ?1 AND l.deleted IS NULL AND t.deleted IS NOT NULL AND t.withdrawn IS NULL AND (t.parent IS NULL OR NOT EXISTS (
      SELECT 1 FROM tasks p INDEXED BY tasks_trash WHERE p.list = t.list AND p.deleted = t.deleted AND p.id = t.parent))
    """

  static let count = """
    SELECT (SELECT count(*) \(lists) WHERE m.account = ?1 AND l.deleted IS NOT NULL) + (SELECT count(*) \(tasks))
    """

  /// The subtasks of a task that were deleted with it, at the same moment.
  static let subtasks = """
    WITH RECURSIVE below (id, level) AS (
      SELECT s.id, 1 FROM tasks s WHERE s.list = ?1 AND s.parent = ?2 AND s.deleted = ?3
      UNION ALL
      SELECT s.id, below.level + 1 FROM below CROSS JOIN tasks s
        ON s.list = ?1 AND s.parent = below.id AND s.deleted = ?3 WHERE below.level < ?4)
    SELECT count(*) FROM below
    """

  /// The account that has made the change `c`; nothing for the reader's own.
  private static let by = """
    (SELECT \(PersonQuery.stored) FROM accounts a WHERE a.id = c.account AND a.id <> ?1 AND a.removed IS NULL) FROM changes c
    """

  // SQLite leaves each list once no more of its tasks can be on the page. Lists are few.
  static let page = """
    SELECT k.is_list, k.id, k.deleted, coalesce(l.name, t.title), t.list, home.name,
      EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id), (SELECT p.title FROM tasks p WHERE p.id = t.parent),
      CASE WHEN k.is_list
        THEN (SELECT \(by) WHERE c.list = l.id AND c.kind = 'list-deleted' ORDER BY c.id DESC LIMIT 1)
        ELSE (SELECT \(by) WHERE c.id = t.revision) END,
      EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = iif(k.is_list, k.id, t.list)
        AND iif(k.is_list, \(ListPermission.delete.isGranted), \(ListPermission.write.isGranted)))
    FROM (
        SELECT 1 AS is_list, l.id AS id, l.deleted AS deleted \(lists) WHERE m.account = ?1 AND l.deleted IS NOT NULL
        UNION ALL
        SELECT * FROM (
          SELECT 0, t.id, t.deleted \(tasks) ORDER BY t.deleted DESC, t.id DESC LIMIT ?2 + ?3)
        ORDER BY 3 DESC, 2 DESC, 1 LIMIT ?2 OFFSET ?3
      ) k
      LEFT JOIN lists l ON k.is_list AND l.id = k.id
      LEFT JOIN tasks t ON NOT k.is_list AND t.id = k.id
      LEFT JOIN lists home ON home.id = t.list
    ORDER BY k.deleted DESC, k.id DESC, k.is_list
    """

  @Sendable static func item(_ row: Row) throws -> TrashItem {
    let thing: TrashItem.Thing =
      if row[0] as Bool {
        row[6] ? .filter(row.id(1)) : .list(row.id(1))
      } else {
        .task(row.id(1), list: row.id(4), listName: row[5])
      }
    return TrashItem(
      thing: thing, name: row[3], since: row.date(2), partOf: row[7],
      by: (row[8] as String?).flatMap { Person(stored: $0) }, isRestorable: row[9])
  }
}
