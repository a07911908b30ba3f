import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// The open tasks of a list in its own order, at most `limit` of them; nil returns all.
  public func openTasks(
    in list: ListID, for account: AccountID, limit: Int? = nil
  ) async throws(StoreError) -> [TaskRow] {
    try await readShortly(rows: limit) { db in
      let rows = try db.openRows(of: list, in: .hand, for: account, from: 0, limit).map(\.row)
      if rows.isEmpty { try db.requireReadable(list, for: account) }
      return rows
    }
  }

  /// The open tasks that the card of a list shows: those that are late or due today first, then the others in the list's order.
  public func cardTasks(
    in list: ListID, for account: AccountID, now: DueTime, limit: Int
  ) async throws(StoreError) -> CardTasks {
    try await readShortly(rows: limit) { db in
      let due = try db.rows(TaskQuery.dueFirst, [account.value, list.value, now.day.iso, limit], TaskQuery.row)
      let late = try db.row(TaskQuery.lateCount, [account.value, list.value, now.description]) { $0[0] as Int } ?? 0
      let open = try db.openRows(of: list, in: .hand, for: account, from: 0, limit + due.count).map(\.row)
      if open.isEmpty { try db.requireReadable(list, for: account) }
      let others = open.filter { row in !due.contains { $0.id == row.id } }
      return CardTasks(rows: Array((due + others).prefix(limit)), late: late)
    }
  }

  /// One page of the open tasks of a list in the order in which the account looks at it, or the nearest existing page.
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
      let order = try db.order(of: list, for: account)
      let paging = Paging(total, of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      let rows =
        if let changed, changed.list == list {
          switch changed.state {
          case .open: try db.openRows(shown, of: list, in: order, for: account, asBefore: changed)
          case .completed, .deleted, .moved:
            try db.openRows(shown, of: list, in: order, for: account, total: total, with: changed)
          }
        } else {
          try db.openRows(of: list, in: order, for: account, from: shown.lowerBound, shown.count)
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
    try row(TaskQuery.place(in: order(of: list, for: account)), [account.value, list.value, task.value]) {
      RowPosition(before: $0[0], total: $0[1])
    }
  }

  /// - Parameter other: a task to leave out.
  fileprivate func openRows(
    of list: ListID, in order: TaskOrder, for account: AccountID, from start: Int, _ limit: Int?,
    without other: TaskID? = nil
  ) throws -> [(rank: Rank, row: TaskRow)] {
    try rows(TaskQuery.open(in: order), [account.value, list.value, limit ?? -1, start, other?.value ?? 0]) { row in
      try TaskQuery.ranked(row, in: order)
    }
  }

  /// The rows of a page, with a task that is still open at the place where it was.
  fileprivate func openRows(
    _ shown: Range<Int>, of list: ListID, in order: TaskOrder, for account: AccountID, asBefore changed: ChangedRow
  ) throws -> [(rank: Rank, row: TaskRow)] {
    let rank = changed.rank(in: order)
    let before = try openPosition(of: rank, in: order, of: list, for: account)?.before ?? 0
    let isBefore = before < shown.lowerBound
    let isShown = shown.contains(before)
    var rows = try openRows(
      of: list, in: order, for: account, from: shown.lowerBound - (isBefore ? 1 : 0), shown.count - (isShown ? 1 : 0),
      without: changed.row.id)
    if isShown { rows.insert((rank, changed.row), at: min(before - shown.lowerBound, rows.count)) }
    return rows
  }

  /// The rows of a page, and a task that is not open in the list any more if its place was on the page.
  fileprivate func openRows(
    _ shown: Range<Int>, of list: ListID, in order: TaskOrder, for account: AccountID, total: Int,
    with changed: ChangedRow
  ) throws -> [(rank: Rank, row: TaskRow)] {
    // The neighbours of the page decide whether the task is positioned on it.
    let first = max(0, shown.lowerBound - 1)
    let around = try openRows(of: list, in: order, for: account, from: first, shown.upperBound + 1 - first)
    var rows = Array(around.dropFirst(shown.lowerBound - first).prefix(shown.count))
    let rank = changed.rank(in: order)
    let isAfter = first == shown.lowerBound || around.first.map { $0.rank < rank } ?? true
    let isBefore = shown.upperBound == total || around.last.map { rank < $0.rank } ?? true
    if isAfter && isBefore {
      rows.insert((rank, changed.row), at: rows.firstIndex { rank < $0.rank } ?? rows.endIndex)
    }
    return rows
  }

  /// The position of a task among the open tasks of a list if it had a rank.
  func openPosition(
    of rank: Rank, in order: TaskOrder, of list: ListID, for account: AccountID
  ) throws -> RowPosition? {
    var arguments: StatementArguments = [account.value, list.value, rank.place.position, rank.place.id]
    if order != .hand { arguments += [rank.key] }
    return try row(TaskQuery.placeOfRank(in: order), arguments) { RowPosition(before: $0[0], total: $0[1]) }
  }

  /// The order in which the account looks at a list.
  func order(of list: ListID, for account: AccountID) throws -> TaskOrder {
    let stored = try row(TaskQuery.order, [account.value, list.value]) { $0[0] as String }
    return stored.flatMap { TaskOrder(rawValue: $0) } ?? .hand
  }

  func task(_ id: TaskID, for account: AccountID) throws -> TaskDetail {
    guard let task = try StoredTask.find(id, for: account, self) else { throw StoreError.notFound }
    try task.requireThere()
    return TaskDetail(
      id: task.id, list: task.list, listName: task.listName, text: task.text, done: task.done?.date,
      percent: task.percent, created: task.created.date, changed: task.changed.date, version: task.version)
  }
}

