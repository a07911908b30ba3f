package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// A list as it was at a moment, by the inverses of the changes since; nil if these are too many.
  package func list(_ id: ListID, asOf moment: Date) async throws(Problem) -> EarlierList? {
    try await read { db in
      try db.requireReadable(id, for: account)
      return try EarlierListReader(id, account, since: Milliseconds(moment), db)?.list
    }
  }
}

/// Reads what a list is, and takes the changes since a moment back, the last one first.
private struct EarlierListReader {
  private typealias Values = [Patch.Column: Stored]

  private let db: Database
  private let id: ListID
  private(set) var list = EarlierList(name: "")
  /// The values that rows had then, as far as they were changed since.
  private var (tasks, sections): ([Int64: Values], [Int64: Values]) = ([:], [:])
  private var (addedTasks, addedSections): (Set<Int64>, Set<Int64>) = ([], [])
  private var changed: [Int64: Milliseconds] = [:]

  /// Nil if the changes are too many.
  init?(_ id: ListID, _ account: AccountID, since moment: Milliseconds, _ db: Database) throws {
    (self.db, self.id) = (db, id)
    list.name = try db.one("SELECT name FROM lists WHERE id = ?", [id.value]) { $0[0] }
    guard try takeBack(since: db.firstChange(since: moment)) else { return nil }
    let rows = try rows()
    list.isCut = rows.count > Limits.largestPage
    let names = try lists(of: rows, account)
    var headings = try headings()[...]
    for (id, then, now, depth) in rows.prefix(Limits.largestPage) {
      guard let text = try TaskDraft(then) else { continue }
      var heading: String?
      // A section without tasks has no heading here.
      if depth == 0, let position = then[.position]?.number {
        while let next = headings.first, next.position < position {
          (heading, headings) = (next.name, headings.dropFirst())
        }
      }
      let row = TaskRow(
        id: TaskID(id), list: self.id, text: text, done: nil, version: ChangeID(0), parent: nil, subtasks: .shown)
      list.rows.append(
        EarlierTaskRow(
          row.placed(at: OutlinePosition(depth: depth), progress: nil, subtasks: .shown), try fate(then, now, names),
          changed: changed[id]?.date, heading: heading))
    }
    list.added =
      try addedTasks.isEmpty
      ? [] : db.rows(EarlierListQuery.added, [addedTasks.json, id.value]) { OpenTask(id: $0.id(0), title: $0[1]) }
  }

  /// Whether all changes since, with their number and size, could be looked at.
  private mutating func takeBack(since first: Int64) throws -> Bool {
    var left = Limits.earlierCharacters
    let changes = try Row.fetchCursor(
      try db.cachedStatement(sql: EarlierListQuery.changes), arguments: [id.value, first, Limits.earlierChanges + 1])
    while let change = try changes.next() {
      list.changes += 1
      guard list.changes <= Limits.earlierChanges, tasks.count <= Limits.earlierTasks else { return false }
      guard let inverse = change[1] as String?, let patches = Patch.stored(inverse) else {
        if change[2] as String == ChangeKind.purged.rawValue {
          list.lost += change[3] as Int
        } else {
          list.isWhole = false
        }
        continue
      }
      left -= inverse.utf8.count
      if left < 0 { return false }
      for patch in patches { revert(patch, at: Milliseconds(value: change[4])) }
    }
    try takeBackElsewhere(since: first)
    return true
  }

  /// Takes back what was changed of tasks while they were in other lists.
  private mutating func takeBackElsewhere(since first: Int64) throws {
    let moved = tasks.filter { $0.value[.list] != nil }.keys.sorted()
    for id in moved.prefix(Limits.earlierMoves) {
      guard let task = try EarlierTask(of: TaskID(id), at: ChangeID(first - 1), db), task.id.value == id else {
        list.isWhole = false
        continue
      }
      tasks[id] = task.values
    }
    if moved.count > Limits.earlierMoves { list.isWhole = false }
  }

  private mutating func revert(_ patch: Patch, at moment: Milliseconds) {
    let isAddition = patch.was[.deleted] == .timeOfUndo
    switch patch.table {
    case .tasks:
      for id in patch.ids where !addedTasks.contains(id) {
        changed[id] = changed[id] ?? moment
        if isAddition { addedTasks.insert(id) } else { tasks[id, default: [:]].merge(patch.was) { $1 } }
      }
    case .sections:
      for id in patch.ids where !addedSections.contains(id) {
        if isAddition { addedSections.insert(id) } else { sections[id, default: [:]].merge(patch.was) { $1 } }
      }
    case .lists:
      if case .text(let name)? = patch.was[.name], patch.ids.contains(id.value) { list.name = name }
    case .places, .sources, .filters, .members, .invitations, .pages, .comments: break
    }
  }

