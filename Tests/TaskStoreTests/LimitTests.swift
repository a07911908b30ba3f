import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct LimitTests {
  @Test func `a list has at most ten thousand tasks, however they are added`() async throws {
    let world = try World()
    let (store, account) = (world.store, world.account)
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    let full = StoreError.limit(.tasks(10_000))
    let thousand = try (0..<1_000).map { try draft("task \($0)") }
    for _ in 0..<10 { try await store.addTasks(thousand, to: house, submission: .fresh(), for: account) }
    await #expect(throws: full) {
      try await store.addTasks([draft("x")], to: house, submission: .fresh(), for: account)
    }

    let elsewhere = try await world.add("elsewhere", to: garden)[0]
    let version = try await store.task(elsewhere, for: account).version
    await #expect(throws: full) {
      try await store.editTask(elsewhere, draft("elsewhere"), list: house, version: version, for: account)
    }
    let first = try #require(try await store.openTasks(in: house, for: account, limit: 1).first).id
    let deleted = try #require(try await store.deleteTask(first, for: account).change)
    try await store.addTasks([draft("x")], to: house, submission: .fresh(), for: account)
    await #expect(throws: full) { try await store.restoreTask(first, for: account) }
    await #expect(throws: full) { try await store.undo(deleted, for: account) }

    for row in try await store.openTasks(in: house, for: account, limit: 50) {
      try await store.complete(row.id, for: account)
    }
    let cleared = try #require(try await store.clearCompleted(in: house, for: account).change)
    #expect(try await store.list(house, for: account).open == 9_950)
    try await store.undo(cleared, for: account)
    #expect(try await store.list(house, for: account).completed == 50)
    #expect(try await store.quickCheck() == [])
  }

  @Test func `at most a thousand tasks are added at once`() async throws {
    let world = try World()
    let list = try await world.list()
    let tooMany = try (0...1_000).map { try draft("task \($0)") }
    await #expect(throws: StoreError.limit(.tasksAtOnce(1_000))) {
      try await world.store.addTasks(tooMany, to: list, submission: .fresh(), for: world.account)
    }
    #expect(try await !world.store.addTasks([TaskDraft](), to: list, submission: .fresh(), for: world.account).acted)
  }

  @Test func `ten thousand completed tasks are cleared and restored in one step each`() async throws {
    let world = try World()
    let list = try await world.list()
    let thousand = try (0..<1_000).map { try draft("task \($0)") }
    for _ in 0..<10 { try await world.store.addTasks(thousand, to: list, submission: .fresh(), for: world.account) }
    try await world.store.write { db, now in
      try db.execute(sql: "UPDATE tasks SET done = ?", arguments: [now.value])
    }
    let cleared = try #require(try await world.store.clearCompleted(in: list, for: world.account).change)
    #expect(try await world.store.list(list, for: world.account).completed == 0)
    try await world.store.undo(cleared, for: world.account)
    #expect(try await world.store.list(list, for: world.account).completed == 10_000)
  }

  @Test func `an account has at most five hundred lists, not counting the trash`() async throws {
    let world = try World()
    let (store, account) = (world.store, world.account)
    let full = StoreError.limit(.lists(500))
    let first = try await world.list()
    for number in 2...500 { _ = try await world.list("List \(number)") }
    await #expect(throws: full) { try await world.list() }
    let deleted = try #require(try await store.deleteList(first, for: account).change)
    let last = try await world.list("Last")
    await #expect(throws: full) { try await store.restoreList(first, for: account) }
    await #expect(throws: full) { try await store.undo(deleted, for: account) }
    try await store.deleteList(last, for: account)
    try await store.restoreList(first, for: account)
    #expect(try await store.lists(for: account).count == 500)
  }
}
