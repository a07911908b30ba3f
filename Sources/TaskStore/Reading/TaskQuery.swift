import Foundation
import GRDB
import Tasks

/// The columns of a row for the account `?1`.
enum TaskRowColumn: Int, SelectedColumn {
  case id, list, title, hasNotes, hasReminder, due, time, repeats, start, tags, priority, done, version, position
  case parent, parentTitle, folded, isReadOnly, last, assigned

  static let table = "t"
  static let expressions: [Self: String] = [
    // typeof() reads a value's type without loading its content.
    .hasNotes: "typeof(t.notes) <> 'null'", .hasReminder: "t.reminders IS NOT NULL",
    .parentTitle: "(SELECT p.title FROM tasks p WHERE p.id = t.parent)",
    .folded: FoldQuery.isFolded(by: "?1"), .isReadOnly: isNotWritten, .last: lastOfOthers,
    .assigned: PersonQuery.assigned(in: "?1"),
  ]

  private static let isNotWritten = """
    t.source IS NOT NULL OR NOT EXISTS (
      SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = t.list AND \(ListPermission.write.isGranted))
    """

  /// The kind of its last change and the page by link or the other account that made it. Changes are looked up in shared lists only.
  private static let lastOfOthers = """
    CASE WHEN EXISTS (SELECT 1 FROM memberships o WHERE o.list = t.list AND o.account <> ?1)
      OR EXISTS (SELECT 1 FROM shared_pages p WHERE p.list = t.list AND p.ticks) THEN (
      SELECT c.kind || char(10) || iif(c.shared_page IS NULL, \(PersonQuery.stored), char(10) || c.app)
      FROM changes c CROSS JOIN accounts a ON a.id = c.account
      WHERE c.id = t.revision AND a.removed IS NULL AND (a.id <> ?1 OR c.shared_page IS NOT NULL)) END
    """
}

enum TaskQuery {
  // A subquery that runs once. A join would make SQLite sort rows that the index returns in order. An empty result needs
  // `requireReadable` to report the reason.
  private static let ofMember = "FROM tasks t WHERE \(ListQuery.isReadable) AND t.list = ?2"
  /// Subtasks are shown below their parents: ``Outline``.
  private static let isOpen = "t.parent IS NULL AND t.done IS NULL AND t.deleted IS NULL"

  private static let columns = TaskRowColumn.selection

  static let order = "SELECT shown_order FROM memberships WHERE account = ? AND list = ?"

  /// Positions in a list are unique.
  ///
  /// Orders but the list's own are sorted for each page: an index would cost every addition more than the sorting of a full list,
  /// which has ``Limits/tasksPerList`` tasks.
  static func open(in order: TaskOrder) -> String {
    """
    SELECT \(columns) \(ofMember) AND \(isOpen) AND t.id NOT IN (SELECT value FROM json_each(?5))
      AND t.position BETWEEN ?7 AND ?8
    ORDER BY \(order == .hand ? "t.position" : key("t", in: order, zone: "?6")) LIMIT ?3 OFFSET ?4
    """
  }

  /// The columns that a task is ordered by. ``Rank`` compares the same. No date is after the last one. Of the due date and the priority, each
  /// is the second order of the other.
  /// - Parameter zone: the parameter with the reader's time zone.
  private static func key(_ task: String, in order: TaskOrder, zone: String) -> String {
    let due = "coalesce(\(DueKey.sql(task, in: zone)), '~')"
    let priority = "(3 - \(task).priority)"
    return switch order {
    case .hand: "\(task).position, \(task).id"
    case .date: "\(due) || \(priority), \(task).position, \(task).id"
    case .priority: "\(priority) || \(due), \(task).position, \(task).id"
    }
  }

  static let dueFirst = """
    SELECT \(TaskRowColumn.selection) \(ofMember) AND \(DueKey.isBefore("?3", "t", in: "?4")) AND t.done IS NULL AND t.deleted IS NULL
    ORDER BY \(DueKey.sql("t", in: "?4")), t.id LIMIT ?5
    """
  static let lateCount = """
    SELECT count(*) \(ofMember) AND \(DueKey.isBefore("?3", "t", in: "?4")) AND t.done IS NULL AND t.deleted IS NULL
    """
  static let openCount = "SELECT count(*) \(ofMember) AND \(isOpen) AND t.position BETWEEN ?3 AND ?4"
  /// The open tasks that a section shows.
  /// - Parameter first: the number of the parameter with the first position; the next one has the last.
  private static func shown(from first: Int) -> String {
    """
    o.parent IS NULL AND o.done IS NULL AND o.deleted IS NULL AND o.position BETWEEN ?\(first) AND ?\(first + 1)
    """
  }

