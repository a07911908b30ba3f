import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// Adding, moving and repeating steps.
struct SubtaskChangeTests {
  private let scene: SubtaskScene

  init() async throws { scene = try await SubtaskScene() }

  @Test func `a task moves a level in and out`() async throws {
    let paint = scene.tasks[6]
    let moved = try await scene.store[scene.me].moveTask(paint, .into(scene.kitchen))
    let undone = try await scene.store[scene.me].undo(#require(moved.change))
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    try await scene.store[scene.me].undo(#require(undone.change))
    #expect(
      try await scene.outline(scene.list) == Array(SubtaskScene.whole.dropLast().dropFirst()).reduce(["Kitchen 0/4"]) {
        $0 + [$1]
      } + [
        "  Paint"
      ])
    try await scene.store[scene.me].moveTask(paint, .into(scene.lay))
    #expect(try await scene.outline(scene.list).last == "    Paint")
    try await scene.store[scene.me].moveTask(paint, .before(scene.measure))
    #expect(try await scene.outline(scene.list)[1] == "  Paint")
    try await scene.store[scene.me].moveTask(scene.order, .bottom)
    #expect(
      try await scene.outline(scene.list)
        == ["Kitchen 0/3", "  Paint", "  Measure", "  Lay", "Order 0/2", "  Tiles", "  Glue"])
    try await scene.store[scene.me].moveTask(scene.order, .before(scene.kitchen))
    #expect(try await scene.outline(scene.list).prefix(3) == ["Order 0/2", "  Tiles", "  Glue"])
    try await scene.store[scene.me].moveTask(scene.measure, .top)
    #expect(
      try await scene.outline(scene.list).prefix(2) == ["Measure", "Order 0/2"], "out of the task that it was a step of"
    )
  }

  @Test func `a move that is not possible does nothing`() async throws {
    #expect(try await !scene.store[scene.me].moveTask(scene.kitchen, .into(scene.kitchen)).acted)
    #expect(try await !scene.store[scene.me].moveTask(scene.kitchen, .into(scene.glue)).acted, "below its own step")
    #expect(try await !scene.store[scene.me].moveTask(scene.kitchen, .before(scene.glue)).acted)
    #expect(try await !scene.store[scene.me].moveTask(scene.lay, .into(scene.kitchen)).acted, "the last step already")
    try await scene.store[scene.me].moveTask(scene.lay, .before(scene.order))
    #expect(
      try await scene.outline(scene.list).filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map {
        $0.dropFirst(2).prefix(3)
      }
        == ["Mea", "Lay", "Ord"])
    try await scene.store[scene.me].moveTask(scene.lay, .before(scene.measure))
    try await scene.store[scene.me].moveTask(scene.measure, .into(scene.kitchen))
    #expect(
      try await scene.outline(scene.list).filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map {
        $0.dropFirst(2).prefix(3)
      }
        == ["Lay", "Ord", "Mea"])
  }

  @Test func `steps are nested up to five levels`() async throws {
    var task = scene.glue
    for level in 4...5 {
      let added = try await scene.store[scene.me].addSubtasks(
        [NestedDraft(draft("Level \(level)"))], to: task, submission: .fresh())
      task = added.tasks[0]
    }
    await #expect(throws: StoreError.limit(.subtaskLevels(5))) {
      try await scene.store[scene.me].addSubtasks([NestedDraft(draft("Level 6"))], to: task, submission: .fresh())
    }
    // Lay can go below Order, which has four levels below Kitchen already; Order itself cannot go below Measure.
    #expect(try await !scene.store[scene.me].moveTask(scene.order, .into(scene.measure)).acted)
    #expect(try await scene.store[scene.me].moveTask(scene.lay, .into(scene.order)).acted)
    #expect(
      try await scene.store[scene.me].task(task).parents.map(\.title) == ["Kitchen", "Order", "Glue", "Level 4"])
  }

  @Test func `adding a step reopens a completed task, and undoing it completes that again`() async throws {
    try await scene.store[scene.me].complete(scene.kitchen)
    let added = try await scene.store[scene.me].addSubtasks(
      [NestedDraft(draft("Dry")), NestedDraft(draft("Air"), depth: 1)], to: scene.kitchen, submission: .fresh())
    #expect(try await scene.outline(scene.list)[0] == "Kitchen 3/4")
    #expect(try await scene.outline(scene.list).suffix(3) == ["  Dry 0/1", "    Air", "Paint"])
    try await scene.store[scene.me].undo(#require(added.change))
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(
      try await scene.store[scene.me].completedPage(1, of: 9, in: scene.list).rows.map(\.title) == ["Kitchen"])
  }

  @Test func `the next task of a series has the steps again, open and as many days later`() async throws {
    let version = try await scene.store[scene.me].task(scene.kitchen).version
    let weekly = try draft("Kitchen", due: "2026-03-03", repeats: "2026-03-03 FREQ=WEEKLY;BYDAY=TU")
    try await scene.store[scene.me].editTask(scene.kitchen, weekly, version: version)
    try await scene.store[scene.me].setDue(scene.tiles, to: Day(iso: "2026-03-01"))
    try await scene.store[scene.me].complete(scene.measure)
    let daily = try draft("Glue", due: "2026-03-01", repeats: "2026-03-01 FREQ=DAILY")
    try await scene.store[scene.me].editTask(
      scene.glue, daily, version: scene.store[scene.me].task(scene.glue).version)
    try await scene.store[scene.me].complete(scene.glue, on: #require(Day(iso: "2026-03-01")))
    let before = try await scene.outline(scene.list)
    let written = try await scene.store[scene.me].complete(scene.kitchen, on: #require(Day(iso: "2026-03-03")))
    #expect(
      try await scene.outline(scene.list) == [
        "Kitchen 0/3", "  Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint",
      ])
    let rows = try await scene.store[scene.me].openPage(1, of: nil, in: scene.list).rows
    #expect(rows[0].due?.iso == "2026-03-10")
    #expect(rows[3].due?.iso == "2026-03-08")
    #expect(rows[4].due?.iso == "2026-03-02", "the step that repeats itself keeps its date, and is there once")
    let glue = try await scene.store.read { db in
      try db.row("SELECT count(*) FROM tasks WHERE title = 'Glue'", []) { $0[0] as Int }
    }
    #expect(glue == 2, "the completed one and the next one")
    try await scene.store[scene.me].undo(#require(written.change))
    #expect(try await scene.outline(scene.list) == before)
  }

  /// Kitchen repeats daily, its step Order, with a step of its own, on Saturdays; Measure does not.
  private func repeatingSteps() async throws {
    for (task, text) in [
      (scene.kitchen, try draft("Kitchen", due: "2026-03-03", repeats: "2026-03-03 FREQ=DAILY")),
      (scene.order, try draft("Order", due: "2026-03-07", repeats: "2026-03-07 FREQ=WEEKLY;BYDAY=SA")),
      (scene.measure, try draft("Measure", due: "2026-03-02", start: "2026-03-01")),
      (scene.tiles, try draft("Tiles", due: "2026-03-06")),
    ] {
      try await scene.store[scene.me].editTask(
        task, text, version: scene.store[scene.me].task(task).version)
    }
  }

  private func dates() async throws -> [String] {
    try await scene.store[scene.me].openPage(1, of: nil, in: scene.list, steps: .all).rows.filter { $0.due != nil }
      .map { "\($0.title) \($0.start.map { "\($0.iso)/" } ?? "")\($0.due?.iso ?? "")" }
  }

  @Test(arguments: [true, false])
  func `a step with a rule of its own keeps its dates when its task moves on`(isCompleted: Bool) async throws {
    try await repeatingSteps()
    let before = try await scene.store.snapshot()
    var changes: [ChangeID?] = []
    for day in ["2026-03-03", "2026-03-04"] {
      let today = try #require(Day(iso: day))
      let task = try await scene.store[scene.me].openTasks(in: scene.list)[0].id
      changes.append(
        isCompleted
          ? try await scene.store[scene.me].complete(task, on: today).change
          : try await scene.store[scene.me].skip(task, on: today).change)
    }
    #expect(
      try await dates() == [
        "Kitchen 2026-03-05", "Measure 2026-03-03/2026-03-04", "Order 2026-03-07", "Tiles 2026-03-06",
      ])
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole, "in their order")
    #expect(try await scene.store[scene.me].task(scene.order).done == nil, "it is the same step")
    for change in changes.reversed() { try await scene.store[scene.me].undo(#require(change)) }
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
    #expect(try await scene.store.quickCheck() == [])
  }

  @Test func `a repeating step that is completed with its task is followed by its own next date`() async throws {
    try await repeatingSteps()
    let before = try await scene.store.snapshot()
    let both = try await scene.store[scene.me].changeTasks(
      .tasks([scene.kitchen, scene.order], in: scene.list), .complete(on: #require(Day(iso: "2026-03-03"))))
    #expect(
      try await dates() == [
        "Kitchen 2026-03-04", "Measure 2026-03-02/2026-03-03", "Order 2026-03-14", "Tiles 2026-03-13",
      ])
    #expect(try await scene.store[scene.me].task(scene.order).repeats == nil)
    try await scene.store[scene.me].undo(#require(both.change))
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
  }

  @Test func `a step that repeats is followed by a step`() async throws {
    let daily = try draft("Tiles", due: "2026-03-01", repeats: "2026-03-01 FREQ=DAILY")
    try await scene.store[scene.me].editTask(
      scene.tiles, daily, version: scene.store[scene.me].task(scene.tiles).version)
    try await scene.store[scene.me].complete(scene.tiles, on: #require(Day(iso: "2026-03-01")))
    #expect(try await scene.outline(scene.list)[3...5] == ["    x Tiles", "    Tiles", "    Glue"])
    let all = try await scene.store[scene.me].changeTasks(.open(in: scene.list), .complete(on: .first))
    #expect(try await scene.outline(scene.list) == [], "nothing follows a step of a completed task")
    try await scene.store[scene.me].undo(#require(all.change))
    #expect(try await scene.outline(scene.list)[3...5] == ["    x Tiles", "    Tiles", "    Glue"])
  }
}
