import Foundation
import GRDB
import Tasks

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
  func priority(_ column: some SelectedColumn) throws -> Priority { try priority(column.index) }
}
