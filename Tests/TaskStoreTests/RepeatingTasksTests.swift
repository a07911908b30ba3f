import Foundation
import GRDB
import Testing

@testable import TaskStore
@testable import Tasks

/// Completing, skipping and editing repeating tasks.
struct RepeatingTasksTests {
  private let world: World
  private let list: ListID
  private let tuesday = "2026-11-24"

  init() async throws {
    world = try World()
    list = try await world.list("House")
  }

  private var store: TaskStore { world.store }
  private var mine: AccountStore<StoreError> { world.mine }

  private func add(_ title: String, _ recurrence: String, due: String? = nil) async throws -> TaskID {
    let due = due ?? String(recurrence.prefix(10))
    let drafts = [try draft(title, notes: "n", due: due, repeats: recurrence, priority: "high")]
    return try #require(try await mine.addTasks(drafts, to: list, submission: .fresh()).tasks.first)
  }

  private func open() async throws -> [TaskRow] { try await mine.openPage(1, of: 100, in: list).rows }

  private func day(_ iso: String) throws -> Day { try #require(Day(iso: iso)) }

  @Test func `completing adds the task of the next date in its place, and one undo takes both back`() async throws {
    try await world.add("Before", to: list)
    let task = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    try await world.add("After", to: list)
    let order = try await open().map(\.title)
    let before = try await store.snapshot()

    let change = try #require(try await mine.complete(task, on: day(tuesday)).change)

    let rows = try await open()
    #expect(rows.map(\.title) == order)
    let next = try #require(rows.first { $0.title == "Rent" })
    #expect(next.id != task)
    #expect(next.due?.iso == "2026-12-01")
    #expect(next.repeats?.description == "2026-12-01 FREQ=WEEKLY;BYDAY=TU")
    #expect(next.priority == .high && next.hasNotes)
    let done = try await mine.task(task)
    #expect(done.done != nil && done.repeats == nil && done.due?.iso == tuesday)

    let undone = try await mine.undo(change)
    #expect(undone.place == .row(task, in: list))
    #expect(try await store.snapshot(before: before).rows == before.rows)
    // And once more.
    try await mine.undo(try #require(undone.change))
    #expect(try await open().map(\.id) == rows.map(\.id))
    #expect(try await mine.task(task).repeats == nil)
  }

  @Test func `a task that repeats from its completion is skipped to a later date`() async throws {
    let today = try day("2026-11-25")
    for (due, next) in [("2026-11-26", "2026-11-27"), ("2026-12-24", "2026-12-25"), ("2026-11-20", "2026-11-26")] {
      let task = try await add("Water", "\(due) FREQ=DAILY;FROM=COMPLETION")
      let written = try await mine.skip(task, on: today)
      #expect(written.acted)
      #expect(try await mine.task(task).due?.iso == next)
      try await mine.undo(#require(written.change))
      #expect(try await mine.task(task).due?.iso == due)
    }
  }

  @Test func `the last one is completed without another, and reopened as it was`() async throws {
    let task = try await add("Pills", "2026-11-24 FREQ=DAILY;COUNT=2")
    try await mine.complete(task, on: day(tuesday))
    let last = try #require(try await open().first)
    #expect(last.repeats?.description == "2026-11-25 FREQ=DAILY;COUNT=1")
    try await mine.complete(last.id, on: day("2026-11-25"))
    #expect(try await open().isEmpty)
    try await mine.reopen(last.id)
    #expect(try await open().first?.repeats == last.repeats)
  }

  @Test func `a completion is not undone once the next one carried the series on`() async throws {
    let task = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    let first = try #require(try await mine.complete(task, on: day(tuesday)).change)
    let next = try #require(try await open().first)
    let second = try #require(try await mine.complete(next.id, on: day("2026-12-01")).change)
    await #expect(throws: StoreError.conflict(.changedSince(first))) { try await mine.undo(first) }
    // In the opposite order both are.
    try await mine.undo(second)
    try await mine.undo(first)
    #expect(try await open().map(\.id) == [task])
    #expect(try await open().first?.repeats?.description == "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
  }

  @Test func `an undone completion is not made again without its next task`() async throws {
    let task = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    let change = try #require(try await mine.complete(task, on: day(tuesday)).change)
    let undoing = try #require(try await mine.undo(change).change)
    try await store.purge(deletedBefore: .distantFuture)
    await #expect(throws: StoreError.conflict(.notUndoable(undoing))) { try await mine.undo(undoing) }
    #expect(try await open().map(\.id) == [task])
  }

  @Test func `an undone completion leaves nothing of its next task in the trash, nor in the history`() async throws {
    let task = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    let steps = [NestedDraft(try draft("Flat")), NestedDraft(try draft("Garage"), depth: 1)]
    try await mine.addSubtasks(steps, to: task, submission: .fresh())
    try await world.add("Deleted", to: list)
    let before = try await store.snapshot()
    let written = try await mine.complete(task, on: day(tuesday))
    let undone = try await mine.undo(#require(written.change))
    #expect(try await store.snapshot(before: before).rows == before.rows)
    #expect(
      try await mine.trash(page: 1, of: 9)
        == TrashItemPage(items: [], number: 1, paging: Paging(0, of: 9), newest: nil))
    #expect(try await mine.change(#require(undone.change)).leavesNext == false)
    // Once more, and back.
    let again = try await mine.undo(#require(undone.change))
    #expect(try await open().contains { $0.title == "Rent" && $0.id != task })
    try await mine.undo(#require(again.change))
    #expect(try await mine.trash().isEmpty)
    let changes = try await mine.history(of: list, limit: 50).count
    #expect(try await store.quickCheck() == [])
    try await store.purge(deletedBefore: Date(timeIntervalSince1970: 1))
    #expect(try await mine.history(of: list, limit: 50).count == changes)
    #expect(
      try await store.read { db in try db.row("SELECT count(*) FROM tasks WHERE deleted = 0", []) { $0[0] as Int } }
        == 0)
    #expect(try await store.quickCheck() == [])
  }

  @Test(arguments: ["title", "step", "new step", "done step"])
  func `a next task that was changed since goes to the trash, and the undo says so`(what: String) async throws {
    let task = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    try await mine.addSubtasks([NestedDraft(try draft("Flat"))], to: task, submission: .fresh())
    let change = try #require(try await mine.complete(task, on: day(tuesday)).change)
    let next = try #require(try await open().first { $0.title == "Rent" }).id
    let step = try #require(try await open().first { $0.title == "Flat" }).id
    world.clock.advance(days: 1)
    func edit(_ id: TaskID) async throws {
      let stored = try await mine.task(id)
      try await mine.editTask(id, stored.text.with { $0.notes = "Mine" }, version: stored.version)
    }
    switch what {
    case "title": try await edit(next)
    case "step": try await edit(step)
    case "new step":
      try await mine.addSubtasks([NestedDraft(try draft("Garage"))], to: next, submission: .fresh())
    default: try await mine.complete(step, on: day(tuesday))
    }
    let undone = try await mine.undo(change)
    #expect(try await mine.trash().map(\.name) == ["Rent"])
    #expect(try await mine.trash().first?.steps == (what == "new step" ? 2 : 1))
    #expect(try await mine.change(#require(undone.change)).leavesNext)
  }

  @Test func `a next task that was changed after the completion was made again is not lost`() async throws {
    let task = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    let change = try #require(try await mine.complete(task, on: day(tuesday)).change)
    let undone = try #require(try await mine.undo(change).change)
    let again = try #require(try await mine.undo(undone).change)
    let next = try #require(try await open().first)
    world.clock.advance(days: 1)
    try await mine.transferTask(next.id, to: try await world.list("Elsewhere"))
    try await mine.transferTask(next.id, to: list)
    try await mine.undo(again)
    #expect(try await mine.trash().map(\.name) == ["Rent"])
  }

  @Test func `a skipped task is due on its next date, once for each press`() async throws {
    let task = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU;COUNT=3")
    let before = try await store.snapshot()
    let written = try await mine.skip(task, on: day(tuesday))
    #expect(try await open().map(\.due?.iso) == ["2026-12-01"])
    #expect(try await open().first?.repeats?.description == "2026-12-01 FREQ=WEEKLY;BYDAY=TU;COUNT=2")
    let change = try await mine.change(try #require(written.change))
    #expect(change.kind == .taskSkipped)
    #expect(change.fields == [.due(from: try day(tuesday), to: try day("2026-12-01"))])
    try await mine.undo(change.id)
    #expect(try await store.snapshot(before: before).rows == before.rows)
    #expect(try await mine.skip(task, day("2026-12-01"), on: day(tuesday)).acted == false, "not its date")
    // Without another date nothing happens.
    let last = try await add("Once", "2026-11-24 FREQ=DAILY;COUNT=1")
    #expect(try await mine.skip(last, on: day(tuesday)).acted == false)
    let plain = try await world.add("Plain", to: list)[0]
    #expect(try await mine.skip(plain, on: day(tuesday)).acted == false)
  }

  @Test func `many at once are followed by their next ones, in one change`() async throws {
    let weekly = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    let daily = try await add("Pills", "2026-11-20 FREQ=DAILY")
    let last = try await add("Once", "2026-11-24 FREQ=DAILY;COUNT=1")
    let plain = try await world.add("Plain", to: list)[0]
    let before = try await store.snapshot()
    let change = try #require(
      try await mine.changeTasks(.tasks([weekly, daily, last, plain], in: list), .complete(on: day(tuesday))).change)
    #expect(
      try await Set(open().map { "\($0.title) \($0.due?.iso ?? "")" }) == ["Rent 2026-12-01", "Pills 2026-11-25"])
    try await mine.undo(change)
    #expect(try await store.snapshot(before: before).rows == before.rows)
  }

  @Test func `a rule of a later version hides no task`() async throws {
    let task = try await add("Rent", "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    try await store.write { db, _ in try db.run("UPDATE tasks SET repeats = '2026-11-24 FREQ=LUNAR'", []) }
    #expect(try await open().map(\.repeats) == [nil])
    try await mine.complete(task, on: day(tuesday))
    #expect(try await open().isEmpty)
  }

  @Test func `several tasks repeat from their own dates at once, and repeating ones are found`() async throws {
    let drafts = try [
      draft("Rent", due: "2026-11-30"), draft("Sweep"), draft("Done"),
      draft("Weekly", due: "2026-11-24", repeats: "2026-11-24 FREQ=WEEKLY;BYDAY=TU"),
    ]
    let tasks = try await mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    try await mine.complete(tasks[2])
    let before = try await store.snapshot()
    let today = try #require(Day(iso: "2026-11-24"))
    let written = try await mine.changeTasks(.tasks(tasks, in: list), .repeats(RecurrenceDraft(.week), from: today))
    #expect(written.tasks == [tasks[0], tasks[1]], "the others are done, or as wanted")
    var rules: [String?] = []
    for task in tasks { rules.append(try await mine.task(task).repeats?.description) }
    #expect(
      rules == [
        "2026-11-30 FREQ=WEEKLY;BYDAY=MO", "2026-11-24 FREQ=WEEKLY;BYDAY=TU", nil, "2026-11-24 FREQ=WEEKLY;BYDAY=TU",
      ])
    #expect(try await mine.task(tasks[1]).due == today)
    #expect(try await found(TaskFilter(repeats: true), .date) == [tasks[1], tasks[3], tasks[0]])
    #expect(try await found(TaskFilter(status: .done, repeats: true), .date).isEmpty)
    try await mine.undo(#require(written.change))
    #expect(try await store.snapshot(before: before).rows == before.rows)
    #expect(try await found(TaskFilter(repeats: true), .list) == [tasks[3]])
    let ended = try await mine.changeTasks(.open(in: list), .repeats(nil, from: today))
    #expect(ended.tasks == [tasks[3]])
    #expect(try await found(TaskFilter(repeats: true), .list).isEmpty)
  }

  private func found(_ filter: TaskFilter, _ order: SearchOrder) async throws -> [TaskID] {
    guard case .found(let found) = try await mine.search(nil, in: filter, by: order, of: 50) else { return [] }
    return found.tasks.map(\.id)
  }
}
