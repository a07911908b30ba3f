import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class LimitTests: WorldTests {
  @Test func `a list has at most ten thousand tasks, however they are added`() async throws {
    let (store, account) = (world.store, world.account)
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    let full = StoreError.limit(.tasks(10_000))
    let thousand = try (0..<1_000).map { try draft("task \($0)") }
    for _ in 0..<10 { try await store[account].addTasks(thousand, to: house, submission: .fresh()) }
    await #expect(throws: full) {
      try await store[account].addTasks([draft("x")], to: house, submission: .fresh())
    }

    let elsewhere = try await world.add("elsewhere", to: garden)[0]
    let version = try await store[account].task(elsewhere).version
    await #expect(throws: full) {
      try await store[account].editTask(elsewhere, draft("elsewhere"), list: house, version: version)
    }
    let first = try #require(try await store[account].openTasks(in: house, limit: 1).first).id
    let deleted = try #require(try await store[account].deleteTask(first).change)
    try await store[account].addTasks([draft("x")], to: house, submission: .fresh())
    await #expect(throws: full) { try await store[account].restoreTask(first) }
    await #expect(throws: full) { try await store[account].undo(deleted) }

    for row in try await store[account].openTasks(in: house, limit: 50) {
      try await store[account].complete(row.id)
    }
    let cleared = try #require(try await store[account].clearCompleted(in: house).change)
    #expect(try await store[account].list(house).open == 9_950)
    try await store[account].undo(cleared)
    #expect(try await store[account].list(house).completed == 50)
    #expect(try await store.quickCheck() == [])
  }

  @Test func `at most a thousand tasks are added at once`() async throws {
    let list = try await world.list()
    let tooMany = try (0...1_000).map { try draft("task \($0)") }
    await #expect(throws: StoreError.limit(.tasksAtOnce(1_000))) {
      try await world.mine.addTasks(tooMany, to: list, submission: .fresh())
    }
    #expect(try await !world.mine.addTasks([TaskDraft](), to: list, submission: .fresh()).acted)
  }

  @Test func `ten thousand completed tasks are cleared and restored in one step each`() async throws {
    let list = try await world.list()
    let thousand = try (0..<1_000).map { try draft("task \($0)") }
    for _ in 0..<10 { try await world.mine.addTasks(thousand, to: list, submission: .fresh()) }
    try await world.store.write { db, now in
      try db.execute(sql: "UPDATE tasks SET done = ?", arguments: [now.value])
    }
    let cleared = try #require(try await world.mine.clearCompleted(in: list).change)
    #expect(try await world.mine.list(list).completed == 0)
    try await world.mine.undo(cleared)
    #expect(try await world.mine.list(list).completed == 10_000)
  }

  @Test func `an account has at most five hundred lists, not counting the trash`() async throws {
    let (store, account) = (world.store, world.account)
    let full = StoreError.limit(.lists(500))
    let first = try await world.list()
    for number in 2...500 { _ = try await world.list("List \(number)") }
    await #expect(throws: full) { try await world.list() }
    let deleted = try #require(try await store[account].deleteList(first).change)
    let last = try await world.list("Last")
    await #expect(throws: full) { try await store[account].restoreList(first) }
    await #expect(throws: full) { try await store[account].undo(deleted) }
    try await store[account].deleteList(last)
    try await store[account].restoreList(first)
    #expect(try await store[account].lists().count == 500)
  }
}
