import Foundation
import Tasks
import Testing

@testable import TaskStore

struct WritingTests {
  @Test func `new tasks are added on top, several in the given order`() async throws {
    let world = try World()
    let list = try await world.list()
    try await world.add("Old", to: list)
    let ids = try await world.add("First", "Second", "Third", to: list)
    try await world.add("New", to: list)
    #expect(try await world.open(list) == ["New", "First", "Second", "Third", "Old"])
    #expect(ids == ids.sorted())
    let summary = try await world.store.list(list, for: world.account)
    #expect(summary.open == 5)
    #expect(summary.completed == 0)
    #expect(summary.lastCompleted == nil)
    let history = try await world.store.history(of: list, for: world.account, limit: 10)
    #expect(history.map(\.kind) == [.taskAdded, .tasksAdded, .taskAdded, .listCreated])
    #expect(history.map(\.name) == ["New", "House", "Old", "House"])
    #expect(history.map(\.count) == [1, 3, 1, 1])
    #expect(history[0].id == summary.revision)
    #expect(history.allSatisfy { $0.who == "local" && $0.undoable && !$0.undone })
  }

  @Test func `a task stores all its values`() async throws {
    let world = try World()
    let list = try await world.list()
    let nasty = try draft(
      "\"\u{301} <b> 👨‍👩‍👧‍👦 שלום e\u{301}\u{E9}", notes: "a\n\tb", due: "2028-02-29", priority: "high")
    let plain = try draft("plain")
    let ids = try await world.store.addTasks([nasty, plain], to: list, submission: .fresh(), for: world.account)
      .tasks
    let detail = try await world.store.task(ids[0], for: world.account)
    #expect(detail.text == nasty)
    #expect(detail.listName == "House")
    #expect(detail.version == (try await world.store.list(list, for: world.account).revision))
    let rows = try await world.store.openTasks(in: list, for: world.account)
    #expect(rows.map(\.hasNotes) == [true, false])
    #expect(rows.map(\.due?.iso) == ["2028-02-29", nil])
    #expect(rows.map(\.priority) == [.high, .none])
    #expect(Array(rows[0].title.utf8) == Array(nasty.title.utf8))
  }

  @Test func `a completed task keeps its position and returns to it`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", to: list)
    let written = try await world.store.complete(tasks[1], for: world.account)
    #expect(written.list == list)
    #expect(try await world.open(list) == ["A", "C"])
    let change = try #require(written.change)
    let changed = try await world.store.changedRows(by: change, for: world.account)
    let kept = try await world.store.openPage(1, of: nil, in: list, for: world.account, including: changed).rows
    #expect(kept.map(\.title) == ["A", "B", "C"])
    #expect(kept.map { $0.done != nil } == [false, true, false])
    let summary = try await world.store.list(list, for: world.account)
    #expect(summary.open == 2)
    #expect(summary.completed == 1)
    #expect(summary.lastCompleted == kept[1].done)

