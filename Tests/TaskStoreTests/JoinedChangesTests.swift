import Tasks
import Testing

@testable import TaskStore

/// What one press has saved and done is undone by one press.
struct JoinedChangesTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]
  private var store: TaskStore { world.store }
  private var me: AccountID { world.account }

  init() async throws {
    world = try World()
    list = try await world.list()
    tasks = try await world.add("Paint", "Mow", to: list)
  }

  private func edited() async throws -> ChangeID {
    let version = try await store[me].task(tasks[0]).version
    return try #require(
      try await store[me].editTask(tasks[0], draft("Paint it red"), version: version).change)
  }

  private func completed() async throws -> ChangeID {
    try #require(try await store[me].complete(tasks[1]).change)
  }

  @Test(arguments: [0, 1])
  func `the undo of either change reverts both, and its own undo makes both again`(undone: Int) async throws {
    let changes = [try await edited(), try await completed()]
    try await store[me].join(changes)
    let undo = try await store[me].undo(changes[undone])
    #expect(try await world.open(list) == ["Paint", "Mow"])
    #expect(try await store[me].change(#require(undo.change)).batch?.isMixed == true)
    try await store[me].undo(#require(undo.change))
    #expect(try await world.open(list) == ["Paint it red"])
  }

  @Test func `a batch of different kinds is mixed, one of the same kind is not`() async throws {
    let changes = [try await edited(), try await completed()]
    #expect(try await store[me].change(changes[0]).batch == nil)
    try await store[me].join(changes)
    #expect(try await store[me].change(changes[1]).batch == Change.Batch(lists: 2, tasks: 2, isMixed: true))
    let other = try await world.list("Garden")
    let more = try await world.add("Sow", to: other)
    let both = try await store[me].changeTasks(.tasks([tasks[0], more[0]], in: nil), .priority(.high))
    #expect(try await store[me].change(#require(both.change)).batch?.isMixed == false)
  }

  @Test func `what was changed since stays, and the rest is reverted`() async throws {
    let changes = [try await edited(), try await completed()]
    try await store[me].join(changes)
    let version = try await store[me].task(tasks[0]).version
    try await store[me].editTask(tasks[0], draft("Paint it blue"), version: version)
    try await store[me].undo(changes[1])
    #expect(try await world.open(list) == ["Paint it blue", "Mow"])
  }

  @Test func `changes of another account, and those of a batch already, are not joined`() async throws {
    let changes = [try await edited(), try await completed()]
    let stranger = try await world.asStranger()
    try await store[stranger.account].join(changes)
    #expect(try await store[me].change(changes[0]).batch == nil)
    try await store[me].join(changes)
    let third = try #require(try await store[me].setDue(tasks[0], to: .first).change)
    let fourth = try #require(try await store[me].setDue(tasks[0], to: nil).change)
    try await store[me].join([changes[1], third, fourth])
    #expect(try await store[me].change(changes[1]).batch?.lists == 2)
  }
}