/// The columns of a task's row in a list.
enum TaskRowColumn: Int, SelectedColumn {
  case id, list, title, hasNotes, due, time, repeats, start, tags, priority, done, version, position

  var sql: String {
    switch self {
    case .id: "t.id"
    case .list: "t.list"
    case .title: "t.title"
    // typeof() reads a value's type without loading its content.
    case .hasNotes: "typeof(t.notes) <> 'null'"
    case .due: "t.due"
    case .time: "t.time"
    case .start: "t.start"
    case .repeats: "t.repeats"
    case .tags: "t.tags"
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

  static let order = "SELECT shown_order FROM memberships WHERE account = ? AND list = ?"

  /// Orders but the list's own are sorted for each page: an index would cost every addition more than the sorting of a full list,
  /// which has ``Limits/tasksPerList`` tasks.
  static func open(in order: TaskOrder) -> String {
    """
    SELECT \(TaskRowColumn.selection) \(ofMember) AND t.done IS NULL AND t.deleted IS NULL AND t.id <> ?5
    ORDER BY \(key("t", in: order)) LIMIT ?3 OFFSET ?4
    """
  }

  /// The columns that a task is ordered by. ``Rank`` compares the same. No date is after the last one.
  private static func key(_ task: String, in order: TaskOrder) -> String {
    switch order {
    case .hand: "\(task).position, \(task).id"
    case .date: "coalesce(\(DueKey.sql(task)), '~'), \(task).position, \(task).id"
    case .priority: "CAST(3 - \(task).priority AS TEXT), \(task).position, \(task).id"
    }
  }

  static let dueFirst = """
    SELECT \(TaskRowColumn.selection) \(ofMember) AND t.due <= ?3 AND t.done IS NULL AND t.deleted IS NULL
    ORDER BY \(DueKey.order("t")), t.id LIMIT ?4
    """
  static let lateCount = """
    SELECT count(*) \(ofMember) AND \(DueKey.isBefore("?3", "t")) AND t.done IS NULL AND t.deleted IS NULL
    """
  static let openCount = "SELECT count(*) \(ofMember) AND t.done IS NULL AND t.deleted IS NULL"
  static func place(in order: TaskOrder) -> String {
    """
    SELECT
      (SELECT count(*) FROM tasks o WHERE o.list = t.list AND o.done IS NULL AND o.deleted IS NULL
        AND (\(key("o", in: order))) < (\(key("t", in: order)))),
      (SELECT count(*) FROM tasks o WHERE o.list = t.list AND o.done IS NULL AND o.deleted IS NULL)
    \(ofMember) AND t.id = ?3 AND t.deleted IS NULL
    """
  }
  /// The number of open tasks before a rank, without the task that has it, and in total.
  static func placeOfRank(in order: TaskOrder) -> String {
    let rank = order == .hand ? "?3, ?4" : "?5, ?3, ?4"
    return """
      SELECT
        (SELECT count(*) FROM tasks o WHERE o.list = ?2 AND o.done IS NULL AND o.deleted IS NULL
          AND (\(key("o", in: order))) < (\(rank)) AND o.id <> ?4),
        (SELECT count(*) FROM tasks o WHERE o.list = ?2 AND o.done IS NULL AND o.deleted IS NULL)
      FROM memberships m CROSS JOIN lists l ON l.id = m.list WHERE m.account = ?1 AND m.list = ?2 AND l.deleted IS NULL
      """
  }
  static let completed = """
    SELECT \(TaskRowColumn.selection) \(ofMember) AND t.done IS NOT NULL AND t.deleted IS NULL
    ORDER BY t.done DESC, t.id DESC LIMIT ?3 OFFSET ?4
    """
  static let completedCount = "SELECT count(*) \(ofMember) AND t.done IS NOT NULL AND t.deleted IS NULL"

  @Sendable static func row(_ row: Row) throws -> TaskRow {
    TaskRow(
      id: row.id(TaskRowColumn.id), list: row.id(TaskRowColumn.list), title: row[TaskRowColumn.title],
      hasNotes: row[TaskRowColumn.hasNotes], due: try row.day(TaskRowColumn.due),
      time: row.time(TaskRowColumn.time), repeats: row.recurrence(TaskRowColumn.repeats),
      start: try row.day(TaskRowColumn.start), tags: row.tags(TaskRowColumn.tags),
      priority: try row.priority(TaskRowColumn.priority),
      done: row.moment(TaskRowColumn.done)?.date,
      version: row.id(TaskRowColumn.version))
  }

  static func ranked(_ row: Row, in order: TaskOrder) throws -> (rank: Rank, row: TaskRow) {
    let task = try self.row(row)
    let place = Place(position: row[TaskRowColumn.position], id: task.id.value)
    return (Rank(due: task.dueTime, priority: task.priority, place, in: order), task)
  }
}
