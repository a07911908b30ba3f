import GRDB
import Tasks
import Testing

@testable import TaskStore

/// Changing several tasks at once.
struct ChangingTasksTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try World()
    list = try await world.list()
    tasks = try await world.add("A", "B", "C", "D", to: list)
  }

  private static let all: [BulkChange] = [
    .complete, .due(Day(iso: "2026-03-01")), .due(nil), .priority(.high), .priority(.none), .delete,
  ]

  @Test func `all open tasks are changed, and completed ones are not`() async throws {
    try await world.mine.complete(tasks[1])
    let written = try await world.mine.changeTasks(.open(in: list), .priority(.low))
    #expect(written.tasks == [tasks[0], tasks[2], tasks[3]])
    #expect(try await world.mine.task(tasks[1]).priority == .none)
  }

  @Test func `each task gets back the value that it had`() async throws {
    for (task, due) in zip(tasks, ["2026-02-10", "", "2026-02-11", "2026-02-10"]) {
      let version = try await world.mine.task(task).version
      try await world.mine.editTask(task, draft("T", due: due), version: version)
    }
    let change = try #require(try await world.mine.changeTasks(.open(in: list), .due(Day(iso: "2026-03-01"))).change)
    let rows = try await world.mine.openTasks(in: list)
    #expect(Set(rows.map { $0.due?.iso }) == ["2026-03-01"])
    #expect(rows.allSatisfy { $0.version == change }, "an edit of the text that was shown before conflicts")
    try await world.mine.undo(change)
    let back = try await world.mine.openTasks(in: list).map { $0.due?.iso }
    #expect(back == ["2026-02-10", nil, "2026-02-11", "2026-02-10"])
  }

  @Test func `tasks move to the top of another list in their order, and back to their places`() async throws {
    let garden = try await world.list("Garden")
    try await world.add("X", to: garden)
    let written = try await world.mine.changeTasks(.tasks([tasks[3], tasks[1]], in: list), .move(to: garden))
    #expect(try await world.open(garden) == ["B", "D", "X"])
    #expect(try await world.open(list) == ["A", "C"])
    let change = try #require(written.change)
    #expect(try await world.mine.history(of: garden, limit: 1).first?.otherName == "Garden")
    try await world.mine.undo(change)
    #expect(try await world.open(list) == ["A", "B", "C", "D"])
    #expect(try await world.open(garden) == ["X"])
  }

  @Test(arguments: all)
  func `a repeated submission does nothing`(wanted: BulkChange) async throws {
    let submission = SubmissionID.fresh()
    func send() async throws -> Written {
      try await world.mine.changeTasks(.tasks(Array(tasks.prefix(2)), in: list), wanted, submission: submission)
    }
    let first = try await send()
    let revision = try await world.mine.revision()
    let second = try await send()
    #expect(!second.acted && second.change == first.change)
    #expect(try await world.mine.revision() == revision)
  }

  @Test func `one task is changed as its own page would do it`() async throws {
    let kinds: [(BulkChange, ChangeKind)] = [
      (.priority(.high), .taskEdited), (.due(Day(iso: "2026-03-01")), .taskEdited), (.complete, .taskCompleted),
      (.delete, .taskDeleted),
    ]
    for (wanted, kind) in kinds {
      let written = try await world.mine.changeTasks(.tasks([tasks[0]], in: list), wanted)
      let change = try await world.mine.change(#require(written.change))
      #expect(change.kind == kind && change.task == tasks[0] && change.name == "A")
      try await world.mine.undo(change.id)
    }
    #expect(try await world.open(list) == ["A", "B", "C", "D"])
  }

  @Test func `tasks that left the list meanwhile are told, and nothing is changed`() async throws {
    try await world.mine.deleteTask(tasks[0])
    let before = try await world.store.snapshot()
    await #expect(throws: StoreError.conflict(.tasksGone(1))) {
      try await world.mine.changeTasks(.tasks(tasks, in: list), .priority(.high))
    }
    #expect(try await world.store.snapshot().rows == before.rows)
    let deleted = try await world.mine.changeTasks(.tasks(tasks, in: list), .delete)
    #expect(deleted.tasks.count == 3, "the one in the trash is where it should be")
  }

  @Test func `another account's tasks are not found, nor changed beside own ones`() async throws {
    let stranger = try await world.asStranger()
    let foreign = try await stranger.add("Theirs", to: stranger.list())
    await #expect(throws: StoreError.notFound) { try await world.mine.changeTasks(.tasks(foreign, in: list), .delete) }
    await #expect(throws: StoreError.conflict(.tasksGone(1))) {
      try await world.mine.changeTasks(.tasks(foreign + tasks, in: list), .delete)
    }
    await #expect(throws: StoreError.notFound) { try await stranger.mine.changeTasks(.open(in: list), .delete) }
    await #expect(throws: StoreError.notFound) {
      try await world.mine.changeTasks(.open(in: list), .move(to: stranger.list("Other")))
    }
    #expect(try await world.open(list).count == 4)
  }

  @Test func `viewers change nothing`() async throws {
    try await world.store.execute("UPDATE memberships SET role = 'viewer'")
    await #expect(throws: StoreError.forbidden) { try await world.mine.changeTasks(.tasks(tasks, in: list), .complete) }
  }

  @Test func `no more than a thousand are changed at once`() async throws {
    let titles = (1...Limits.tasksAtOnce - 4).map { "t\($0)" }.joined(separator: "\n")
    try await world.mine.addTasks(TaskDraft.titles(from: titles), to: list, submission: .fresh())
    let garden = try await world.list("Garden")
    let moved = try await world.mine.changeTasks(.open(in: list), .move(to: garden))
    #expect(moved.tasks.count == Limits.tasksAtOnce)
    try await world.mine.undo(try #require(moved.change))
    #expect(try await world.open(list).count == Limits.tasksAtOnce)
    try await world.add("one more", to: list)
    await #expect(throws: StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce))) {
      try await world.mine.changeTasks(.open(in: list), .complete)
    }
  }

  @Test func `a full list takes no more tasks`() async throws {
    let full = try await world.list("Full")
    try await world.store.execute("UPDATE lists SET open = ? WHERE id = ?", [Limits.tasksPerList - 1, full.value])
    await #expect(throws: StoreError.limit(.tasks(Limits.tasksPerList))) {
      try await world.mine.changeTasks(.open(in: list), .move(to: full))
    }
  }
}
