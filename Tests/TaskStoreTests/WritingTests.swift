import Foundation
import Tasks
import Testing

@testable import TaskStore

final class WritingTests: ListTests {
  @Test func `a task stores all its values`() async throws {
    let nasty = try draft(
      "\"\u{301} <b> 👨‍👩‍👧‍👦 שלום e\u{301}\u{E9}", notes: "a\n\tb", due: "2028-02-29", priority: "high")
    let plain = try draft("plain")
    let ids = try await world.mine.addTasks([nasty, plain], to: list, submission: .fresh())
      .tasks
    let detail = try await world.mine.task(ids[0])
    #expect(detail.text == nasty)
    #expect(detail.listName == "House")
    #expect(detail.version == (try await world.mine.list(list).revision))
    let rows = try await world.mine.openTasks(in: list)
    #expect(rows.map(\.hasNotes) == [true, false])
    #expect(rows.map(\.due?.iso) == ["2028-02-29", nil])
    #expect(rows.map(\.priority) == [.high, .none])
    #expect(Array(rows[0].title.utf8) == Array(nasty.title.utf8))
  }

  @Test func `completed tasks are listed latest first`() async throws {
    let tasks = try await world.add("A", "B", "C", to: list)
    for task in [tasks[1], tasks[2], tasks[0]] { try await mine.complete(task) }
    #expect(try await mine.completedPage(1, of: 100, in: list).rows.map(\.title) == ["A", "C", "B"])
    #expect(try await mine.completedPage(1, of: 1, in: list).rows.map(\.title) == ["A"])
  }

  @Test func `a due task is counted while it is open`() async throws {
    let drafts = try [
      draft("A", due: "2026-02-01"), draft("B", due: "2026-02-03"), draft("C", due: "2026-02-04"), draft("D"),
    ]
    let tasks = try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    let day = try #require(Day(iso: "2026-02-03"))
    let before = try await world.mine.listHeader(list, now: ZonedTime(startOf: day))
    #expect((before.late, before.dueSoon) == (1, 2))
    try await world.mine.complete(tasks[0])
    try await world.mine.complete(tasks[2])
    let after = try await world.mine.listHeader(list, now: ZonedTime(startOf: day))
    #expect((after.late, after.dueSoon) == (0, 1))
    let weekBefore = try await world.mine.listHeader(list, now: ZonedTime(startOf: day.adding(days: -7)))
    #expect((weekBefore.late, weekBefore.dueSoon) == (0, 0), "within seven days, today among them")
  }

  @Test func `a change that is already made writes nothing and reports the change that made it`() async throws {
    let task = try await world.add("A", to: list)[0]
    #expect(try await mine.reopen(task) == Written(change: nil, acted: false, list: list, tasks: [task]))
    let completed = try await mine.complete(task)
    let again = try await mine.complete(task)
    #expect(again == Written(change: completed.change, acted: false, list: list, tasks: [task]))
    let deleted = try await mine.deleteTask(task)
    #expect(try await mine.deleteTask(task).change == deleted.change)
    try await mine.restoreTask(task)
    #expect(try await mine.complete(task).change == nil, "it was done long before")
    #expect(try await mine.list(list).revision == (try await newest(world, list)))
  }

  @Test func `a transfer adds the task on top of the other list and is in both histories`() async throws {
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    try await world.add("X", to: garden)
    let task = try await world.add("A", to: house)[0]
    let version = try await mine.task(task).version
    let written = try await mine.editTask(task, draft("A"), list: garden, version: version)
    #expect(written.list == garden)
    #expect(try await world.open(garden) == ["A", "X"])
    #expect(try await world.open(house) == [])
    #expect(try await mine.task(task).version == version, "its text was not edited")
    for list in [house, garden] {
      let change = try await mine.history(of: list, limit: 1)[0]
      #expect(change.kind == .taskTransferred)
      #expect(change.otherName == "Garden")
      #expect(change.id == written.change)
      #expect(try await mine.list(list).revision == change.id)
    }
  }

  @Test func `a deleted list hides its tasks and restores all of them`() async throws {
    let (world, list) = (self.world, self.list)
    let tasks = try await world.add("A", "B", "C", to: list)
    try await world.mine.complete(tasks[1])
    try await world.mine.deleteTask(tasks[2])
    let before = try await world.mine.list(list)
    try await world.mine.deleteList(list)
    #expect(try await world.mine.lists().isEmpty)
    #expect(try await world.mine.trash().map(\.name) == ["House"], "its tasks come back with it")
    for call in [
      { _ = try await world.mine.list(list) },
      { _ = try await world.mine.openTasks(in: list) },
      { _ = try await world.mine.task(tasks[0]) },
      { _ = try await world.mine.restoreTask(tasks[2]) },
    ] as [() async throws -> Void] {
      await #expect { try await call() } throws: { error in
        if case .gone(.list(list, name: "House", since: _)) = error as? StoreError { true } else { false }
      }
    }
    try await world.mine.restoreList(list)
    let after = try await world.mine.list(list)
    #expect((after.open, after.completed, after.position) == (before.open, before.completed, before.position))
    #expect(try await world.mine.trash().map(\.name) == ["C"])
    #expect(try await world.open(list) == ["A"])
  }

  private func newest(_ world: World, _ list: ListID) async throws -> ChangeID? {
    try await world.mine.history(of: list, limit: 1).first?.id
  }
}
