import GRDB
import Tasks
import Testing

@testable import TaskStore

/// What no statement can do, on any connection.
struct DefenceTests {
  @Test func `the schema table and the index's shadow tables cannot be written`() async throws {
    let world = try World()
    try await world.add("milk", to: try await world.list())
    for statement in ["DELETE FROM search_data", "UPDATE sqlite_master SET sql = ''"] {
      await #expect(throws: StoreError.self, "\(statement)") {
        try await world.store.write { db, _ in
          try db.execute(sql: "PRAGMA writable_schema = ON")
          try db.execute(sql: statement)
        }
      }
    }
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `deleted content is overwritten`() async throws {
    try await withFolder { folder in
      let store = try TaskStore.open(at: folder + "/x.sqlite")
      let mode = try await store.database.writeWithoutTransaction { db in
        try Int.fetchOne(db, sql: "PRAGMA secure_delete")
      }
      #expect(mode == 1)
      try store.close()
    }
  }
}
