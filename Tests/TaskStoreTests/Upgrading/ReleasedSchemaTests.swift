import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// Databases of every schema that ever was the newest are opened by this version.
struct ReleasedSchemaTests {
  private static let morning = Date(timeIntervalSince1970: 1_772_357_400)
  private static let steps = Schema.migrations(now: morning).names

  /// Makes a database as the version left it whose last step was this one, with rows in every table.
  private func make(_ path: String, upTo step: String) throws {
    let pool = try DatabasePool(path: path)
    try Schema.migrator(now: Self.morning).migrate(pool, upTo: step)
    try pool.write(ReleasedRows.insert)
    try pool.close()
  }

  private func contents(_ path: String, of columns: [String: [String]]? = nil) throws -> (
    columns: [String: [String]], rows: [String: [String]]
  ) {
    let queue = try DatabaseQueue(path: path)
    let contents = try queue.read { db in
      let columns = try columns ?? ReleasedRows.stored(db)
      return (
        columns,
        try Dictionary(
          uniqueKeysWithValues: columns.map { table, columns in
            (table, try ReleasedRows.contents(of: table, columns, db))
          })
      )
    }
    try queue.close()
    return contents
  }

  @Test(arguments: steps)
  func `a database of every released schema is brought up to date, and nothing in it is lost`(step: String) async throws
  {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      try make(path, upTo: step)
      let before = try contents(path)
      let store = try TaskStore.open(at: path, now: { Self.morning })
      let after = try contents(path, of: before.columns)
      for (table, rows) in before.rows { #expect(after.rows[table] == rows, "\(table)") }
      try await store.countUsage()
      try await store.indexWords()
      if before.rows["credentials"] != nil {
        let ana = try await store.account(AccountID(1))
        #expect(ana.name == "Ana")
        #expect(try await store.lists(for: ana.id).map(\.name) == ["House", "Choir", "Due"])
        #expect(try await store.openTasks(in: ListID(7), for: ana.id).map(\.title).contains("Milk"))
      }
      try store.close()
      #expect(try await TaskStore.check(path).findings == [])
    }
  }

  @Test func `every table and every column of the newest schema has rows here`() throws {
    let queue = try DatabaseQueue()
    try Schema.migrator(now: Self.morning).migrate(queue)
    let columns = try queue.read(ReleasedRows.stored)
    for (table, columns) in columns {
      let filled = Set(ReleasedRows.rows.filter { $0.table == table }.flatMap(\.columns.keys))
      #expect(!filled.isEmpty, "no row of the table \(table)")
      for column in columns { #expect(filled.contains(column), "no value of the column \(table).\(column)") }
    }
  }
}
