import GRDB
import Tasks

/// The order of a list's tasks or of an account's lists: each row has a position of its own, far from the next one's.
///
/// Rows that nobody sees (completed, in the trash) keep their positions, for they may come back to them. So a position is
/// free only if none of all rows has it.
struct Order {
  /// How far apart rows are put: it can be halved 32 times before the rows have to be numbered anew.
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

  /// Before all rows.
  func top() throws -> Int64 {
    try extreme("min").map { $0 - Self.gap } ?? 0
  }

  /// After all rows.
  func bottom() throws -> Int64 {
    try extreme("max").map { $0 + Self.gap } ?? 0
  }

  /// A free position right after that one. It may number all rows anew to make room.
  func free(after position: Int64) throws -> Int64 {
    guard let next = try next(after: position) else { return position + Self.gap }
    if next - position >= 2 { return position + (next - position) / 2 }
    guard let id = try row(at: position) else { return position }
    let renumbered = try renumber()
    guard let place = renumbered[id] else { throw StoreError.internal("a row that lost its place") }
    return place + Self.gap / 2
  }

  /// Whether a row other than that one has the position.
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

  /// Puts all rows at even distances without changing their order; returns where each is now.
  @discardableResult
  func renumber() throws -> [Int64: Int64] {
    let ids = try db.rows(
      "SELECT \(key) FROM \(table) WHERE \(whole) = ? ORDER BY position, \(key)", [scope]
    ) { $0[0] as Int64 }
    var places: [Int64: Int64] = [:]
    for (index, id) in ids.enumerated() {
      places[id] = Int64(index) * Self.gap
      try setPosition(Int64(index) * Self.gap, of: id)
    }
    return places
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