  static func place(in order: TaskOrder) -> String {
    """
    SELECT
      (SELECT count(*) FROM tasks o WHERE o.list = t.list AND \(shown(from: 5))
        AND (\(key("o", in: order, zone: "?4"))) < (\(key("t", in: order, zone: "?4")))),
      (SELECT count(*) FROM tasks o WHERE o.list = t.list AND \(shown(from: 5)))
    \(ofMember) AND t.id = ?3 AND t.deleted IS NULL AND t.position BETWEEN ?5 AND ?6
    """
  }
  /// The number of open tasks before a rank, without the task that has it, and in total.
  static func placeOfRank(in order: TaskOrder) -> String {
    let rank = order == .hand ? "?3, ?4" : "?5, ?3, ?4"
    return """
      SELECT
        (SELECT count(*) FROM tasks o WHERE o.list = ?2 AND \(shown(from: 7))
          AND (\(key("o", in: order, zone: "?6"))) < (\(rank)) AND o.id <> ?4),
        (SELECT count(*) FROM tasks o WHERE o.list = ?2 AND \(shown(from: 7)))
      FROM memberships m CROSS JOIN lists l ON l.id = m.list WHERE m.account = ?1 AND m.list = ?2 AND l.deleted IS NULL
      """
  }
  /// Tasks that were completed at the same time are in the order of the index: the newest first.
  static let completed = """
    SELECT \(TaskRowColumn.selection) FROM tasks t INDEXED BY tasks_completed
    WHERE \(ListQuery.isReadable) AND t.list = ?2 AND t.parent IS NULL AND t.done IS NOT NULL AND t.deleted IS NULL
    ORDER BY t.done DESC LIMIT ?3 OFFSET ?4
    """
  static let completedCount = """
    SELECT count(*) \(ofMember) AND t.parent IS NULL AND t.done IS NOT NULL AND t.deleted IS NULL
    """

  @Sendable static func row(_ row: Row) throws -> TaskRow {
    TaskRow(
      id: row.id(TaskRowColumn.id), list: row.id(TaskRowColumn.list), title: row[TaskRowColumn.title],
      hasNotes: row[TaskRowColumn.hasNotes], hasReminder: row[TaskRowColumn.hasReminder],
      due: try row.day(TaskRowColumn.due),
      time: row.time(TaskRowColumn.time), repeats: row.recurrence(TaskRowColumn.repeats),
      start: try row.day(TaskRowColumn.start), tags: row.tags(TaskRowColumn.tags),
      priority: try row.known(TaskRowColumn.priority), done: row.moment(TaskRowColumn.done)?.date,
      version: row.id(TaskRowColumn.version), parent: parent(row),
      subtasks: row[TaskRowColumn.folded] ? .folded : .shown,
      isReadOnly: row[TaskRowColumn.isReadOnly], last: (row[TaskRowColumn.last] as String?).flatMap(last),
      assigned: (row[TaskRowColumn.assigned] as String?).flatMap { Person(stored: $0) })
  }

  private static func last(_ stored: String) -> LastChange? {
    let parts = stored.split(separator: "\n", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let kind = ChangeKind(rawValue: String(parts[0]))
    if parts[1].first == "\n" { return LastChange(kind, by: .page(String(parts[1].dropFirst()))) }
    return Person(stored: parts[1]).map { LastChange(kind, by: .person($0)) }
  }

  private static func parent(_ row: Row) -> ParentTask? {
    guard let id = row.idIfPresent(TaskRowColumn.parent) as TaskID?,
      let title = row[TaskRowColumn.parentTitle] as String?
    else { return nil }
    return ParentTask(id: id, title: title)
  }

  static func ranked(_ row: Row, in order: TaskOrder, zone: TimeZone) throws -> (rank: Rank, row: TaskRow) {
    let task = try self.row(row)
    let place = SortKey(position: row[TaskRowColumn.position], id: task.id.value)
    return (Rank(due: task.dueTime(in: zone), priority: task.priority, place, in: order), task)
  }
}

/// The columns of a list `l`, its membership `m` and its source `s`.
enum ListColumn: Int, SelectedColumn {
  case id, name, role, position, open, completed, revision, version, created, lastCompleted, source, filter, isKnown
  case isFailing, adds, order, layout, color, isInbox, members

