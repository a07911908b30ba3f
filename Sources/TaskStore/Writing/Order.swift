import GRDB
import Tasks

/// The order of a list's tasks and headings, or of an account's lists. Each row has a unique position, far from its neighbours'
/// positions.
///
/// Hidden rows (completed, in the trash) keep their positions, because they may be shown again. A position is therefore free
/// only if no row of the scope has it, hidden rows included.
struct Order {
  /// The distance between new rows. It can be halved 32 times before neighbouring rows have to move.
  static let gap: Int64 = 1 << 32
  /// The distance of a new heading from what is before it, so that tasks can be added there.
  static let sectionGap: Int64 = 1 << 48

  private let db: Database
  private let scope: Int64
  private let table, whole, key: String
  /// The selects of all rows of the scope by key and position. The key of a heading is negative.
  private let rows: [String]

  init(of list: ListID, _ db: Database) {
    (self.db, scope, table, whole, key) = (db, list.value, "tasks", "list", "id")
    rows = [
      "SELECT id AS key, position FROM tasks WHERE list = ?1", "SELECT -id, position FROM sections WHERE list = ?1",
    ]
  }

  init(of account: AccountID, _ db: Database) {
    (self.db, scope, table, whole, key) = (db, account.value, "memberships", "account", "list")
    rows = ["SELECT list AS key, position FROM memberships WHERE account = ?1"]
  }

  /// A position before all rows.
  func top() throws -> Int64 { try extreme("min").map { $0 - Self.gap } ?? 0 }

  /// A position after all rows.
  func bottom() throws -> Int64 { try extreme("max").map { $0 + Self.gap } ?? 0 }

  /// Free positions in a row.
  struct Room {
    let first, step: Int64

    func position(_ index: Int) -> Int64 { first + Int64(index) * step }
  }

  /// The positions of rows that are added at an end of a section; with ``ShownSection/all``, of the whole list.
  func room(for count: Int, at end: ListEnd, of section: ShownSection = .unsectioned) throws -> Room {
    let headings = section == .all ? [] : try db.headings(of: ListID(scope))
    switch (section, end) {
    case (.all, .top), (.unsectioned, .top): return Room(first: try top() - Int64(count - 1) * Self.gap, step: Self.gap)
    case (.all, .bottom): return Room(first: try bottom(), step: Self.gap)
    case (.unsectioned, .bottom): return try room(for: count, before: headings.first?.id.orderKey)
    case (.section(let id), _):
      guard let index = headings.firstIndex(where: { $0.id == id }) else { throw StoreError.notFound }
      if end == .top { return try room(for: count, after: id.orderKey) }
      return try room(for: count, before: index + 1 < headings.count ? headings[index + 1].id.orderKey : nil)
    }
  }

  /// Free positions between a row and the one before it, near the latter; at the bottom if there is no such row.
  func room(for count: Int, before key: Int64?) throws -> Room {
    guard let key else { return Room(first: try bottom(), step: Self.gap) }
    return try room(for: count) {
      let next = try position(of: key)
      return (try neighbour("max", "<", next) ?? next - Int64(count + 1) * Self.gap, next)
    }
  }

  /// Free positions between a row and the one after it, near the latter.
  private func room(for count: Int, after key: Int64) throws -> Room {
    let room = try room(for: count) {
      let last = try position(of: key)
      return (last, try neighbour("min", ">", last) ?? last + Int64(count + 1) * Self.gap)
    }
    let next = try neighbour("min", ">", position(of: key))
    return Room(first: next.map { $0 - Int64(count) * room.step } ?? room.first, step: room.step)
  }

  /// Free positions between two neighbours. If there are too few, all rows move far apart.
  private func room(for count: Int, between ends: () throws -> (Int64, Int64)) throws -> Room {
    func step(_ ends: (Int64, Int64)) -> Int64 { min(Self.gap, (ends.1 - ends.0) / Int64(count + 1)) }
    var found = try ends()
    if step(found) == 0 {
      let (start, end) = (-(Int64(1) << 61), Int64(1) << 61)
      try spread(from: .min, to: .max, at: start, every: (end - start) / Int64(self.count(from: .min, to: .max) + 1))
      found = try ends()
    }
    guard step(found) > 0 else { throw StoreError.internal("an order without room") }
    return Room(first: found.0 + step(found), step: step(found))
  }

  /// A free position directly after `position`. To make room, it may move a few nearby rows, without changing their order.
  func free(after position: Int64) throws -> Int64 {
    guard let next = try next(after: position) else { return position + Self.gap }
    if next - position >= 2 { return position + (next - position) / 2 }
    guard let id = try row(at: position) else { return position }
    try makeRoom(around: position)
    let moved = try self.position(of: id)
    guard let next = try self.next(after: moved) else { return moved + Self.gap }
    guard next - moved >= 2 else { throw StoreError.internal("an order without room") }
    return moved + (next - moved) / 2
  }

