import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct PurgeTests {
  @Test func `after its days what lies in the trash is gone for good, and its texts with it`() async throws {
    let world = try World()
    let (store, account) = (world.store, world.account)
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    let tasks = try await world.add("A", "B", "C", to: house)
    let version = try await store.task(tasks[0], for: account).version
    let secret = try draft("A", notes: "secret")
    let edited = try #require(try await store.editTask(tasks[0], secret, version: version, for: account).change)
    try await store.editTask(tasks[0], draft("A"), version: edited, for: account)
    let deleted = try #require(try await store.deleteTask(tasks[0], for: account).change)
    try await store.deleteList(garden, for: account)
    world.clock.advance(days: 15)
    try await store.deleteTask(tasks[1], for: account)
    let before = try #require(try await store.revision(of: account))

    world.clock.advance(days: 16)
    let limit = world.clock.now.addingTimeInterval(Double(-Limits.trashDays) * 86_400)
    #expect(try await store.purge(deletedBefore: limit) == 2)
    #expect(try await store.trash(for: account).map(\.name) == ["B"])
    #expect(try #require(try await store.revision(of: account)) > before)
    await #expect(throws: StoreError.notFound) { try await store.restoreList(garden, for: account) }
    await #expect(throws: StoreError.notFound) { try await store.task(tasks[0], for: account) }
    await #expect(throws: StoreError.conflict(.notUndoable(deleted))) { try await store.undo(deleted, for: account) }
    let purged = try await store.history(of: house, for: account, limit: 1)[0]
    #expect((purged.kind, purged.count, purged.name, purged.who) == (.purged, 1, "House", nil))
    #expect(!purged.undoable)
    let secrets = try await store.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM changes WHERE inverse LIKE '%secret%'")
    }
    #expect(secrets == 0)
    #expect(try await store.purge(deletedBefore: limit) == 0, "nothing is left to do")
    #expect(try await store.quickCheck() == [])
    #expect(try await world.list("New") > garden, "numbers are never used again")
  }
}
