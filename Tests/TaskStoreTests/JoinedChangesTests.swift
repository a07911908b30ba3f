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
    let version = try await store.task(tasks[0], for: me).version
    return try #require(
      try await store.editTask(tasks[0], draft("Paint it red"), version: version, for: me).change)
  }

  private func completed() async throws -> ChangeID {
    try #require(try await store.complete(tasks[1], for: me).change)
  }

  @Test(arguments: [0, 1])
  func `the undo of either change reverts both, and its own undo makes both again`(undone: Int) async throws {
    let changes = [try await edited(), try await completed()]
    try await store.join(changes, for: me)
    let undo = try await store.undo(changes[undone], for: me)
    #expect(try await world.open(list) == ["Paint", "Mow"])
    #expect(try await store.change(#require(undo.change), for: me).batch?.isMixed == true)
    try await store.undo(#require(undo.change), for: me)
    #expect(try await world.open(list) == ["Paint it red"])
  }

  @Test func `a batch of different kinds is mixed, one of the same kind is not`() async throws {
    let changes = [try await edited(), try await completed()]
    #expect(try await store.change(changes[0], for: me).batch == nil)
    try await store.join(changes, for: me)
    #expect(try await store.change(changes[1], for: me).batch == Change.Batch(lists: 2, tasks: 2, isMixed: true))
    let other = try await world.list("Garden")
    let more = try await world.add("Sow", to: other)
    let both = try await store.changeTasks(.tasks([tasks[0], more[0]], in: nil), .priority(.high), for: me)
    #expect(try await store.change(#require(both.change), for: me).batch?.isMixed == false)
  }

  @Test func `what was changed since stays, and the rest is reverted`() async throws {
    let changes = [try await edited(), try await completed()]
    try await store.join(changes, for: me)
    let version = try await store.task(tasks[0], for: me).version
    try await store.editTask(tasks[0], draft("Paint it blue"), version: version, for: me)
    try await store.undo(changes[1], for: me)
    #expect(try await world.open(list) == ["Paint it blue", "Mow"])
  }

  @Test func `changes of another account, and those of a batch already, are not joined`() async throws {
    let changes = [try await edited(), try await completed()]
    let stranger = try await world.asStranger()
    try await store.join(changes, for: stranger.account)
    #expect(try await store.change(changes[0], for: me).batch == nil)
    try await store.join(changes, for: me)
    let third = try #require(try await store.setDue(tasks[0], to: .first, for: me).change)
    let fourth = try #require(try await store.setDue(tasks[0], to: nil, for: me).change)
    try await store.join([changes[1], third, fourth], for: me)
    #expect(try await store.change(changes[1], for: me).batch?.lists == 2)
  }
}