  /// A free position directly before a row.
  func free(before key: Int64) throws -> Int64 {
    try neighbour("max", "<", position(of: key)).map { try free(after: $0) } ?? top()
  }

  /// Whether a row other than `key` has the position.
  func isTaken(_ position: Int64, except key: Int64) throws -> Bool {
    try db.row("SELECT 1 FROM \(all) WHERE position = ?2 AND key <> ?3 LIMIT 1", [scope, position, key]) { _ in true }
      ?? false
  }

  func position(of key: Int64) throws -> Int64 {
    let found =
      try key < 0
      ? db.row("SELECT position FROM sections WHERE list = ? AND id = ?", [scope, -key]) { $0[0] as Int64 }
      : db.row("SELECT position FROM \(table) WHERE \(whole) = ? AND \(self.key) = ?", [scope, key]) { $0[0] as Int64 }
    guard let found else { throw StoreError.internal("a row without place") }
    return found
  }

  func setPosition(_ position: Int64, of key: Int64) throws {
    let sql =
      key < 0
      ? "UPDATE sections SET position = ? WHERE list = ? AND id = ?"
      : "UPDATE \(table) SET position = ? WHERE \(whole) = ? AND \(self.key) = ?"
    try db.cachedStatement(sql: sql).execute(arguments: [position, scope, abs(key)])
  }

  /// Spreads the rows around a position evenly over the smallest range of positions that is not crowded.
  ///
  /// The larger a range, the lower the density at which it counts as crowded, so a range stays usable for long after it was
  /// spread: about ten rows move per insertion, however many rows are inserted between the same two (M. Bender et al., "Two
  /// Simplified Algorithms for Maintaining Order in a List", 2002). Rows outside the range, as in the trash, do not matter.
  private func makeRoom(around position: Int64) throws {
    var capacity = 1.0
    for bits in 1...Self.largestRange {
      capacity *= 2 / Self.crowding
      let size = Int64(1) << Int64(bits)
      let start = (position >> Int64(bits)) << Int64(bits)
      guard capacity >= 2, start <= Int64.max - size else { continue }
      let count = try count(from: start, to: start + size)
      guard Double(count + 1) <= capacity, size / Int64(max(count, 1)) >= 4 else { continue }
      return try spread(from: start, to: start + size, every: size / Int64(max(count, 1)))
    }
    throw StoreError.internal("more rows than an order has room for")
  }

  /// Between 1 and 2. A higher value moves fewer rows but lowers the capacity, which is about ten million rows at 1.5.
  private static let crowding = 1.5
  /// The size of the largest range that is spread, as a power of two.
  private static let largestRange = 61

  private func spread(from start: Int64, to end: Int64, at first: Int64? = nil, every step: Int64) throws {
    let keys = try db.rows(
      "SELECT key FROM \(all) WHERE position >= ?2 AND position < ?3 ORDER BY position, key", [scope, start, end]
    ) { $0[0] as Int64 }
    for (index, key) in keys.enumerated() { try setPosition((first ?? start) + Int64(index) * step, of: key) }
  }

  private func count(from start: Int64, to end: Int64) throws -> Int {
    try db.row("SELECT count(*) FROM \(all) WHERE position >= ?2 AND position < ?3", [scope, start, end]) {
      $0[0] as Int
    } ?? 0
  }

  private func extreme(_ function: String) throws -> Int64? { try neighbour(function, ">=", .min) }

  private func next(after position: Int64) throws -> Int64? { try neighbour("min", ">", position) }

  /// The nearest position on a side. Of each table SQLite reads one row of its index.
  private func neighbour(_ function: String, _ comparison: String, _ position: Int64) throws -> Int64? {
    let nearest = rows.map { rows in
      "SELECT \(function)(position) AS position FROM (\(rows)) WHERE position \(comparison) ?2"
    }
    return try db.row(
      "SELECT \(function)(position) FROM (\(nearest.joined(separator: " UNION ALL ")))", [scope, position]
    ) { $0[0] as Int64? } ?? nil
  }

  private func row(at position: Int64) throws -> Int64? {
    try db.row("SELECT key FROM \(all) WHERE position = ?2 LIMIT 1", [scope, position]) { $0[0] as Int64 }
  }

  /// A subquery of all rows. Conditions on positions reach the index of each table.
  private var all: String { "(\(rows.joined(separator: " UNION ALL ")))" }
}
