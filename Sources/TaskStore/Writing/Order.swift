import GRDB
import Tasks

/// The order of a list's tasks or of an account's lists. Each row has a unique position, far from its neighbours' positions.
///
/// Hidden rows (completed, in the trash) keep their positions, because they may be shown again. A position is therefore free
/// only if no row of the scope has it, hidden rows included.
struct Order {
  /// The distance between new rows. It can be halved 32 times before neighbouring rows have to move.
  static let gap: Int64 = 1 << 32

  private let db: Database
  private let scope: Int64
  private let table: String
  private let whole: String
  private let key: String

  /// The order of a list's tasks.
  init(of list: ListID, _ db: Database) {
    (self.db, scope, table, whole, key) = (db, list.value, "tasks", "list", "id")
  }

  /// The order of an account's lists.
  init(of account: AccountID, _ db: Database) {
    (self.db, scope, table, whole, key) = (db, account.value, "memberships", "account", "list")
  }

  /// A position before all rows.
  func top() throws -> Int64 {
    try extreme("min").map { $0 - Self.gap } ?? 0
  }

  /// A position after all rows.
  func bottom() throws -> Int64 {
    try extreme("max").map { $0 + Self.gap } ?? 0
  }

  /// The position of the first of several rows that are added at an end, ``gap`` apart.
  func first(of count: Int, at end: ListEnd) throws -> Int64 {
    switch end {
    case .top: try top() - Int64(count - 1) * Self.gap
    case .bottom: try bottom()
    }
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
  func free(before id: Int64) throws -> Int64 {
    let before = try db.row(
      "SELECT max(position) FROM \(table) WHERE \(whole) = ? AND position < ?", [scope, position(of: id)]
    ) { $0[0] as Int64? }
    return try (before ?? nil).map { try free(after: $0) } ?? top()
  }

  /// Whether a row other than `id` has the position.
  func isTaken(_ position: Int64, except id: Int64) throws -> Bool {
    try db.row(
      "SELECT 1 FROM \(table) WHERE \(whole) = ? AND position = ? AND \(key) <> ? LIMIT 1", [scope, position, id]
    ) { _ in true } ?? false
  }

  func position(of id: Int64) throws -> Int64 {
    let position = try db.row(
      "SELECT position FROM \(table) WHERE \(whole) = ? AND \(key) = ?", [scope, id]
    ) { $0[0] as Int64 }
    guard let position else { throw StoreError.internal("a row without place") }
    return position
  }

  func setPosition(_ position: Int64, of id: Int64) throws {
    try db.cachedStatement(sql: "UPDATE \(table) SET position = ? WHERE \(whole) = ? AND \(key) = ?")
      .execute(arguments: [position, scope, id])
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

  private func spread(from start: Int64, to end: Int64, every step: Int64) throws {
    let ids = try db.rows(
      "SELECT \(key) FROM \(table) WHERE \(whole) = ? AND position >= ? AND position < ? ORDER BY position, \(key)",
      [scope, start, end]
    ) { $0[0] as Int64 }
    for (index, id) in ids.enumerated() { try setPosition(start + Int64(index) * step, of: id) }
  }

  private func count(from start: Int64, to end: Int64) throws -> Int {
    try db.row(
      "SELECT count(*) FROM \(table) WHERE \(whole) = ? AND position >= ? AND position < ?", [scope, start, end]
    ) { $0[0] as Int } ?? 0
  }

  private func extreme(_ function: String) throws -> Int64? {
    try db.row("SELECT \(function)(position) FROM \(table) WHERE \(whole) = ?", [scope]) { $0[0] as Int64? } ?? nil
  }

  private func next(after position: Int64) throws -> Int64? {
    try db.row("SELECT min(position) FROM \(table) WHERE \(whole) = ? AND position > ?", [scope, position]) {
      $0[0] as Int64?
    } ?? nil
  }

  private func row(at position: Int64) throws -> Int64? {
    try db.row("SELECT \(key) FROM \(table) WHERE \(whole) = ? AND position = ? LIMIT 1", [scope, position]) {
      $0[0] as Int64
    }
  }
}
