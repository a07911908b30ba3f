import GRDB
import Tasks
import Testing

@testable import TaskStore

struct UndoTests {
  @Test(arguments: ChangeKind.allCases)
  func `every change can be undone and redone, whatever it was`(kind: ChangeKind) async throws {
    let scene = try await Scene()
    let before = try await scene.prepare(for: kind)
    let change = try #require(try await scene.perform(kind))
    let told = try await scene.store.change(change, for: scene.account)
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
    #expect(try await scene.store.change(change, for: scene.account).undone)
    #expect(try await scene.undo(change).change == nil, "undone twice is undone once")
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)

    let again = try #require(try await scene.undo(undoing).change)
    #expect(try await scene.store.snapshot(before: before).rows == after.rows)
    #expect(try await scene.store.change(change, for: scene.account).undone == false)
    #expect(try await scene.undo(again).change != nil)
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
    #expect(try await scene.store.quickCheck().isEmpty)
  }

  @Test func `undoing an edit after a later one is a conflict`() async throws {
    let world = try World()
    let list = try await world.list()
    let task = try await world.add("Milk", to: list)[0]
    let first = try #require(try await edit(world, task, "Oat milk").change)
    try await edit(world, task, "Soy milk")
    await #expect(throws: StoreError.conflict(.changedSince(first))) {
      try await world.store.undo(first, for: world.account)
    }
    #expect(try await world.open(list) == ["Soy milk"])
  }

  @Test func `undoing an edit makes older forms stale, like any edit`() async throws {
    let world = try World()
    let task = try await world.add("Milk", to: try await world.list())[0]
    let version = try await world.store.task(task, for: world.account).version
    let change = try #require(try await edit(world, task, "Oat milk").change)
    let undone = try await world.store.undo(change, for: world.account)
    let detail = try await world.store.task(task, for: world.account)
    #expect(detail.title == "Milk")
    #expect(detail.version == undone.change)
    #expect(undone.place == .task(task, in: detail.list))
    await #expect(throws: StoreError.self) {
      try await world.store.editTask(task, draft("Tea"), version: version, for: world.account)
    }
  }

  @Test func `a change to a row that is now in the trash is reported instead of undone`() async throws {
    let world = try World()
    let list = try await world.list()
    let task = try await world.add("Milk", to: list)[0]
    let completed = try #require(try await world.store.complete(task, for: world.account).change)
    try await world.store.deleteTask(task, for: world.account)
    await #expect { try await world.store.undo(completed, for: world.account) } throws: { error in
      if case .gone(.task(task, title: "Milk", since: _, list: list)) = error as? StoreError { true } else { false }
    }
    try await world.store.deleteList(list, for: world.account)
    await #expect { try await world.store.undo(completed, for: world.account) } throws: { error in
      if case .gone(.list(list, name: "House", since: _)) = error as? StoreError { true } else { false }
    }
  }

  @Test func `of many tasks, those that were changed since stay`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", to: list)
    for task in tasks { try await world.store.complete(task, for: world.account) }
    let cleared = try #require(try await world.store.clearCompleted(in: list, for: world.account).change)
    try await world.store.restoreTask(tasks[1], for: world.account)
    try await world.store.reopen(tasks[1], for: world.account)
    #expect(try await world.store.undo(cleared, for: world.account).place == .list(list))
    #expect(try await world.open(list) == ["B"])
    #expect(
      try await world.store.completedPage(1, of: 100, in: list, for: world.account).rows.map(\.title) == ["C", "A"])
  }

  @Test func `undoing what was already reverted by hand does nothing`() async throws {
    let world = try World()
    let list = try await world.list()
    let task = try await world.add("A", to: list)[0]
    let completed = try #require(try await world.store.complete(task, for: world.account).change)
    try await world.store.reopen(task, for: world.account)
    #expect(
      try await world.store.undo(completed, for: world.account) == Undone(change: nil, place: .row(task, in: list)))
  }

  @Test func `undoing an addition does not remove a task that was moved to another list`() async throws {
    let world = try World()
    let list = try await world.list()
    let other = try await world.list("Garden")
    let added = try await world.store.addTasks([draft("A")], to: list, submission: .fresh(), for: world.account)
    let version = try #require(added.change)
    try await world.store.editTask(added.tasks[0], draft("A"), list: other, version: version, for: world.account)
    await #expect(throws: StoreError.conflict(.changedSince(version))) {
      try await world.store.undo(version, for: world.account)
    }
  }

  @Test func `moves can be undone one by one, though other rows took the old positions meanwhile`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", "D", to: list)
    let moved = try #require(try await world.store.moveTask(tasks[3], .top, for: world.account).change)
    // A now takes the exact position that D had.
    try await world.store.moveTask(tasks[0], .bottom, for: world.account)
    #expect(try await world.open(list) == ["D", "B", "C", "A"])
    try await world.store.undo(moved, for: world.account)
    #expect(try await world.open(list) == ["B", "C", "A", "D"])
    let positions = try await world.store.read { db in
      try Int64.fetchAll(db, sql: "SELECT position FROM tasks WHERE list = ?", arguments: [list.value])
    }
    #expect(Set(positions).count == 4)
  }

  @discardableResult
  private func edit(_ world: World, _ task: TaskID, _ title: String) async throws -> Written {
    let version = try await world.store.task(task, for: world.account).version
    return try await world.store.editTask(task, draft(title), version: version, for: world.account)
  }
}
