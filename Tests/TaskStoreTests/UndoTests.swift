import GRDB
import Tasks
import Testing

@testable import TaskStore

final class UndoTests: ListTests {
  @Test(arguments: ChangeKind.allCases)
  func `every change can be undone and redone, whatever it was`(kind: ChangeKind) async throws {
    let scene = try await Scene()
    let before = try await scene.prepare(for: kind)
    let change = try #require(try await scene.perform(kind))
    let told = try await scene.mine.change(change)
    #expect(told.kind == kind)

    guard kind != .purged else {
      #expect(!told.undoable)
      await #expect(throws: StoreError.conflict(.notUndoable(change))) { try await scene.undo(change) }
      return
    }
    let after = try await scene.store.snapshot(before: before)
    #expect(after.rows != before.rows)

    let undoing = try #require(try await scene.undo(change).change)
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
    #expect(try await scene.mine.change(change).undone)
    #expect(try await scene.undo(change).change == nil, "undone twice is undone once")
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)

    let again = try #require(try await scene.undo(undoing).change)
    #expect(try await scene.store.snapshot(before: before).rows == after.rows)
    #expect(try await scene.mine.change(change).undone == false)
    #expect(try await scene.undo(again).change != nil)
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
    #expect(try await scene.store.quickCheck().isEmpty)
  }

  @Test func `undoing an edit after a later one is a conflict`() async throws {
    let task = try await world.add("Milk", to: list)[0]
    let first = try #require(try await edit(world, task, "Oat milk").change)
    try await edit(world, task, "Soy milk")
    await #expect(throws: StoreError.conflict(.changedSince(first))) { try await mine.undo(first) }
    #expect(try await world.open(list) == ["Soy milk"])
  }

  @Test func `undoing an edit makes older forms stale, like any edit`() async throws {
    let task = try await world.add("Milk", to: try await world.list())[0]
    let version = try await mine.task(task).version
    let change = try #require(try await edit(world, task, "Oat milk").change)
    let undone = try await mine.undo(change)
    let detail = try await mine.task(task)
    #expect(detail.title == "Milk")
    #expect(detail.version == undone.change)
    #expect(undone.place == .task(task, in: detail.list))
    await #expect(throws: StoreError.self) { try await mine.editTask(task, draft("Tea"), version: version) }
  }

  @Test func `a change to a row that is now in the trash is reported instead of undone`() async throws {
    let task = try await world.add("Milk", to: list)[0]
    let completed = try #require(try await mine.complete(task).change)
    try await mine.deleteTask(task)
    await #expect { try await mine.undo(completed) } throws: { error in
      if case .gone(.task(task, title: "Milk", since: _, list: list)) = error as? StoreError { true } else { false }
    }
    try await mine.deleteList(list)
    await #expect { try await mine.undo(completed) } throws: { error in
      if case .gone(.list(list, name: "House", since: _)) = error as? StoreError { true } else { false }
    }
  }

  @Test func `of many tasks, those that were changed since stay`() async throws {
    let tasks = try await world.add("A", "B", "C", to: list)
    for task in tasks { try await mine.complete(task) }
    let cleared = try #require(try await mine.clearCompleted(in: list).change)
    try await mine.restoreTask(tasks[1])
    try await mine.reopen(tasks[1])
    #expect(try await mine.undo(cleared).place == .list(list))
    #expect(try await world.open(list) == ["B"])
    #expect(try await mine.completedPage(1, of: 100, in: list).rows.map(\.title) == ["C", "A"])
  }

  @Test func `undoing what was already reverted by hand does nothing`() async throws {
    let task = try await world.add("A", to: list)[0]
    let completed = try #require(try await mine.complete(task).change)
    try await mine.reopen(task)
    #expect(try await mine.undo(completed) == Undone(change: nil, place: .row(task, in: list)))
  }

  @Test func `undoing an addition does not remove a task that was moved to another list`() async throws {
    let other = try await world.list("Garden")
    let added = try await world.mine.addTasks([draft("A")], to: list, submission: .fresh())
    let version = try #require(added.change)
    try await world.mine.editTask(added.tasks[0], draft("A"), list: other, version: version)
    await #expect(throws: StoreError.conflict(.changedSince(version))) { try await world.mine.undo(version) }
  }

  @Test func `moves can be undone one by one, though other rows took the old positions meanwhile`() async throws {
    let tasks = try await world.add("A", "B", "C", "D", to: list)
    let moved = try #require(try await mine.moveTask(tasks[3], .top).change)
    // A now takes the exact position that D had.
    try await mine.moveTask(tasks[0], .bottom)
    #expect(try await world.open(list) == ["D", "B", "C", "A"])
    try await mine.undo(moved)
    #expect(try await world.open(list) == ["B", "C", "A", "D"])
    let positions = try await world.store.read { [list] db in
      try Int64.fetchAll(db, sql: "SELECT position FROM tasks WHERE list = ?", arguments: [list.value])
    }
    #expect(Set(positions).count == 4)
  }

  @discardableResult
  private func edit(_ world: World, _ task: TaskID, _ title: String) async throws -> Written {
    let version = try await world.mine.task(task).version
    return try await world.mine.editTask(task, draft(title), version: version)
  }
}