  /// The tasks that were open in the list, in its own order, with what they are now and how deep they were.
  private func rows() throws -> [(id: Int64, then: [Patch.Column: Stored], now: [Patch.Column: Stored], depth: Int)] {
    var all: [Int64: Values] = [:]
    let most = Limits.largestPage + tasks.count + addedTasks.count + 1
    let queries: [(sql: String, argument: any DatabaseValueConvertible)] = [
      (EarlierListQuery.open, most), (EarlierListQuery.some, Set(tasks.keys).json),
    ]
    for (sql, argument) in queries {
      let found = try db.rows(sql, [id.value, argument]) { row in
        (
          row[0] as Int64,
          try EarlierListQuery.columns.enumerated().reduce(into: Values()) { values, column in
            values[column.element] = try Stored(row[column.offset + 1] as DatabaseValue)
          }
        )
      }
      for (id, values) in found where !addedTasks.contains(id) { all[id] = values }
    }
    let then = all.reduce(into: [Int64: Values]()) { result, entry in
      let values = entry.value.merging(tasks[entry.key] ?? [:]) { $1 }
      if values[.list]?.number == id.value, values[.done] == .null, values[.deleted] == .null {
        result[entry.key] = values
      }
    }
    let children = Dictionary(grouping: then.keys) { key in
      then[key]?[.parent]?.number.flatMap { then[$0] == nil ? nil : $0 } ?? 0
    }
    var ordered: [(id: Int64, then: Values, now: Values, depth: Int)] = []
    func append(_ parent: Int64, _ depth: Int) {
      let keys = (children[parent] ?? []).sorted {
        (then[$0]?[.position]?.number ?? 0, $0) < (then[$1]?[.position]?.number ?? 0, $1)
      }
      for key in keys where depth < Limits.subtaskLevels {
        ordered.append((key, then[key] ?? [:], all[key] ?? [:], depth))
        append(key, depth + 1)
      }
    }
    append(0, 0)
    return ordered
  }

  private func headings() throws -> [(position: Int64, name: String)] {
    try db.rows("SELECT id, position, name, deleted FROM sections WHERE list = ?", [id.value]) { row in
      let (id, was) = (row[0] as Int64, sections[row[0] as Int64] ?? [:])
      let isThere = try was[.deleted] ?? Stored(row[3] as DatabaseValue) == .null
      var name: String = row[2]
      if case .text(let former)? = was[.name] { name = former }
      return isThere && !addedSections.contains(id) ? (was[.position]?.number ?? row[1], name) : nil
    }.compactMap(\.self).sorted { $0.position < $1.position }
  }

  /// The names of the other lists that tasks are in now, if the account can see them.
  private func lists(
    of rows: [(id: Int64, then: [Patch.Column: Stored], now: [Patch.Column: Stored], depth: Int)], _ account: AccountID
  ) throws -> [Int64: String] {
    let others = Set(rows.compactMap { $0.now[.list]?.number }).subtracting([id.value])
    if others.isEmpty { return [:] }
    let names = try db.rows(EarlierListQuery.names, [account.value, others.json]) { ($0[0] as Int64, $0[1] as String) }
    return Dictionary(uniqueKeysWithValues: names)
  }

  private func fate(
    _ then: [Patch.Column: Stored], _ now: [Patch.Column: Stored], _ names: [Int64: String]
  ) throws -> EarlierTaskRow.Fate {
    if now[.list] != then[.list] { return .moved(to: now[.list]?.number.flatMap { names[$0] }) }
    if now[.deleted] != .null { return .deleted }
    if now[.done] != .null { return .completed }
    return .open(
      try Patch.Column.shown.compactMap { column in
        guard let was = then[column], let value = now[column], was.cut != value.cut else { return nil }
        return try FieldChange(column, from: was, to: value)
      })
  }
}

extension Stored {
  /// Without the end of a long text, of which only the beginning is read.
  fileprivate var cut: Stored {
    guard case .text(let text) = self else { return self }
    return .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(EarlierListQuery.notesRead))))
  }
}

enum EarlierListQuery {
  /// The number of characters that are compared of notes, which may be long.
  static let notesRead = 1_000

  static let columns: [Patch.Column] = TaskField.all.map(\.column) + [.list, .position, .parent, .done, .deleted]

  private static let selection =
    "t.id, "
    + columns.map { $0 == .notes ? "substr(t.notes, 1, \(notesRead))" : "t.\($0.rawValue)" }
    .joined(separator: ", ")

  /// The changes of a list since one of them, the last one first. A task that is moved concerns two lists.
  static let changes = """
    SELECT id, inverse, kind, count, at FROM changes WHERE list = ?1 AND id >= ?2
    UNION ALL
    SELECT id, inverse, kind, count, at FROM changes WHERE other = ?1 AND id >= ?2
    ORDER BY id DESC LIMIT ?3
    """

  static let open = """
    SELECT \(selection) FROM tasks t INDEXED BY tasks_open
    WHERE t.list = ?1 AND t.done IS NULL AND t.deleted IS NULL ORDER BY t.position LIMIT ?2
    """

  static let some = """
    SELECT \(selection) FROM json_each(?2) j CROSS JOIN tasks t ON t.id = j.value WHERE ?1 IS NOT NULL
    """

  static let added = """
    SELECT t.id, t.title FROM json_each(?1) j CROSS JOIN tasks t ON t.id = j.value
    WHERE t.list = ?2 AND t.done IS NULL AND t.deleted IS NULL ORDER BY t.position LIMIT \(Limits.largestPage)
    """

  static let names = """
    SELECT m.list, l.name FROM json_each(?2) j CROSS JOIN memberships m ON m.account = ?1 AND m.list = j.value
      CROSS JOIN lists l ON l.id = m.list
    """
}
