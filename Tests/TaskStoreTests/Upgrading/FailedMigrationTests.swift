import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct FailedMigrationTests {
  private static let morning = Date(timeIntervalSince1970: 1_772_357_400)

  /// The steps of this version, and one that fails after it has written.
  private static let failing = {
    var migrations = Schema.migrations(now: morning)
    migrations.registerMigration("broken", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: "UPDATE accounts SET name = name || '!'; INSERT INTO nowhere VALUES (1)")
    }
    return migrations
  }()

  private func makeOld(at path: String) throws -> Data {
    let pool = try DatabasePool(path: path)
    try Schema.migrator(now: Self.morning).migrate(pool, upTo: "search")
    try pool.write(ReleasedRows.insert)
    try pool.close()
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func `a failed step stops the start, names itself and the copy, and leaves the file as it was`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let before = try makeOld(at: path)
      let copy = path + ".before-upgrade-20260301T093000Z"
      let step = SchemaVersion(number: Self.failing.names.count, step: "broken")
      let problem = OpenProblem.notMigrated(path, step, reason: "no such table: nowhere", copy: copy)
      #expect(throws: problem) { try TaskStore.open(at: path, now: { Self.morning }, migrations: Self.failing) }
      #expect(
        problem.description == """
          The database \(path) could not be brought up to date: step \(step.number) (broken) failed: no such table: nowhere. \
          The database is as it was, and \(copy) is a copy of it. Use the earlier version until this is solved.
          """)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "byte for byte")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(files == ["x.sqlite", URL(fileURLWithPath: copy).lastPathComponent])

      // The next version, without the mistake.
      let store = try TaskStore.open(at: path, now: { Self.morning })
      #expect(try await store.account(store.localAccount).name == "Ana")
      try store.close()
    }
  }

  @Test func `rows that a step leaves without the rows they refer to make it fail`() throws {
    try withFolder { folder in
      let path = folder + "/x.sqlite"
      let before = try makeOld(at: path)
      var migrations = Schema.migrations(now: Self.morning)
      migrations.registerMigration("orphans") { db in try db.execute(sql: "DELETE FROM accounts WHERE id = 1") }
      #expect {
        try TaskStore.open(at: path, now: { Self.morning }, migrations: migrations)
      } throws: { error in
        guard case .notMigrated(path, let step, let reason, _) = error as? OpenProblem else { return false }
        return step.step == "orphans" && reason.contains("FOREIGN KEY")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
  }

  @Test func `steps that are run as one leave the schema that they leave one by one`() throws {
    func schema(_ migrate: (DatabaseQueue) throws -> Void) throws -> [String] {
      let queue = try DatabaseQueue()
      try Schema.migrator(now: Self.morning).migrate(queue, upTo: "accounts")
      try migrate(queue)
      return try queue.read { db in
        try Row.fetchAll(db, sql: "SELECT type, name, sql FROM sqlite_master ORDER BY name").map { "\($0)" }
          + String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1")
      }
    }
    let migrations = Schema.migrations(now: Self.morning)
    var told: [[Int]] = []
    let together = try schema { queue in
      try queue.writeWithoutTransaction { db in try migrations.runMissing(db) { told.append([$0, $1]) } }
    }
    #expect(try together == schema { try migrations.migrator.migrate($0) })
    #expect(told == (1..<migrations.names.count).map { [$0, migrations.names.count - 1] })
  }
}