/// What one press has saved and done is undone by one press.
struct JoinedChangesTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]
  private var store: TaskStore { world.store }
  private var mine: AccountStore<StoreError> { world.mine }

  init() async throws {
    world = try World()
    list = try await world.list()
    tasks = try await world.add("Paint", "Mow", to: list)
  }

  private func edited() async throws -> ChangeID {
    let version = try await mine.task(tasks[0]).version
    return try #require(try await mine.editTask(tasks[0], draft("Paint it red"), version: version).change)
  }

  private func completed() async throws -> ChangeID { try #require(try await mine.complete(tasks[1]).change) }

  @Test(arguments: [0, 1])
  func `the undo of either change reverts both, and its own undo makes both again`(undone: Int) async throws {
    let changes = [try await edited(), try await completed()]
    try await mine.join(changes)
    let undo = try await mine.undo(changes[undone])
    #expect(try await world.open(list) == ["Paint", "Mow"])
    #expect(try await mine.change(#require(undo.change)).batch?.isMixed == true)
    try await mine.undo(#require(undo.change))
    #expect(try await world.open(list) == ["Paint it red"])
  }

  @Test func `a batch of different kinds is mixed, one of the same kind is not`() async throws {
    let changes = [try await edited(), try await completed()]
    #expect(try await mine.change(changes[0]).batch == nil)
    try await mine.join(changes)
    #expect(try await mine.change(changes[1]).batch == Change.Batch(lists: 2, tasks: 2, isMixed: true))
    let other = try await world.list("Garden")
    let more = try await world.add("Sow", to: other)
    let both = try await mine.changeTasks(.tasks([tasks[0], more[0]], in: nil), .priority(.high))
    #expect(try await mine.change(#require(both.change)).batch?.isMixed == false)
  }

  @Test func `what was changed since stays, and the rest is reverted`() async throws {
    let changes = [try await edited(), try await completed()]
    try await mine.join(changes)
    let version = try await mine.task(tasks[0]).version
    try await mine.editTask(tasks[0], draft("Paint it blue"), version: version)
    try await mine.undo(changes[1])
    #expect(try await world.open(list) == ["Paint it blue", "Mow"])
  }

  @Test func `changes of another account, and those of a batch already, are not joined`() async throws {
    let changes = [try await edited(), try await completed()]
    let stranger = try await world.asStranger()
    try await store[stranger.account].join(changes)
    #expect(try await mine.change(changes[0]).batch == nil)
    try await mine.join(changes)
    let third = try #require(try await mine.setDue(tasks[0], to: .first).change)
    let fourth = try #require(try await mine.setDue(tasks[0], to: nil).change)
    try await mine.join([changes[1], third, fourth])
    #expect(try await mine.change(changes[1]).batch?.lists == 2)
  }
}
