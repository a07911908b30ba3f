import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// The open tasks of a list in its order.
  ///
  /// - Parameters:
  ///   - limit: how many at most, from the top; nil for all.
  ///   - kept: completed tasks that still stand at their place, for a notice in their row. Those that are in another list
  ///     or in the trash, or that come after the limit, are left out.
  public func openTasks(
    in list: ListID, for account: AccountID, limit: Int? = nil, including kept: Set<TaskID> = []
  ) async throws(StoreError) -> [TaskRow] {
    try await read { db in
      try db.requireReadable(list, for: account)
      var rows = try db.rows(TaskQuery.open, [account.value, list.value, limit ?? -1], TaskQuery.placed)
      let isWhole = limit.map { rows.count < $0 } ?? true
      for id in kept.sorted() {
        let row = try db.row(TaskQuery.kept, [account.value, list.value, id.value], TaskQuery.placed)
        guard let row else { continue }
        let index = rows.firstIndex { row.place < $0.place }
        if index != nil || isWhole { rows.insert(row, at: index ?? rows.endIndex) }
      }
      return rows.map(\.row)
    }
  }

  /// The completed tasks of a list, the last completed first; `limit` is how many at most, nil for all.
  public func completedTasks(
    in list: ListID, for account: AccountID, limit: Int? = nil
  ) async throws(StoreError) -> [TaskRow] {
    try await read { db in
      try db.requireReadable(list, for: account)
      return try db.rows(TaskQuery.completed, [account.value, list.value, limit ?? -1], TaskQuery.row)
    }
  }

  /// How many open tasks of a list are due on that day or before.
  public func dueSoon(in list: ListID, for account: AccountID, through day: Day) async throws(StoreError) -> Int {
    try await read { db in
      try db.requireReadable(list, for: account)
      return try db.row(TaskQuery.dueSoon, [account.value, list.value, day.iso]) { $0[0] } ?? 0
    }
  }

  /// One task. Throws ``StoreError/notFound``, and ``StoreError/gone(_:)`` while it or its list is in the trash.
  public func task(_ id: TaskID, for account: AccountID) async throws(StoreError) -> TaskDetail {
    try await read { db in
      guard let task = try StoredTask.find(id, for: account, db) else { throw StoreError.notFound }
      try task.requireThere()
      return TaskDetail(
        id: task.id, list: task.list, listName: task.listName, text: task.text, done: task.done?.date,
        created: task.created.date, version: task.version)
    }
  }
}

enum TaskQuery {
  // typeof() reads a value's type without its content.
  private static let columns =
    "t.id, t.list, t.title, typeof(t.notes) <> 'null', t.due, t.priority, t.done, t.version, t.position"
  // Asked once and not joined: a join would make SQLite sort what the index gives in order.
  private static let ofMember = """
    FROM tasks t WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2) AND t.list = ?2
    """

  static let open = """
    SELECT \(columns) \(ofMember) AND t.done IS NULL AND t.deleted IS NULL ORDER BY t.position, t.id LIMIT ?3
    """
  static let kept = """
    SELECT \(columns) \(ofMember) AND t.id = ?3 AND t.done IS NOT NULL AND t.deleted IS NULL
    """
  static let completed = """
    SELECT \(columns) \(ofMember) AND t.done IS NOT NULL AND t.deleted IS NULL
    ORDER BY t.done DESC, t.id DESC LIMIT ?3
    """
  static let dueSoon = """
    SELECT count(*) \(ofMember) AND t.due <= ?3 AND t.done IS NULL AND t.deleted IS NULL
    """

  @Sendable static func row(_ row: Row) throws -> TaskRow {
    TaskRow(
      id: row.id(0), list: row.id(1), title: row[2], hasNotes: row[3], due: try row.day(4),
      priority: try row.priority(5), done: row.moment(6)?.date, version: row.id(7))
  }

  @Sendable static func placed(_ row: Row) throws -> (place: Place, row: TaskRow) {
    let task = try self.row(row)
    return (Place(position: row[8], id: task.id.value), task)
  }
}

/// Where a row stands among its kind: lower comes first, and no two are the same.
struct Place: Hashable, Comparable {
  var position: Int64
  var id: Int64

  static func < (left: Place, right: Place) -> Bool { (left.position, left.id) < (right.position, right.id) }
}
