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
    let moved = try await scene.store.moveTask(paint, .indent, for: scene.me)
    let undone = try await scene.store.undo(#require(moved.change), for: scene.me)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    try await scene.store.undo(#require(undone.change), for: scene.me)
    #expect(
      try await scene.outline(scene.list) == Array(SubtaskScene.whole.dropLast().dropFirst()).reduce(["Kitchen 0/4"]) {
        $0 + [$1]
      } + [
        "  Paint"
      ])
    try await scene.store.moveTask(paint, .indent, for: scene.me)
    #expect(try await scene.outline(scene.list).last == "    Paint")
    try await scene.store.moveTask(paint, .outdent, for: scene.me)
    #expect(try await scene.outline(scene.list).last == "  Paint")
    try await scene.store.moveTask(scene.order, .outdent, for: scene.me)
    #expect(
      try await scene.outline(scene.list)
        == [
          "Kitchen 0/3", "  Measure", "  Lay 0/0", "  Paint", "Order 0/2", "  Tiles", "  Glue",
        ].map { $0.replacingOccurrences(of: " 0/0", with: "") })
  }

  @Test func `a move that is not possible does nothing`() async throws {
    #expect(try await !scene.store.moveTask(scene.kitchen, .indent, for: scene.me).acted, "there is none before it")
    #expect(try await !scene.store.moveTask(scene.kitchen, .outdent, for: scene.me).acted)
    #expect(try await !scene.store.moveTask(scene.measure, .indent, for: scene.me).acted)
    #expect(try await !scene.store.moveTask(scene.measure, .up, for: scene.me).acted, "a step moves among its siblings")
    try await scene.store.moveTask(scene.lay, .up, for: scene.me)
    #expect(
      try await scene.outline(scene.list).filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map {
        $0.dropFirst(2).prefix(3)
      }
        == ["Mea", "Lay", "Ord"])
    try await scene.store.moveTask(scene.lay, .top, for: scene.me)
    try await scene.store.moveTask(scene.measure, .position(3), for: scene.me)
    #expect(
      try await scene.outline(scene.list).filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map {
        $0.dropFirst(2).prefix(3)
      }
        == ["Lay", "Ord", "Mea"])
  }

  @Test func `steps are nested up to five levels`() async throws {
    var task = scene.glue
    for level in 4...5 {
      let added = try await scene.store.addSubtasks(
        [NestedDraft(draft("Level \(level)"))], to: task, submission: .fresh(), for: scene.me)
      task = added.tasks[0]
    }
    await #expect(throws: StoreError.limit(.subtaskLevels(5))) {
      try await scene.store.addSubtasks([NestedDraft(draft("Level 6"))], to: task, submission: .fresh(), for: scene.me)
    }
    // Lay can go below Order, which has four levels below Kitchen already; Order itself cannot go below Measure.
    #expect(try await !scene.store.moveTask(scene.order, .indent, for: scene.me).acted)
    #expect(try await scene.store.moveTask(scene.lay, .indent, for: scene.me).acted)
    #expect(
      try await scene.store.task(task, for: scene.me).parents.map(\.title) == ["Kitchen", "Order", "Glue", "Level 4"])
  }

  @Test func `adding a step reopens a completed task, and undoing it completes that again`() async throws {
    try await scene.store.complete(scene.kitchen, for: scene.me)
    let added = try await scene.store.addSubtasks(
      [NestedDraft(draft("Dry")), NestedDraft(draft("Air"), depth: 1)], to: scene.kitchen, submission: .fresh(),
      for: scene.me)
    #expect(try await scene.outline(scene.list)[0] == "Kitchen 3/4")
    #expect(try await scene.outline(scene.list).suffix(3) == ["  Dry 0/1", "    Air", "Paint"])
    try await scene.store.undo(#require(added.change), for: scene.me)
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(
      try await scene.store.completedPage(1, of: 9, in: scene.list, for: scene.me).rows.map(\.title) == ["Kitchen"])
  }

  @Test func `the next task of a series has the steps again, open and as many days later`() async throws {
    let version = try await scene.store.task(scene.kitchen, for: scene.me).version
    let weekly = try draft("Kitchen", due: "2026-03-03", repeats: "2026-03-03 FREQ=WEEKLY;BYDAY=TU")
    try await scene.store.editTask(scene.kitchen, weekly, version: version, for: scene.me)
    try await scene.store.setDue(scene.tiles, to: Day(iso: "2026-03-01"), for: scene.me)
    try await scene.store.complete(scene.measure, for: scene.me)
    let daily = try draft("Glue", due: "2026-03-01", repeats: "2026-03-01 FREQ=DAILY")
    try await scene.store.editTask(
      scene.glue, daily, version: scene.store.task(scene.glue, for: scene.me).version, for: scene.me)
    try await scene.store.complete(scene.glue, on: #require(Day(iso: "2026-03-01")), for: scene.me)
    let before = try await scene.outline(scene.list)
    let written = try await scene.store.complete(scene.kitchen, on: #require(Day(iso: "2026-03-03")), for: scene.me)
    #expect(
      try await scene.outline(scene.list) == [
        "Kitchen 0/3", "  Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint",
      ])
    let rows = try await scene.store.openPage(1, of: nil, in: scene.list, for: scene.me).rows
    #expect(rows[0].due?.iso == "2026-03-10")
    #expect(rows[3].due?.iso == "2026-03-08")
    #expect(rows[4].due?.iso == "2026-03-02", "the step that repeats itself keeps its date, and is there once")
    let glue = try await scene.store.read { db in
      try db.row("SELECT count(*) FROM tasks WHERE title = 'Glue'", []) { $0[0] as Int }
    }
    #expect(glue == 2, "the completed one and the next one")
    try await scene.store.undo(#require(written.change), for: scene.me)
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
      try await scene.store.editTask(
        task, text, version: scene.store.task(task, for: scene.me).version, for: scene.me)
    }
  }

  private func dates() async throws -> [String] {
    try await scene.store.openPage(1, of: nil, in: scene.list, for: scene.me, steps: .all).rows.filter { $0.due != nil }
      .map { "\($0.title) \($0.start.map { "\($0.iso)/" } ?? "")\($0.due?.iso ?? "")" }
  }

  @Test(arguments: [true, false])
  func `a step with a rule of its own keeps its dates when its task moves on`(isCompleted: Bool) async throws {
    try await repeatingSteps()
    let before = try await scene.store.snapshot()
    var changes: [ChangeID?] = []
    for day in ["2026-03-03", "2026-03-04"] {
      let today = try #require(Day(iso: day))
      let task = try await scene.store.openTasks(in: scene.list, for: scene.me)[0].id
      changes.append(
        isCompleted
          ? try await scene.store.complete(task, on: today, for: scene.me).change
          : try await scene.store.skip(task, on: today, for: scene.me).change)
    }
    #expect(
      try await dates() == [
        "Kitchen 2026-03-05", "Measure 2026-03-03/2026-03-04", "Order 2026-03-07", "Tiles 2026-03-06",
      ])
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole, "in their order")
    #expect(try await scene.store.task(scene.order, for: scene.me).done == nil, "it is the same step")
    for change in changes.reversed() { try await scene.store.undo(#require(change), for: scene.me) }
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
    #expect(try await scene.store.quickCheck() == [])
  }

  @Test func `a repeating step that is completed with its task is followed by its own next date`() async throws {
    try await repeatingSteps()
    let before = try await scene.store.snapshot()
    let both = try await scene.store.changeTasks(
      .tasks([scene.kitchen, scene.order], in: scene.list), .complete(on: #require(Day(iso: "2026-03-03"))),
      for: scene.me)
    #expect(
      try await dates() == [
        "Kitchen 2026-03-04", "Measure 2026-03-02/2026-03-03", "Order 2026-03-14", "Tiles 2026-03-13",
      ])
    #expect(try await scene.store.task(scene.order, for: scene.me).repeats == nil)
    try await scene.store.undo(#require(both.change), for: scene.me)
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
  }

  @Test func `a step that repeats is followed by a step`() async throws {
    let daily = try draft("Tiles", due: "2026-03-01", repeats: "2026-03-01 FREQ=DAILY")
    try await scene.store.editTask(
      scene.tiles, daily, version: scene.store.task(scene.tiles, for: scene.me).version, for: scene.me)
    try await scene.store.complete(scene.tiles, on: #require(Day(iso: "2026-03-01")), for: scene.me)
    #expect(try await scene.outline(scene.list)[3...5] == ["    x Tiles", "    Tiles", "    Glue"])
    let all = try await scene.store.changeTasks(.open(in: scene.list), .complete(on: .first), for: scene.me)
    #expect(try await scene.outline(scene.list) == [], "nothing follows a step of a completed task")
    try await scene.store.undo(#require(all.change), for: scene.me)
    #expect(try await scene.outline(scene.list)[3...5] == ["    x Tiles", "    Tiles", "    Glue"])
  }
}
