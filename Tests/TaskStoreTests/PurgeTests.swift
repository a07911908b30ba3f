import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct PurgeTests {
  @Test func `after its time in the trash a task is purged with its texts`() async throws {
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

  @Test func `many tasks are purged in short steps that the history shows as one`() async throws {
    let world = try World()
    let (store, account) = (world.store, world.account)
    let list = try await world.list()
    for _ in 0..<2 {
      let tasks = try await store.addTasks(
        try (0..<250).map { try draft("milk \($0)") }, to: list, submission: .fresh(), for: account
      ).tasks
      for task in tasks { try await store.complete(task, for: account) }
    }
    try await store.clearCompleted(in: list, for: account)
    let before = try await store.usage(of: account)
    #expect(before.tasks == 500)
    world.clock.advance(days: 31)
    let limit = world.clock.now.addingTimeInterval(Double(-Limits.trashDays) * 86_400)
    #expect(try await store.purge(deletedBefore: limit) == 500)
    #expect(try await store.usage(of: account).tasks == 0)
    let purges = try await store.history(of: list, for: account, limit: 2_000).filter { $0.kind == .purged }
    #expect(purges.map(\.count) == [500])
    #expect(try await store.quickCheck() == [])
  }

  @Test func `emptying the trash purges what its owner sees, and leaves the rest`() async throws {
    let mine = try World()
    let theirs = try await mine.asStranger()
    let store = mine.store
    let (house, garden) = (try await mine.list("House"), try await mine.list("Garden"))
    let tasks = try await mine.add("A", "B", "C", to: house)
    let other = try await theirs.add("D", to: try await theirs.list())[0]
    try await store.deleteTask(tasks[0], for: mine.account)
    try await store.deleteList(garden, for: mine.account)
    try await store.deleteTask(other, for: theirs.account)
    let moment = mine.clock.now
    try await store.deleteTask(tasks[1], for: mine.account)
    let before = try #require(try await store.revision(of: mine.account))

    #expect(try await !store.isEmptyingTrash(for: mine.account))
    try await store.emptyTrash(until: moment, for: mine.account)
    #expect(try await store.isEmptyingTrash(for: mine.account))
    #expect(try await !store.isEmptyingTrash(for: theirs.account))
    try await store.deleteRemoved()
    #expect(try await !store.isEmptyingTrash(for: mine.account))
    #expect(try await store.trash(for: mine.account).map(\.name) == ["B"])
    #expect(try await store.trash(for: theirs.account).map(\.name) == ["D"])
    #expect(try #require(try await store.revision(of: mine.account)) > before)
    await #expect(throws: StoreError.notFound) { try await store.restoreList(garden, for: mine.account) }
    #expect(try await mine.open(house) == ["C"])
    #expect(try await store.quickCheck() == [])
  }
}
