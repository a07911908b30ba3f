import GRDB
import Tasks

/// The order of a list's tasks and headings, or of an account's lists but for its Inbox, which is before all others. Each row has a
/// unique position, far from its neighbours' positions.
///
/// Hidden rows (completed, in the trash) keep their positions, because they may be shown again. A position is therefore free
/// only if no row of the scope has it, hidden rows included.
struct Order {
  /// The distance between new rows. It can be halved 32 times before neighbouring rows have to move.
  static let gap: Int64 = 1 << 32
  /// The distance of a new heading from what is before it, so that tasks can be added there.
  static let sectionGap: Int64 = 1 << 48

  /// The position of an account's Inbox, before all that its other lists can have.
  static let ofInbox: Int64 = -1 << 60

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
    rows = ["SELECT list AS key, position FROM memberships WHERE account = ?1 AND inbox IS NULL"]
  }

  /// The positions in which rows are added at an end. Beyond them, the schema allows as many again, for the rows of one change.
  static let usual: ClosedRange<Int64> = -(1 << 59)...(1 << 59)

  /// A position before all rows.
  func top() throws -> Int64 { try extreme("min").map { $0 - Self.gap } ?? 0 }

  /// A position after all rows.
  func bottom() throws -> Int64 { try extreme("max").map { $0 + Self.gap } ?? 0 }

  /// Free positions in a row.
  struct FreePositions {
    let first, distance: Int64

    func position(_ index: Int) -> Int64 { first + Int64(index) * distance }
  }

  /// The positions of rows that are added at an end of a section; with ``ShownSection/all``, of the whole list.
  func positions(for count: Int, at end: ListEnd, of section: ShownSection = .unsectioned) throws -> FreePositions {
    let headings = section == .all ? [] : try db.headings(of: ListID(scope))
    switch (section, end) {
    case (.all, .top), (.unsectioned, .top):
      return FreePositions(first: try top() - Int64(count - 1) * Self.gap, distance: Self.gap)
    case (.all, .bottom): return FreePositions(first: try bottom(), distance: Self.gap)
    case (.unsectioned, .bottom): return try positions(for: count, before: headings.first?.id.orderKey)
    case (.section(let id), _):
      guard let index = headings.firstIndex(where: { $0.id == id }) else { throw StoreError.notFound }
      if end == .top { return try positions(for: count, after: id.orderKey) }
      return try positions(for: count, before: index + 1 < headings.count ? headings[index + 1].id.orderKey : nil)
    }
  }

  /// Free positions between a row and the one before it, near the latter; at the bottom if there is no such row.
  func positions(for count: Int, before key: Int64?) throws -> FreePositions {
    guard let key else { return FreePositions(first: try bottom(), distance: Self.gap) }
    return try positions(for: count) {
      let next = try position(of: key)
      return (try neighbour("max", "<", next) ?? next - Int64(count + 1) * Self.gap, next)
    }
  }

  /// Free positions between a row and the one after it, near the latter.
  private func positions(for count: Int, after key: Int64) throws -> FreePositions {
    let free = try positions(for: count) {
      let last = try position(of: key)
      return (last, try neighbour("min", ">", last) ?? last + Int64(count + 1) * Self.gap)
    }
    let next = try neighbour("min", ">", position(of: key))
    return FreePositions(first: next.map { $0 - Int64(count) * free.distance } ?? free.first, distance: free.distance)
  }

  /// Free positions between two neighbours. If there are too few, rows around them move apart.
  private func positions(for count: Int, between ends: () throws -> (Int64, Int64)) throws -> FreePositions {
    func distance(_ ends: (Int64, Int64)) -> Int64 { min(Self.gap, (ends.1 - ends.0) / Int64(count + 1)) }
    var found = try ends()
    if distance(found) == 0 {
      try makeRoom(around: found.0, for: count)
      found = try ends()
    }
    guard distance(found) > 0 else { throw StoreError.internal("an order without room") }
    return FreePositions(first: found.0 + distance(found), distance: distance(found))
  }

  /// A free position directly after `position`.
  func free(after position: Int64) throws -> Int64 {
    let key = try db.row("SELECT key FROM \(all) WHERE position = ?2 LIMIT 1", [scope, position]) { $0[0] as Int64 }
    return try positions(for: 1) {
      let last = try key.map { try self.position(of: $0) } ?? position
      return (last, try neighbour("min", ">", last) ?? last + 2 * Self.gap)
    }.first
  }

  /// A free position directly before a row.
  func free(before key: Int64) throws -> Int64 { try positions(for: 1, before: key).first }

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

  /// Spreads the rows around a position evenly over the smallest range in which at least 65,536 times `count` rows fit between two of
  /// them. Rows outside of it, such as most of a large trash, stay where they are.
  private func makeRoom(around position: Int64, for count: Int) throws {
    for bits in Int64(20)...58 {
      let (start, size) = ((position >> bits) << bits, Int64(1) << bits)
      let keys = try db.rows(
        "SELECT key FROM \(all) WHERE position >= ?2 AND position < ?3 ORDER BY position, key",
        [scope, start, start + size]
      ) { $0[0] as Int64 }
      let distance = size / Int64(keys.count + 1)
      guard distance >= Int64(count + 1) << 16 else { continue }
      for (index, key) in keys.enumerated() { try setPosition(start + Int64(index) * distance, of: key) }
      return
    }
  }

  /// The first or the last position; nil without rows. If it is too far away, all rows are put around 0 first.
  private func extreme(_ function: String) throws -> Int64? {
    guard let found = try neighbour(function, ">=", .min) else { return nil }
    if Self.usual.contains(found) { return found }
    let keys = try db.rows("SELECT key FROM \(all) ORDER BY position, key", [scope]) { $0[0] as Int64 }
    for (index, key) in keys.enumerated() { try setPosition(Int64(index - keys.count / 2) * Self.gap, of: key) }
    return try neighbour(function, ">=", .min)
  }

  /// The nearest position on a side. Of each table SQLite reads one row of its index.
  private func neighbour(_ function: String, _ comparison: String, _ position: Int64) throws -> Int64? {
    let nearest = rows.map { rows in
      "SELECT \(function)(position) AS position FROM (\(rows)) WHERE position \(comparison) ?2"
    }
    return try db.row(
      "SELECT \(function)(position) FROM (\(nearest.joined(separator: " UNION ALL ")))", [scope, position]
    ) { $0[0] as Int64? } ?? nil
  }

  /// A subquery of all rows. Conditions on positions reach the index of each table.
  private var all: String { "(\(rows.joined(separator: " UNION ALL ")))" }
}
