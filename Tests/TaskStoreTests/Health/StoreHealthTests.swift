import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

struct StoreHealthTests {
  @Test func `a store that cannot be written is unhealthy`() async throws {
    try await withFolder { folder in
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
  }

  @Test func `little disk space is a warning, and none is a problem`() async throws {
    try await withFolder { folder in
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
