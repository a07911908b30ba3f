import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

final class QuickCheckTests: WorldTests {
  @Test func `a check finds nothing in a sound database during writes`() async throws {
    try await withFolder { folder in
      let store = try TaskStore.open(at: folder + "/x.sqlite")
      let account = store.localAccount
      let list = try await store[account].createList("A", submission: .fresh()).list
      try await withThrowingTaskGroup { group in
        for writer in 0..<4 {
          group.addTask {
            for round in 0..<20 {
              let title = try draft("task \(writer) of round \(round)")
              let added = try await store[account].addTasks([title], to: list, submission: .fresh())
              if round % 3 == 0 { try await store[account].complete(added.tasks[0]) }
            }
          }
        }
        for _ in 0..<10 { #expect(try await store.quickCheck() == []) }
        try await group.waitForAll()
      }
      #expect(try await store.quickCheck() == [])
      try store.close()
    }
  }

  @Test func `a check takes no lock that a writer needs`() async throws {
    try await withFolder { folder in
      let store = try TaskStore.open(at: folder + "/x.sqlite")
      let account = store.localAccount
      let list = try await store[account].createList("A", submission: .fresh()).list
      try await store[account].addTasks([draft("milk")], to: list, submission: .fresh())
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: folder + "/x.sqlite", configuration: configuration)
      try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
      #expect(try await store.quickCheck() == [])
      try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
      try other.close()
      try store.close()
    }
  }

  @Test func `wrong counts are reported as contradictions, not as damage`() async throws {
    let list = try await world.list()
    try await world.add("milk", to: list)
    try await world.store.execute("UPDATE lists SET open = 7")
    let findings = try await world.store.quickCheck()
    #expect(findings.contains { $0.text == "list \(list) counts its tasks wrongly" && $0.isRepairable })
    #expect(findings.allSatisfy { $0.kind == .contradiction })
  }

  @Test func `damage found by a request is remembered with SQLite's code until a check succeeds`() async throws {
    await #expect(throws: StoreError.unavailable(.damaged, .reading)) {
      try await world.store.read { _ in throw DatabaseError(resultCode: .SQLITE_CORRUPT_INDEX) }
    }
    #expect(world.store.healthRecord.withLock { $0.findings }.map(\.code) == [779])
    #expect(await world.store.health() == [.damaged])
    #expect(try await world.store.quickCheck() == [])
    #expect(world.store.healthRecord.withLock { $0.findings } == [])
  }
}

final class StoreHealthTests: FolderTests {
  @Test func `a store that cannot be written is unhealthy`() async throws {
    var settings = TaskStore.Settings()
    settings.healthAge = .zero
    let store = try TaskStore.open(at: folder + "/x.sqlite", settings: settings)
    #expect(await store.health() == [])
    try await store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
    #expect(await store.health() == [.unwritable(.readOnly)])
    try await store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = OFF") }
    #expect(await store.health() == [])
    try store.close()
    #expect(await store.health().contains(.unreadable(.closed)))
  }

  @Test func `little disk space is a warning, and none is a problem`() async throws {
    let free = Mutex<UInt64>(0)
    var settings = TaskStore.Settings()
    settings.healthAge = .zero
    settings.freeBytes = { _ in free.withLock { $0 } }
    let store = try TaskStore.open(at: folder + "/x.sqlite", settings: settings)
    for (megabytes, problems) in [
      (33, []), (31.5, [.littleRoom(megabytes: 31)]), (1, [.littleRoom(megabytes: 1)]), (0.9, [.noRoom]),
      (0, [.noRoom]),
    ] as [(Double, [HealthProblem])] {
      free.withLock { $0 = UInt64(megabytes * 1_048_576) }
      #expect(await store.health() == problems)
    }
    try store.close()
  }

  @Test func `the result of a health check is reused for a while`() async throws {
    var settings = TaskStore.Settings()
    settings.healthAge = .seconds(3_600)
    let store = try TaskStore.inMemory(settings: settings)
    let before = try #require(store.version.current)
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { #expect(await store.health() == []) } }
    }
    #expect(try #require(store.version.current) - before <= 1)
  }
}