  static let table = "l"
  static let expressions: [Self: String] = [
    .role: "m.role", .position: "m.position",
    .lastCompleted:
      "(SELECT max(t.done) FROM tasks t WHERE t.list = l.id AND t.done IS NOT NULL AND t.deleted IS NULL)",
    .source: "s.id", .filter: "(SELECT f.query FROM filters f WHERE f.list = l.id)",
    .isKnown: "s.id IS NULL OR s.format IS NOT NULL", .isFailing: "s.failure IS NOT NULL", .adds: "m.adds",
    .order: "m.shown_order", .layout: "m.layout", .color: "m.color", .isInbox: "m.inbox IS NOT NULL",
    .members: "(SELECT count(*) FROM memberships o WHERE o.list = l.id)",
  ]
}

/// The columns of a list's page header after ``ListColumn``: the numbers of open tasks due before `?3` and before `?4` in
/// the time zone `?5`, the number of open subtasks, and the revision of the account `a`.
enum ListHeaderColumn: Int, SelectedColumn {
  case late, due, subtasks, revision

  static let offset = ListColumn.count

  private static let isOpen = "t.list = l.id AND t.done IS NULL AND t.deleted IS NULL"

  static let table = "l"
  static let expressions: [Self: String] = [
    .late: "(SELECT count(*) FROM tasks t WHERE \(DueKey.isBefore("?3", "t", in: "?5")) AND \(isOpen))",
    .due: "(SELECT count(*) FROM tasks t WHERE \(DueKey.isBefore("?4", "t", in: "?5")) AND \(isOpen))",
    .subtasks: "(SELECT count(*) FROM tasks t WHERE \(isOpen) AND t.parent IS NOT NULL)",
    .revision: "a.revision",
  ]
}

/// The columns that a query selects, in order. The query contains ``selection`` and its reader names the cases, so that no other file
/// depends on their numbers. A lookup costs the same as one by number.
protocol SelectedColumn: CaseIterable, Hashable, RawRepresentable<Int>, Sendable {
  /// The number of columns that the query selects before these.
  static var offset: Int { get }
  /// The qualifier of columns that are named like their case.
  static var table: String { get }
  /// The selected expressions of the others.
  static var expressions: [Self: String] { get }
}

extension SelectedColumn {
  static var offset: Int { 0 }
  static var expressions: [Self: String] { [:] }
  /// The selected expression: that of the case, or the column of its name, `not_before` for `notBefore`.
  private var sql: String {
    Self.expressions[self]
      ?? "\(Self.table)." + "\(self)".map { $0.isUppercase ? "_" + $0.lowercased() : "\($0)" }.joined()
  }
  /// All columns, as a `SELECT` lists them. Made anew at each use: a statement keeps it.
  static var selection: String { allCases.map(\.sql).joined(separator: ", ") }
  /// The number of columns up to the last of these.
  static var count: Int { offset + allCases.count }
  /// The index of the column in the rows of the query.
  var index: Int { Self.offset + rawValue }
}

extension Row {
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(column: some SelectedColumn) -> Value {
    self[column.index]
  }

  func id<Subject>(_ column: some SelectedColumn) -> Identifier<Subject> { id(column.index) }

  func idIfPresent<Subject>(_ column: some SelectedColumn) -> Identifier<Subject>? { idIfPresent(column.index) }

  func moment(_ column: some SelectedColumn) -> Milliseconds? { moment(column.index) }

  func date(_ column: some SelectedColumn) -> Date { date(column.index) }

  func day(_ column: some SelectedColumn) throws -> Day? { try day(column.index) }

  func time(_ column: some SelectedColumn) -> ClockTime? { time(column.index) }

  func recurrence(_ column: some SelectedColumn) -> Recurrence? { recurrence(column.index) }
  func tags(_ column: some SelectedColumn) -> TagSet { tags(column.index) }
  func known<Value: RawRepresentable>(_ column: some SelectedColumn) throws -> Value
  where Value.RawValue: DatabaseValueConvertible & StatementColumnConvertible {
    try known(column.index)
  }
}