    try await world.add("New", to: list)
    try await world.store.reopen(tasks[1], for: world.account)
    #expect(try await world.open(list) == ["New", "A", "B", "C"])
  }

  @Test func `completed tasks are listed latest first`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", to: list)
    for task in [tasks[1], tasks[2], tasks[0]] { try await world.store.complete(task, for: world.account) }
    #expect(
      try await world.store.completedPage(1, of: 100, in: list, for: world.account).rows.map(\.title) == [
        "A", "C", "B",
      ])
    #expect(try await world.store.completedPage(1, of: 1, in: list, for: world.account).rows.map(\.title) == ["A"])
  }

  @Test func `a due task is counted while it is open`() async throws {
    let world = try World()
    let list = try await world.list()
    let drafts = try [
      draft("A", due: "2026-02-01"), draft("B", due: "2026-02-03"), draft("C", due: "2026-02-04"), draft("D"),
    ]
    let tasks = try await world.store.addTasks(drafts, to: list, submission: .fresh(), for: world.account).tasks
    let day = try #require(Day(iso: "2026-02-03"))
    let before = try await world.store.listHeader(list, for: world.account, now: ZonedTime(startOf: day))
    #expect((before.late, before.dueSoon) == (1, 2))
    try await world.store.complete(tasks[0], for: world.account)
    try await world.store.complete(tasks[2], for: world.account)
    let after = try await world.store.listHeader(list, for: world.account, now: ZonedTime(startOf: day))
    #expect((after.late, after.dueSoon) == (0, 1))
    let weekBefore = try await world.store.listHeader(
      list, for: world.account, now: ZonedTime(startOf: day.adding(days: -7)))
    #expect((weekBefore.late, weekBefore.dueSoon) == (0, 0), "within seven days, today among them")
  }

  @Test func `a change that is already made writes nothing and reports the change that made it`() async throws {
    let world = try World()
    let list = try await world.list()
    let task = try await world.add("A", to: list)[0]
    #expect(
      try await world.store.reopen(task, for: world.account)
        == Written(change: nil, acted: false, list: list, tasks: [task]))
    let completed = try await world.store.complete(task, for: world.account)
    let again = try await world.store.complete(task, for: world.account)
    #expect(again == Written(change: completed.change, acted: false, list: list, tasks: [task]))
    let deleted = try await world.store.deleteTask(task, for: world.account)
    #expect(try await world.store.deleteTask(task, for: world.account).change == deleted.change)
    try await world.store.restoreTask(task, for: world.account)
    #expect(try await world.store.complete(task, for: world.account).change == nil, "it was done long before")
    #expect(try await world.store.list(list, for: world.account).revision == (try await newest(world, list)))
  }

  @Test func `completed tasks are cleared as one change and restored as one`() async throws {
    let world = try World()
    let list = try await world.list()
    #expect(try await world.store.clearCompleted(in: list, for: world.account).change == nil)
    for task in try await world.add("A", "B", "C", to: list) {
      try await world.store.complete(task, for: world.account)
    }
    try await world.add("D", to: list)
    let cleared = try #require(try await world.store.clearCompleted(in: list, for: world.account).change)
    #expect(try await world.store.change(cleared, for: world.account).count == 3)
    #expect(try await world.store.trash(for: world.account).count == 3)
    #expect(try await world.store.list(list, for: world.account).completed == 0)
    try await world.store.undo(cleared, for: world.account)
    #expect(try await world.store.list(list, for: world.account).completed == 3)
    #expect(try await world.store.trash(for: world.account).isEmpty)
  }

  @Test func `a transfer adds the task on top of the other list and is in both histories`() async throws {
    let world = try World()
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    try await world.add("X", to: garden)
    let task = try await world.add("A", to: house)[0]
    let version = try await world.store.task(task, for: world.account).version
    let written = try await world.store.editTask(task, draft("A"), list: garden, version: version, for: world.account)
    #expect(written.list == garden)
    #expect(try await world.open(garden) == ["A", "X"])
    #expect(try await world.open(house) == [])
    #expect(try await world.store.task(task, for: world.account).version == version, "its text was not edited")
    for list in [house, garden] {
      let change = try await world.store.history(of: list, for: world.account, limit: 1)[0]
      #expect(change.kind == .taskTransferred)
      #expect(change.otherName == "Garden")
      #expect(change.id == written.change)
      #expect(try await world.store.list(list, for: world.account).revision == change.id)
    }
  }

  @Test func `a deleted list hides its tasks and restores all of them`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", to: list)
    try await world.store.complete(tasks[1], for: world.account)
    try await world.store.deleteTask(tasks[2], for: world.account)
    let before = try await world.store.list(list, for: world.account)
    try await world.store.deleteList(list, for: world.account)
    #expect(try await world.store.lists(for: world.account).isEmpty)
    #expect(try await world.store.trash(for: world.account).map(\.name) == ["House"], "its tasks come back with it")
    for call in [
      { _ = try await world.store.list(list, for: world.account) },
      { _ = try await world.store.openTasks(in: list, for: world.account) },
      { _ = try await world.store.task(tasks[0], for: world.account) },
      { _ = try await world.store.restoreTask(tasks[2], for: world.account) },
    ] as [() async throws -> Void] {
      await #expect { try await call() } throws: { error in
        if case .gone(.list(list, name: "House", since: _)) = error as? StoreError { true } else { false }
      }
    }
    try await world.store.restoreList(list, for: world.account)
    let after = try await world.store.list(list, for: world.account)
    #expect((after.open, after.completed, after.position) == (before.open, before.completed, before.position))
    #expect(try await world.store.trash(for: world.account).map(\.name) == ["C"])
    #expect(try await world.open(list) == ["A"])
  }

  @Test func `the trash lists the last deleted first, with the list to restore to`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", to: list)
    try await world.store.deleteTask(tasks[0], for: world.account)
    let other = try await world.list("Garden")
    try await world.store.deleteList(other, for: world.account)
    try await world.store.deleteTask(tasks[1], for: world.account)
    let trash = try await world.store.trash(for: world.account)
    #expect(trash.map(\.name) == ["B", "Garden", "A"])
    #expect(trash[0].thing == .task(tasks[1], list: list, listName: "House"))
    #expect(trash[1].thing == .list(other))
    #expect(trash[0].until.timeIntervalSince(trash[0].since) == 30 * 86_400)
    #expect(try await world.store.trash(for: world.account, limit: 2).map(\.name) == ["B", "Garden"])
  }

  private func newest(_ world: World, _ list: ListID) async throws -> ChangeID? {
    try await world.store.history(of: list, for: world.account, limit: 1).first?.id
  }
}
