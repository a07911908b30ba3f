import Foundation
import GRDB
import Tasks

/// Statements for reading. They are cached per connection, and each joins `memberships`.
extension Database {
  /// Runs a cached statement and maps each row.
  func rows<Value>(_ sql: String, _ arguments: StatementArguments, _ make: (Row) throws -> Value) throws -> [Value] {
    let cursor = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: arguments)
    var values: [Value] = []
    while let row = try cursor.next() { values.append(try make(row)) }
    return values
  }

  /// The first row, mapped; nil if there is none.
  func row<Value>(_ sql: String, _ arguments: StatementArguments, _ make: (Row) throws -> Value) throws -> Value? {
    let cursor = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: arguments)
    return try cursor.next().map(make)
  }

  /// The first row, mapped. Throws `notFound` if there is none.
  func one<Value>(_ sql: String, _ arguments: StatementArguments, _ make: (Row) throws -> Value) throws -> Value {
    guard let value = try row(sql, arguments, make) else { throw StoreError.notFound }
    return value
  }

  /// The number that a statement counts.
  func count(_ sql: String, _ arguments: StatementArguments) throws -> Int { try row(sql, arguments) { $0[0] } ?? 0 }

  /// Whether there is a row.
  func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try row(sql, arguments) { _ in true } ?? false
  }

  /// Throws `notFound` or `gone` unless the account may read the list's tasks.
  func requireReadable(_ list: ListID, for account: AccountID) throws {
    let gone = try row(
      """
      SELECT l.deleted, CASE WHEN l.deleted IS NULL THEN '' ELSE l.name END
      FROM memberships m JOIN lists l ON l.id = m.list WHERE m.account = ? AND m.list = ?
      """, [account.value, list.value]
    ) { row -> GoneThing? in
      row.moment(0).map { GoneThing.list(list, name: row[1], since: $0.date) }
    }
    guard let gone else { throw StoreError.notFound }
    if let gone { throw StoreError.gone(gone) }
  }
}

extension String {
  /// The value of a stored JSON text; nil if it can't be read, so that it costs no more than itself.
  func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
    do { return try JSONDecoder().decode(type, from: Data(utf8)) } catch { return nil }
  }
}

extension Row {
  func id<Subject>(_ index: Int) -> Identifier<Subject> { Identifier(self[index] as Int64) }

  func idIfPresent<Subject>(_ index: Int) -> Identifier<Subject>? { (self[index] as Int64?).map { Identifier($0) } }

  func moment(_ index: Int) -> Milliseconds? { (self[index] as Int64?).map(Milliseconds.init(value:)) }

  func date(_ index: Int) -> Date { Milliseconds(value: self[index]).date }

  func day(_ index: Int) throws -> Day? {
    guard let text = self[index] as String? else { return nil }
    guard let day = Day(iso: text) else { throw StoreError.internal("a due date that is none") }
    return day
  }

  func time(_ index: Int) -> ClockTime? { (self[index] as String?).flatMap { ClockTime(stored: $0) } }

  /// Nil also for a rule that this version doesn't know, so that it hides no task.
  func recurrence(_ index: Int) -> Recurrence? { (self[index] as String?).flatMap { Recurrence($0) } }

  /// Stored reminders; none if they can't be read.
  func reminders(_ index: Int) -> ReminderSet {
    (self[index] as String?).flatMap { ReminderSet($0) } ?? ReminderSet()
  }

  func tags(_ index: Int) -> TagSet { (self[index] as String?).map { TagSet(stored: $0) } ?? TagSet() }

  /// A value by its raw value. Throws for one that this version doesn't know.
  func known<Value: RawRepresentable>(_ index: Int) throws -> Value
  where Value.RawValue: DatabaseValueConvertible & StatementColumnConvertible {
    guard let value = Value(rawValue: self[index]) else { throw StoreError.internal("an unknown \(Value.self)") }
    return value
  }
}
