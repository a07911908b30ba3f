import Tasks
import Testing

@testable import TaskStore

final class RepeatTests: WorldTests {
  @Test func `a repeated addition asks for confirmation while its effect is the newest`() async throws {
    let list = try await world.list()
    let sent = SubmissionID.fresh()
    func add() async throws -> Written { try await world.mine.addTasks([draft("Milk")], to: list, submission: sent) }
    let first = try #require(try await add().change)
    await #expect(throws: StoreError.repeated(first)) { try await add() }
    #expect(try await world.open(list) == ["Milk"])
    try await world.add("Tea", to: list)
    let second = try #require(try await add().change)
    #expect(try await world.open(list) == ["Milk", "Tea", "Milk"])
    await #expect(throws: StoreError.repeated(second)) { try await add() }
    try await world.mine.undo(second)
    #expect(try await add().acted, "it was taken back, so it is wanted again")
  }

  @Test func `two accounts may send the same form`() async throws {
    let stranger = try await world.asStranger()
    let sent = SubmissionID.fresh()
    for world in [world, stranger] { #expect(try await world.mine.createList("A", submission: sent).acted) }
  }

  @Test func `a repeated edit is reported as done while its result is current, and as a conflict after`() async throws {
    let task = try await world.add("Milk", to: try await world.list())[0]
    let version = try await world.mine.task(task).version
    let sent = SubmissionID.fresh()
    func edit() async throws -> Written {
      try await world.mine.editTask(task, draft("Tea"), version: version, submission: sent)
    }
    let first = try await edit()
    let again = try await edit()
    #expect(first.acted && !again.acted)
    #expect(first.change == again.change)
    let current = try #require(first.change)
    let third = try await world.mine.editTask(task, draft("Oil"), version: current)
    await #expect(
      throws: StoreError.conflict(
        .task(task, version: try #require(third.change), theirs: try draft("Oil"), mine: try draft("Tea")))
    ) { try await edit() }
  }

  @Test func `a repeated transfer is done once`() async throws {
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    let task = try await world.add("Milk", to: house)[0]
    let version = try await mine.task(task).version
    let sent = SubmissionID.fresh()
    func edit() async throws -> Written {
      try await mine.editTask(task, draft("Tea"), list: garden, version: version, submission: sent)
    }
    let first = try await edit()
    #expect(try await edit() == Written(change: first.change, acted: false, list: garden, tasks: [task]))
  }

  @Test func `a repeated move moves once`() async throws {
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", to: list)
    let first = try await mine.moveTask(tasks[0], .before(tasks[2]))
    let again = try await mine.moveTask(tasks[0], .before(tasks[2]))
    #expect(again == Written(change: first.change, acted: false, list: list, tasks: [tasks[0]]))
    #expect(try await world.open(list) == ["B", "A", "C"])

    let garden = try await world.list("Garden")
    let moved = try await mine.moveList(garden, .before(list))
    #expect(moved.acted)
    #expect(try await mine.moveList(garden, .before(list)) == Written(change: moved.change, acted: false, list: garden))
  }

  @Test func `a stale edit is a conflict with both texts, unless they are the same`() async throws {
    let task = try await world.add("Milk", to: try await world.list())[0]
    let stale = try await world.mine.task(task).version
    let theirs = try draft("Milk", notes: "two", due: "2026-02-03", priority: "low")
    let written = try await world.mine.editTask(task, theirs, version: stale)
    let version = try #require(written.change)
    let mine = try draft("Oat milk")
    await #expect(throws: StoreError.conflict(.task(task, version: version, theirs: theirs, mine: mine))) {
      try await world.mine.editTask(task, mine, version: stale)
    }
    #expect(try await !world.mine.editTask(task, theirs, version: stale).acted)
    #expect(try await world.mine.editTask(task, mine, version: version).acted, "keep mine")
  }

  @Test func `a stale name is a conflict with both names`() async throws {
    let list = try await world.list("House")
    let stale = try await world.mine.list(list).version
    try await world.add("Milk", to: list)
    let (theirs, mine): (ListName, ListName) = ("Home", "Flat")
    let version = try #require(try await world.mine.renameList(list, to: theirs, version: stale).change)
    await #expect(throws: StoreError.conflict(.list(list, version: version, theirs: theirs, mine: mine))) {
      try await world.mine.renameList(list, to: mine, version: stale)
    }
    let again = try await world.mine.renameList(list, to: theirs, version: stale)
    #expect(again == Written(change: version, acted: false, list: list))
    #expect(try await world.mine.list(list).version == version)
  }

  @Test func `only edits of its own text make a task's form stale`() async throws {
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    let task = try await world.add("Milk", "Tea", to: house)[0]
    let version = try await mine.task(task).version
    try await mine.complete(task)
    try await mine.reopen(task)
    try await mine.moveTask(task, .bottom)
    try await mine.deleteTask(task)
    try await mine.restoreTask(task)
    try await mine.editTask(task, draft("Milk"), list: garden, version: version)
    #expect(try await mine.task(task).version == version)
    #expect(try await mine.editTask(task, draft("Oil"), version: version).acted)
  }

  @Test func `an accent in another Unicode form is an edit`() async throws {
    let task = try await world.add("caf\u{E9}", to: try await world.list())[0]
    let version = try await mine.task(task).version
    let written = try await mine.editTask(task, draft("cafe\u{301}"), version: version)
    #expect(written.acted)
    #expect(try await mine.task(task).title.unicodeScalars.count == 5)
    try await mine.undo(try #require(written.change))
    #expect(try await mine.task(task).title.unicodeScalars.count == 4)
  }
}
