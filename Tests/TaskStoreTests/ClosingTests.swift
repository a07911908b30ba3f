import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// What a database file contains after its store is closed, whatever other process has it open.
struct ClosingTests {
  private func titles(inCopyOf path: String, _ folder: String) throws -> [String] {
    try FileManager.default.copyItem(atPath: path, toPath: folder + "/copy.sqlite")
    let copy = try DatabaseQueue(path: folder + "/copy.sqlite")
    let titles = try copy.read { db in try String.fetchAll(db, sql: "SELECT name FROM lists") }
    try copy.close()
    return titles
  }

  private func store(at path: String) async throws -> TaskStore {
    var settings = TaskStore.Settings()
    settings.busyTimeout = 0.1
    let store = try TaskStore.open(at: path, settings: settings)
    _ = try await store[store.localAccount].createList(ListName(validating: "A"), submission: .fresh())
    return store
  }

  @Test func `the file alone is complete though another process has it open`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let store = try await store(at: path)
      let other = try DatabaseQueue(path: path)
      #expect(try await other.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM lists") } == 1)
      #expect(try store.close() == nil)
      #expect(try titles(inCopyOf: path, folder) == ["A"])
      try other.close()
    }
  }

  @Test func `a log that another process still reads is reported`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let store = try await store(at: path)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try await other.writeWithoutTransaction { db in
        try db.execute(sql: "BEGIN")
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM lists")
      }
      #expect(try store.close() == .inUse)
      try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
      try other.close()
    }
  }
}
