import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// The open tasks of a list in its order, at most `limit` of them; nil returns all.
  public func openTasks(
    in list: ListID, for account: AccountID, limit: Int? = nil
  ) async throws(StoreError) -> [TaskRow] {
    try await readShortly(rows: limit) { db in
      let rows = try db.openRows(of: list, for: account, from: 0, limit).map(\.row)
      if rows.isEmpty { try db.requireReadable(list, for: account) }
      return rows
    }
  }

  /// The open tasks that the card of a list shows: those that are late or due today first, then the others in the list's order.
  public func cardTasks(
    in list: ListID, for account: AccountID, today: Day, limit: Int
  ) async throws(StoreError) -> CardTasks {
    try await readShortly(rows: limit) { db in
      let due = try db.rows(TaskQuery.dueFirst, [account.value, list.value, today.iso, limit], TaskQuery.row)
      let late = try db.row(TaskQuery.lateCount, [account.value, list.value, today.iso]) { $0[0] as Int } ?? 0
      let open = try db.openRows(of: list, for: account, from: 0, limit + due.count).map(\.row)
      if open.isEmpty { try db.requireReadable(list, for: account) }
      let others = open.filter { row in !due.contains { $0.id == row.id } }
      return CardTasks(rows: Array((due + others).prefix(limit)), late: late)
    }
  }

  /// One page of the open tasks of a list, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - number: the page number, from 1.
  ///   - size: the number of rows on a page; nil for all rows.
  ///   - changed: a task that was changed on this page, which stays where it was if its place is on the page.
  public func openPage(
    _ number: Int, of size: Int?, in list: ListID, for account: AccountID, including changed: ChangedRow? = nil
  ) async throws(StoreError) -> TaskRowPage {
    try await readShortly(rows: size) { db in
      let total = try db.row(TaskQuery.openCount, [account.value, list.value]) { $0[0] as Int } ?? 0
      if total == 0 { try db.requireReadable(list, for: account) }
      let paging = Paging(total, of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      // The neighbours of the page decide whether the completed task is positioned on it.
      let first = max(0, shown.lowerBound - 1)
      let around = try db.openRows(of: list, for: account, from: first, shown.upperBound + 1 - first)
      var rows = Array(around.dropFirst(shown.lowerBound - first).prefix(shown.count))
      if let changed, changed.list == list, !rows.contains(where: { $0.row.id == changed.row.id }) {
        let place = changed.place
        let isAfter = first == shown.lowerBound || around.first.map { $0.place < place } ?? true
        let isBefore = shown.upperBound == total || around.last.map { place < $0.place } ?? true
        if isAfter && isBefore {
          rows.insert((place, changed.row), at: rows.firstIndex { place < $0.place } ?? rows.endIndex)
        }
      }
      return TaskRowPage(rows: rows.map(\.row), number: number, paging: paging)
    }
  }

  /// The position of a task, or the one it would have if it were open; nil if the task is not in the list, or is in the trash.
  public func openPlace(
    of task: TaskID, in list: ListID, for account: AccountID
  ) async throws(StoreError) -> RowPosition? {
    try await readShortly { db in try db.openPlace(of: task, in: list, for: account) }
  }

  /// One page of the completed tasks of a list, the last completed first, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - number: the page number, from 1.
  ///   - size: the number of rows on a page.
  public func completedPage(
    _ number: Int, of size: Int, in list: ListID, for account: AccountID
  ) async throws(StoreError) -> TaskRowPage {
    try await readShortly(rows: size) { db in
      let total = try db.row(TaskQuery.completedCount, [account.value, list.value]) { $0[0] as Int } ?? 0
      if total == 0 { try db.requireReadable(list, for: account) }
      let paging = Paging(total, of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      let rows = try db.rows(
        TaskQuery.completed, [account.value, list.value, shown.count, shown.lowerBound], TaskQuery.row)
      return TaskRowPage(rows: rows, number: number, paging: paging)
    }
  }

  /// One task.
  ///
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the task or its list is in the trash.
  public func task(_ id: TaskID, for account: AccountID) async throws(StoreError) -> TaskDetail {
    try await readShortly { db in try db.task(id, for: account) }
  }
}

extension Database {
  func openPlace(of task: TaskID, in list: ListID, for account: AccountID) throws -> RowPosition? {
    try row(TaskQuery.place, [account.value, list.value, task.value]) { RowPosition(before: $0[0], total: $0[1]) }
  }

  fileprivate func openRows(
    of list: ListID, for account: AccountID, from start: Int, _ limit: Int?
  ) throws -> [(place: Place, row: TaskRow)] {
    try rows(TaskQuery.open, [account.value, list.value, limit ?? -1, start], TaskQuery.placed)
  }

  func task(_ id: TaskID, for account: AccountID) throws -> TaskDetail {
    guard let task = try StoredTask.find(id, for: account, self) else { throw StoreError.notFound }
    try task.requireThere()
    return TaskDetail(
      id: task.id, list: task.list, listName: task.listName, text: task.text, done: task.done?.date,
      created: task.created.date, version: task.version)
  }
}

/// The columns of a task's row in a list.
enum TaskRowColumn: Int, SelectedColumn {
  case id, list, title, hasNotes, due, priority, done, version, position

  var sql: String {
    switch self {
    case .id: "t.id"
    case .list: "t.list"
    case .title: "t.title"
    // typeof() reads a value's type without loading its content.
    case .hasNotes: "typeof(t.notes) <> 'null'"
    case .due: "t.due"
    case .priority: "t.priority"
    case .done: "t.done"
    case .version: "t.version"
    case .position: "t.position"
    }
  }
}

enum TaskQuery {
  // A subquery that runs once. A join would make SQLite sort rows that the index returns in order. An empty result needs
  // `requireReadable` to report the reason.
  private static let ofMember = "FROM tasks t WHERE \(ListQuery.isReadable) AND t.list = ?2"

  static let open = """
    SELECT \(TaskRowColumn.selection) \(ofMember) AND t.done IS NULL AND t.deleted IS NULL
    ORDER BY t.position, t.id LIMIT ?3 OFFSET ?4
    """
  static let dueFirst = """
    SELECT \(TaskRowColumn.selection) \(ofMember) AND t.due <= ?3 AND t.done IS NULL AND t.deleted IS NULL
    ORDER BY t.due, t.id LIMIT ?4
    """
  static let lateCount = "SELECT count(*) \(ofMember) AND t.due < ?3 AND t.done IS NULL AND t.deleted IS NULL"
  static let openCount = "SELECT count(*) \(ofMember) AND t.done IS NULL AND t.deleted IS NULL"
  static let place = """
    SELECT
      (SELECT count(*) FROM tasks o WHERE o.list = t.list AND o.done IS NULL AND o.deleted IS NULL
        AND (o.position, o.id) < (t.position, t.id)),
      (SELECT count(*) FROM tasks o WHERE o.list = t.list AND o.done IS NULL AND o.deleted IS NULL)
    \(ofMember) AND t.id = ?3 AND t.deleted IS NULL
    """
  /// The number of open tasks before a place, and in total.
  static let placeOfPosition = """
    SELECT
      (SELECT count(*) FROM tasks o WHERE o.list = ?2 AND o.done IS NULL AND o.deleted IS NULL
        AND (o.position, o.id) < (?3, ?4)),
      (SELECT count(*) FROM tasks o WHERE o.list = ?2 AND o.done IS NULL AND o.deleted IS NULL)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list WHERE m.account = ?1 AND m.list = ?2 AND l.deleted IS NULL
    """
  static let completed = """
    SELECT \(TaskRowColumn.selection) \(ofMember) AND t.done IS NOT NULL AND t.deleted IS NULL
    ORDER BY t.done DESC, t.id DESC LIMIT ?3 OFFSET ?4
    """
  static let completedCount = "SELECT count(*) \(ofMember) AND t.done IS NOT NULL AND t.deleted IS NULL"

  @Sendable static func row(_ row: Row) throws -> TaskRow {
    TaskRow(
      id: row.id(TaskRowColumn.id), list: row.id(TaskRowColumn.list), title: row[TaskRowColumn.title],
      hasNotes: row[TaskRowColumn.hasNotes], due: try row.day(TaskRowColumn.due),
      priority: try row.priority(TaskRowColumn.priority), done: row.moment(TaskRowColumn.done)?.date,
      version: row.id(TaskRowColumn.version))
  }

  @Sendable static func placed(_ row: Row) throws -> (place: Place, row: TaskRow) {
    let task = try self.row(row)
    return (Place(position: row[TaskRowColumn.position], id: task.id.value), task)
  }
}

/// The place of a row in an order. The id breaks ties, so no two places are equal.
struct Place: Hashable, Comparable {
  var position: Int64
  var id: Int64

  static func < (left: Place, right: Place) -> Bool { (left.position, left.id) < (right.position, right.id) }
}
