import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class PurgeTests: WorldTests {
  @Test func `after its time in the trash a task is purged with its texts`() async throws {
    let store = world.store
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    let tasks = try await world.add("A", "B", "C", to: house)
    let version = try await mine.task(tasks[0]).version
    let secret = try draft("A", notes: "secret")
    let edited = try #require(try await mine.editTask(tasks[0], secret, version: version).change)
    try await mine.editTask(tasks[0], draft("A"), version: edited)
    let deleted = try #require(try await mine.deleteTask(tasks[0]).change)
    try await mine.deleteList(garden)
    world.clock.advance(days: 15)
    try await mine.deleteTask(tasks[1])
    let before = try #require(try await mine.revision())

    world.clock.advance(days: 16)
    let limit = world.clock.now.addingTimeInterval(Double(-Limits.trashDays) * 86_400)
    #expect(try await store.purge(deletedBefore: limit) == 2)
    #expect(try await mine.trash().map(\.name) == ["B"])
    #expect(try #require(try await mine.revision()) > before)
    await #expect(throws: StoreError.notFound) { try await mine.restoreList(garden) }
    await #expect(throws: StoreError.notFound) { try await mine.task(tasks[0]) }
    await #expect(throws: StoreError.conflict(.notUndoable(deleted))) { try await mine.undo(deleted) }
    let purged = try await mine.history(of: house, limit: 1)[0]
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
    let (store, account) = (world.store, world.account)
    let list = try await world.list()
    for _ in 0..<2 {
      let tasks = try await store[account].addTasks(
        try (0..<250).map { try draft("milk \($0)") }, to: list, submission: .fresh()
      ).tasks
      for task in tasks { try await store[account].complete(task) }
    }
    try await store[account].clearCompleted(in: list)
    let before = try await store[account].usage()
    #expect(before.tasks == 500)
    world.clock.advance(days: 31)
    let limit = world.clock.now.addingTimeInterval(Double(-Limits.trashDays) * 86_400)
    #expect(try await store.purge(deletedBefore: limit) == 500)
    #expect(try await store[account].usage().tasks == 0)
    let purges = try await store[account].history(of: list, limit: 2_000).filter { $0.kind == .purged }
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
    try await store[mine.account].deleteTask(tasks[0])
    try await store[mine.account].deleteList(garden)
    try await store[theirs.account].deleteTask(other)
    let moment = mine.clock.now
    try await store[mine.account].deleteTask(tasks[1])
    let before = try #require(try await store[mine.account].revision())

    #expect(try await !store[mine.account].isEmptyingTrash())
    try await store[mine.account].emptyTrash(until: moment)
    #expect(try await store[mine.account].isEmptyingTrash())
    #expect(try await !store[theirs.account].isEmptyingTrash())
    try await store.deleteRemoved()
    #expect(try await !store[mine.account].isEmptyingTrash())
    #expect(try await store[mine.account].trash().map(\.name) == ["B"])
    #expect(try await store[theirs.account].trash().map(\.name) == ["D"])
    #expect(try #require(try await store[mine.account].revision()) > before)
    await #expect(throws: StoreError.notFound) { try await store[mine.account].restoreList(garden) }
    #expect(try await mine.open(house) == ["C"])
    #expect(try await store.quickCheck() == [])
  }
}
