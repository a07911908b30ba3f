import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct StepTests {
  let world: World
  let list: ListID
  let other: ListID
  /// Kitchen with the steps Measure, Order (with Tiles and Glue) and Lay; then Paint.
  let tasks: [TaskID]

  init() async throws {
    world = try World()
    list = try await world.list("House")
    other = try await world.list("Garden")
    let nested = [("Kitchen", 0), ("Measure", 1), ("Order", 1), ("Tiles", 2), ("Glue", 2), ("Lay", 1), ("Paint", 0)]
    tasks = try await world.store.addTasks(
      nested.map { NestedDraft(try draft($0), depth: $1) }, to: list, submission: .fresh(), for: world.account
    ).tasks
  }

  private var store: TaskStore { world.store }
  private var me: AccountID { world.account }
  private var kitchen: TaskID { tasks[0] }
  private var measure: TaskID { tasks[1] }
  private var order: TaskID { tasks[2] }
  private var tiles: TaskID { tasks[3] }
  private var glue: TaskID { tasks[4] }
  private var lay: TaskID { tasks[5] }

  /// The rows of a list as lines, indented by their depth; `x` marks completed ones.
  private func outline(_ list: ListID, steps: ShownSteps = .unfolded) async throws -> [String] {
    try await store.openPage(1, of: nil, in: list, for: me, steps: steps).rows.map(line)
  }

  private func line(_ row: TaskRow) -> String {
    let progress = row.progress.map { " \($0.done)/\($0.total)" } ?? ""
    return String(repeating: "  ", count: row.place.depth) + (row.done == nil ? "" : "x ") + row.title + progress
  }

  private static let whole = ["Kitchen 0/3", "  Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint"]

  @Test func `a list shows steps below their task, in order`() async throws {
    #expect(try await outline(list) == Self.whole)
    #expect(try await store.openPage(1, of: 1, in: list, for: me).rows.count == 6, "a page has whole tasks")
    #expect(try await store.openPage(2, of: 1, in: list, for: me).rows.map(\.title) == ["Paint"])
    #expect(try await store.openPage(1, of: nil, in: list, for: me, steps: .none).rows.count == 2)
    #expect(try await store.list(list, for: me).open == 7, "all of them are tasks")
    let place = try await store.openPlace(of: glue, in: list, for: me)
    #expect(place == RowPosition(before: 0, total: 2), "a step is on the page of its task")
  }

  @Test func `folding leaves out the steps and changes nothing else`() async throws {
    let revision = try await store.list(list, for: me).revision
    try await store.setFolded(kitchen, to: true, for: me)
    #expect(try await outline(list) == ["Kitchen 0/3", "Paint"])
    #expect(try await outline(list, steps: .all) == Self.whole)
    #expect(try await store.openPage(1, of: nil, in: list, for: me).rows[0].steps == .folded)
    #expect(try await store.list(list, for: me).revision == revision)
    #expect(try await store.list(list, for: me).folds == 1)
    try await store.setFolded(kitchen, to: false, for: me)
    #expect(try await outline(list) == Self.whole)
  }

  @Test func `a completed step stays where it is, and its task tells how many are done`() async throws {
    try await store.complete(measure, for: me)
    #expect(
      try await outline(list) == [
        "Kitchen 1/3", "  x Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint",
      ])
    #expect(try await store.completedPage(1, of: 9, in: list, for: me).rows.isEmpty)
    #expect(try await store.listHeader(list, for: me, now: .first).completedSteps == 1)
  }

  @Test func `completing a task completes its open steps, and one undo reopens them`() async throws {
    let done = try await store.complete(tiles, for: me)
    let written = try await store.complete(kitchen, for: me)
    #expect(try await outline(list) == ["Paint"])
    #expect(try await store.completedPage(1, of: 9, in: list, for: me).rows.map(\.title) == ["Kitchen"])
    #expect(try await store.change(#require(written.change), for: me).count == 5)
    #expect(try await store.list(list, for: me).completed == 6)
    try await store.undo(#require(written.change), for: me)
    #expect(try await outline(list)[3] == "    x Tiles", "it was completed before")
    try await store.undo(#require(done.change), for: me)
    #expect(try await outline(list) == Self.whole)
  }

  @Test func `reopening a step reopens the tasks that contain it`() async throws {
    try await store.complete(kitchen, for: me)
    let written = try await store.reopen(glue, for: me)
    #expect(
      try await outline(list) == [
        "Kitchen 2/3", "  x Measure", "  Order 1/2", "    x Tiles", "    Glue", "  x Lay", "Paint",
      ])
    try await store.undo(#require(written.change), for: me)
    #expect(try await outline(list) == ["Paint"])
  }

  @Test func `undoing the completion of a step of a task that was completed since reopens that task`() async throws {
    let written = try await store.complete(tiles, for: me)
    try await store.complete(kitchen, for: me)
    let undone = try await store.undo(#require(written.change), for: me)
    #expect(try await outline(list)[0] == "Kitchen 2/3")
    try await store.undo(#require(undone.change), for: me)
    #expect(try await outline(list) == ["Paint"], "done again")
  }

  @Test func `deleting a task takes its steps along, and restoring brings back those`() async throws {
    try await store.deleteTask(lay, for: me)
    let written = try await store.deleteTask(kitchen, for: me)
    #expect(try await outline(list) == ["Paint"])
    #expect(try await store.trash(for: me).count == 6)
    try await store.restoreTask(kitchen, for: me)
    #expect(
      try await outline(list) == Self.whole.filter { $0 != "  Lay" }.map { $0 == "Kitchen 0/3" ? "Kitchen 0/2" : $0 })
    #expect(try await store.change(#require(written.change), for: me).count == 5)
    try await store.restoreTask(lay, for: me)
    #expect(try await outline(list) == Self.whole)
  }

  @Test func `a step whose task is in the trash is restored as a task of its own`() async throws {
    try await store.deleteTask(tiles, for: me)
    try await store.deleteTask(kitchen, for: me)
    let written = try await store.restoreTask(tiles, for: me)
    #expect(try await outline(list) == ["Tiles", "Paint"])
    try await store.undo(#require(written.change), for: me)
    try await store.restoreTask(kitchen, for: me)
    try await store.restoreTask(tiles, for: me)
    #expect(try await outline(list) == Self.whole, "the undo put it below its task again")
  }

  @Test func `a task that is deleted for good leaves its earlier deleted step in the trash`() async throws {
    try await store.deleteTask(tiles, for: me)
    world.clock.advance(days: 1)
    try await store.deleteTask(kitchen, for: me)
    try await store.restoreTask(tiles, for: me)
    try await store.purge(deletedBefore: .distantFuture)
    #expect(try await outline(list) == ["Tiles", "Paint"])
    #expect(try await store.quickCheck() == [])
  }

  @Test func `steps move to another list with their task, and back by one undo`() async throws {
    try await store.deleteTask(glue, for: me)
    let written = try await store.transferTask(kitchen, to: other, for: me)
    #expect(try await outline(other) == ["Kitchen 0/3", "  Measure", "  Order 0/1", "    Tiles", "  Lay"])
    #expect(try await outline(list) == ["Paint"])
    #expect(try await store.list(other, for: me).open == 5)
    try await store.restoreTask(glue, for: me)
    #expect(try await outline(other)[4] == "    Glue", "also those in the trash")
    try await store.undo(#require(written.change), for: me)
    #expect(try await outline(list) == Self.whole)
  }

  @Test func `a step that moves to another list becomes a task of its own`() async throws {
    let written = try await store.transferTask(order, to: other, for: me)
    #expect(try await outline(other) == ["Order 0/2", "  Tiles", "  Glue"])
    #expect(try await outline(list) == ["Kitchen 0/2", "  Measure", "  Lay", "Paint"])
    let row = try await store.changedRow(#require(written.change), for: me)
    let page = try await store.openPage(1, of: nil, in: list, for: me, including: row)
    #expect(page.rows.map(line) == ["Kitchen 0/2", "  Measure", "  Order", "  Lay", "Paint"], "its row stays")
    try await store.undo(#require(written.change), for: me)
    #expect(try await outline(list) == Self.whole)
  }

  @Test func `the row of a deleted step stays where it was`() async throws {
    for (task, index) in [(tiles, 3), (glue, 4), (measure, 1), (lay, 5)] {
      let before = try await outline(list).map { $0.trimmingCharacters(in: .whitespaces).prefix(5) }
      let written = try await store.deleteTask(task, for: me)
      let row = try await store.changedRow(#require(written.change), for: me)
      let page = try await store.openPage(1, of: nil, in: list, for: me, including: row)
      #expect(page.rows.map { $0.title.prefix(5) } == before)
      #expect(page.rows[index].id == task)
      try await store.undo(#require(written.change), for: me)
    }
  }

  @Test func `several selected tasks take their steps along, and one undo brings everything back`() async throws {
    let changes: [(BulkChange, [String])] = [
      (.complete(on: .first), ["Paint"]), (.delete, ["Paint"]), (.move(to: other), ["Paint"]),
    ]
    for (change, left) in changes {
      let written = try await store.changeTasks(.tasks([kitchen, tiles], in: list), change, for: me)
      #expect(try await outline(list) == left)
      if case .move = change { #expect(try await outline(other) == Array(Self.whole.dropLast()), "with their order") }
      try await store.undo(#require(written.change), for: me)
      #expect(try await outline(list) == Self.whole)
    }
    try await store.complete(kitchen, for: me)
    let cleared = try await store.clearCompleted(in: list, for: me)
    #expect(try await store.list(list, for: me).completed == 0)
    try await store.undo(#require(cleared.change), for: me)
    #expect(try await store.list(list, for: me).completed == 6)
  }

  @Test func `clearing the completed tasks keeps the completed steps of open ones`() async throws {
    try await store.complete(measure, for: me)
    #expect(try await !store.clearCompleted(in: list, for: me).acted)
    #expect(try await outline(list)[1] == "  x Measure")
  }

  @Test func `a task moves a level in and out`() async throws {
    let paint = tasks[6]
    let moved = try await store.moveTask(paint, .indent, for: me)
    let undone = try await store.undo(#require(moved.change), for: me)
    #expect(try await outline(list) == Self.whole)
    try await store.undo(#require(undone.change), for: me)
    #expect(
      try await outline(list) == Array(Self.whole.dropLast().dropFirst()).reduce(["Kitchen 0/4"]) { $0 + [$1] } + [
        "  Paint"
      ])
    try await store.moveTask(paint, .indent, for: me)
    #expect(try await outline(list).last == "    Paint")
    try await store.moveTask(paint, .outdent, for: me)
    #expect(try await outline(list).last == "  Paint")
    try await store.moveTask(order, .outdent, for: me)
    #expect(
      try await outline(list)
        == [
          "Kitchen 0/3", "  Measure", "  Lay 0/0", "  Paint", "Order 0/2", "  Tiles", "  Glue",
        ].map { $0.replacingOccurrences(of: " 0/0", with: "") })
  }

  @Test func `a move that is not possible does nothing`() async throws {
    #expect(try await !store.moveTask(kitchen, .indent, for: me).acted, "there is none before it")
    #expect(try await !store.moveTask(kitchen, .outdent, for: me).acted)
    #expect(try await !store.moveTask(measure, .indent, for: me).acted)
    #expect(try await !store.moveTask(measure, .up, for: me).acted, "a step moves among its siblings")
    try await store.moveTask(lay, .up, for: me)
    #expect(
      try await outline(list).filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map { $0.dropFirst(2).prefix(3) }
        == ["Mea", "Lay", "Ord"])
    try await store.moveTask(lay, .top, for: me)
    try await store.moveTask(measure, .position(3), for: me)
    #expect(
      try await outline(list).filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map { $0.dropFirst(2).prefix(3) }
        == ["Lay", "Ord", "Mea"])
  }

  @Test func `steps are nested up to five levels`() async throws {
    var task = glue
    for level in 4...5 {
      let added = try await store.addSteps(
        [NestedDraft(draft("Level \(level)"))], to: task, submission: .fresh(), for: me)
      task = added.tasks[0]
    }
    await #expect(throws: StoreError.limit(.stepLevels(5))) {
      try await store.addSteps([NestedDraft(draft("Level 6"))], to: task, submission: .fresh(), for: me)
    }
    // Lay can go below Order, which has four levels below Kitchen already; Order itself cannot go below Measure.
    #expect(try await !store.moveTask(order, .indent, for: me).acted)
    #expect(try await store.moveTask(lay, .indent, for: me).acted)
    #expect(try await store.task(task, for: me).parents.map(\.title) == ["Kitchen", "Order", "Glue", "Level 4"])
  }

  @Test func `adding a step reopens a completed task, and undoing it completes that again`() async throws {
    try await store.complete(kitchen, for: me)
    let added = try await store.addSteps(
      [NestedDraft(draft("Dry")), NestedDraft(draft("Air"), depth: 1)], to: kitchen, submission: .fresh(), for: me)
    #expect(try await outline(list)[0] == "Kitchen 3/4")
    #expect(try await outline(list).suffix(3) == ["  Dry 0/1", "    Air", "Paint"])
    try await store.undo(#require(added.change), for: me)
    #expect(try await outline(list) == ["Paint"])
    #expect(try await store.completedPage(1, of: 9, in: list, for: me).rows.map(\.title) == ["Kitchen"])
  }

  @Test func `the next task of a series has the steps again, open and as many days later`() async throws {
    let version = try await store.task(kitchen, for: me).version
    let weekly = try draft("Kitchen", due: "2026-03-03", repeats: "2026-03-03 FREQ=WEEKLY;BYDAY=TU")
    try await store.editTask(kitchen, weekly, version: version, for: me)
    try await store.setDue(tiles, to: Day(iso: "2026-03-01"), for: me)
    try await store.complete(measure, for: me)
    let daily = try draft("Glue", due: "2026-03-01", repeats: "2026-03-01 FREQ=DAILY")
    try await store.editTask(glue, daily, version: store.task(glue, for: me).version, for: me)
    try await store.complete(glue, on: #require(Day(iso: "2026-03-01")), for: me)
    let before = try await outline(list)
    let written = try await store.complete(kitchen, on: #require(Day(iso: "2026-03-03")), for: me)
    #expect(
      try await outline(list) == ["Kitchen 0/3", "  Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint"])
    let rows = try await store.openPage(1, of: nil, in: list, for: me).rows
    #expect(rows[0].due?.iso == "2026-03-10")
    #expect(rows[3].due?.iso == "2026-03-08")
    #expect(rows[4].due?.iso == "2026-03-09", "of the step that repeats itself only the current one")
    try await store.undo(#require(written.change), for: me)
    #expect(try await outline(list) == before)
  }

  @Test func `a step that repeats is followed by a step`() async throws {
    let daily = try draft("Tiles", due: "2026-03-01", repeats: "2026-03-01 FREQ=DAILY")
    try await store.editTask(tiles, daily, version: store.task(tiles, for: me).version, for: me)
    try await store.complete(tiles, on: #require(Day(iso: "2026-03-01")), for: me)
    #expect(try await outline(list)[3...5] == ["    x Tiles", "    Tiles", "    Glue"])
    let all = try await store.changeTasks(.open(in: list), .complete(on: .first), for: me)
    #expect(try await outline(list) == [], "nothing follows a step of a completed task")
    try await store.undo(#require(all.change), for: me)
    #expect(try await outline(list)[3...5] == ["    x Tiles", "    Tiles", "    Glue"])
  }

  @Test func `a page without room for the steps of a task shows that task without them`() async throws {
    let room = Outline(room: 4)
    let rows = try await store.read { db in
      try room.rows(db.rows(TaskQuery.open(in: .hand), [me.value, list.value, -1, 0, 0], TaskQuery.row), of: list, db)
    }
    #expect(rows.map(line) == ["Kitchen 0/3", "  Measure", "  Order 0/2", "  Lay", "Paint"])
    #expect(rows.map(\.steps) == [.shown, .shown, .elsewhere, .shown, .shown])
  }

  @Test func `another account sees and changes nothing`() async throws {
    let stranger = try await world.asStranger()
    await #expect(throws: StoreError.notFound) {
      try await stranger.store.addSteps(
        [NestedDraft(draft("X"))], to: kitchen, submission: .fresh(), for: stranger.account)
    }
    await #expect(throws: StoreError.notFound) {
      try await stranger.store.setFolded(kitchen, to: true, for: stranger.account)
    }
  }
}
