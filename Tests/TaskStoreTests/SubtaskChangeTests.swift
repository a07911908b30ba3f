import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// Adding, moving and repeating steps.
final class SubtaskChangeTests: SubtaskSuite {
  @Test func `a task moves a level in and out`() async throws {
    let moved = try await mine.moveTask(paint, .into(kitchen))
    let undone = try await mine.undo(#require(moved.change))
    #expect(try await outline() == Self.whole)
    try await mine.undo(#require(undone.change))
    #expect(try await outline() == ["Kitchen 0/4"] + Self.whole.dropLast().dropFirst() + ["  Paint"])
    try await mine.moveTask(paint, .into(lay))
    #expect(try await outline().last == "    Paint")
    try await mine.moveTask(paint, .before(measure))
    #expect(try await outline()[1] == "  Paint")
    try await mine.moveTask(order, .bottom)
    #expect(try await outline() == ["Kitchen 0/3", "  Paint", "  Measure", "  Lay", "Order 0/2", "  Tiles", "  Glue"])
    try await mine.moveTask(order, .before(kitchen))
    #expect(try await outline().prefix(3) == ["Order 0/2", "  Tiles", "  Glue"])
    try await mine.moveTask(measure, .top)
    #expect(try await outline().prefix(2) == ["Measure", "Order 0/2"], "out of the task that it was a step of")
  }

  @Test func `a move that is not possible does nothing`() async throws {
    #expect(try await !mine.moveTask(kitchen, .into(kitchen)).acted)
    #expect(try await !mine.moveTask(kitchen, .into(glue)).acted, "below its own step")
    #expect(try await !mine.moveTask(kitchen, .before(glue)).acted)
    #expect(try await !mine.moveTask(lay, .into(kitchen)).acted, "the last step already")
    try await mine.moveTask(lay, .before(order))
    #expect(
      try await outline().filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map { $0.dropFirst(2).prefix(3) }
        == ["Mea", "Lay", "Ord"])
    try await mine.moveTask(lay, .before(measure))
    try await mine.moveTask(measure, .into(kitchen))
    #expect(
      try await outline().filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map { $0.dropFirst(2).prefix(3) }
        == ["Lay", "Ord", "Mea"])
  }

  @Test func `steps are nested up to five levels`() async throws {
    var task = glue
    for level in 4...5 {
      let added = try await mine.addSubtasks([NestedDraft(draft("Level \(level)"))], to: task, submission: .fresh())
      task = added.tasks[0]
    }
    await #expect(throws: StoreError.limit(.subtaskLevels(5))) {
      try await mine.addSubtasks([NestedDraft(draft("Level 6"))], to: task, submission: .fresh())
    }
    // Lay can go below Order, which has four levels below Kitchen already; Order itself cannot go below Measure.
    #expect(try await !mine.moveTask(order, .into(measure)).acted)
    #expect(try await mine.moveTask(lay, .into(order)).acted)
    #expect(try await mine.task(task).parents.map(\.title) == ["Kitchen", "Order", "Glue", "Level 4"])
  }

  @Test func `adding a step reopens a completed task, and undoing it completes that again`() async throws {
    try await mine.complete(kitchen)
    let added = try await mine.addSubtasks(
      [NestedDraft(draft("Dry")), NestedDraft(draft("Air"), depth: 1)], to: kitchen, submission: .fresh())
    #expect(try await outline()[0] == "Kitchen 3/4")
    #expect(try await outline().suffix(3) == ["  Dry 0/1", "    Air", "Paint"])
    try await mine.undo(#require(added.change))
    #expect(try await outline() == ["Paint"])
    #expect(try await mine.completedPage(1, of: 9, in: list).rows.map(\.title) == ["Kitchen"])
  }

  @Test func `the next task of a series has the steps again, open and as many days later`() async throws {
    let version = try await mine.task(kitchen).version
    let weekly = try draft("Kitchen", due: "2026-03-03", repeats: "2026-03-03 FREQ=WEEKLY;BYDAY=TU")
    try await mine.editTask(kitchen, weekly, version: version)
    try await mine.setDue(tiles, to: Day(iso: "2026-03-01"))
    try await mine.complete(measure)
    let daily = try draft("Glue", due: "2026-03-01", repeats: "2026-03-01 FREQ=DAILY")
    try await mine.editTask(glue, daily, version: mine.task(glue).version)
    try await mine.complete(glue, on: #require(Day(iso: "2026-03-01")))
    let before = try await outline()
    let written = try await mine.complete(kitchen, on: #require(Day(iso: "2026-03-03")))
    #expect(
      try await outline() == ["Kitchen 0/3", "  Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint"])
    let rows = try await mine.openPage(1, of: nil, in: list).rows
    #expect(rows[0].due?.iso == "2026-03-10")
    #expect(rows[3].due?.iso == "2026-03-08")
    #expect(rows[4].due?.iso == "2026-03-02", "the step that repeats itself keeps its date, and is there once")
    let count = try await store.read { db in
      try db.row("SELECT count(*) FROM tasks WHERE title = 'Glue'", []) { $0[0] as Int }
    }
    #expect(count == 2, "the completed one and the next one")
    try await mine.undo(#require(written.change))
    #expect(try await outline() == before)
  }

  /// Kitchen repeats daily, its step Order, with a step of its own, on Saturdays; Measure does not.
  private func repeatingSteps() async throws {
    for (task, text) in [
      (kitchen, try draft("Kitchen", due: "2026-03-03", repeats: "2026-03-03 FREQ=DAILY")),
      (order, try draft("Order", due: "2026-03-07", repeats: "2026-03-07 FREQ=WEEKLY;BYDAY=SA")),
      (measure, try draft("Measure", due: "2026-03-02", start: "2026-03-01")),
      (tiles, try draft("Tiles", due: "2026-03-06")),
    ] { try await mine.editTask(task, text, version: mine.task(task).version) }
  }

  private func dates() async throws -> [String] {
    try await mine.openPage(1, of: nil, in: list, steps: .all).rows.filter { $0.due != nil }
      .map { "\($0.title) \($0.start.map { "\($0.iso)/" } ?? "")\($0.due?.iso ?? "")" }
  }

  @Test(arguments: [true, false])
  func `a step with a rule of its own keeps its dates when its task moves on`(isCompleted: Bool) async throws {
    try await repeatingSteps()
    let before = try await store.snapshot()
    var changes: [ChangeID?] = []
    for day in ["2026-03-03", "2026-03-04"] {
      let today = try #require(Day(iso: day))
      let task = try await mine.openTasks(in: list)[0].id
      changes.append(
        isCompleted
          ? try await mine.complete(task, on: today).change
          : try await mine.skip(task, on: today).change)
    }
    #expect(
      try await dates() == [
        "Kitchen 2026-03-05", "Measure 2026-03-03/2026-03-04", "Order 2026-03-07", "Tiles 2026-03-06",
      ])
    #expect(try await outline() == Self.whole, "in their order")
    #expect(try await mine.task(order).done == nil, "it is the same step")
    for change in changes.reversed() { try await mine.undo(#require(change)) }
    #expect(try await store.snapshot(before: before).rows == before.rows)
    #expect(try await store.quickCheck() == [])
  }

  @Test func `a repeating step that is completed with its task is followed by its own next date`() async throws {
    try await repeatingSteps()
    let before = try await store.snapshot()
    let both = try await mine.changeTasks(
      .tasks([kitchen, order], in: list), .complete(on: #require(Day(iso: "2026-03-03"))))
    #expect(
      try await dates() == [
        "Kitchen 2026-03-04", "Measure 2026-03-02/2026-03-03", "Order 2026-03-14", "Tiles 2026-03-13",
      ])
    #expect(try await mine.task(order).repeats == nil)
    try await mine.undo(#require(both.change))
    #expect(try await store.snapshot(before: before).rows == before.rows)
  }

  @Test func `a step that repeats is followed by a step`() async throws {
    let daily = try draft("Tiles", due: "2026-03-01", repeats: "2026-03-01 FREQ=DAILY")
    try await mine.editTask(tiles, daily, version: mine.task(tiles).version)
    try await mine.complete(tiles, on: #require(Day(iso: "2026-03-01")))
    #expect(try await outline()[3...5] == ["    x Tiles", "    Tiles", "    Glue"])
    let all = try await mine.changeTasks(.open(in: list), .complete(on: .first))
    #expect(try await outline() == [], "nothing follows a step of a completed task")
    try await mine.undo(#require(all.change))
    #expect(try await outline()[3...5] == ["    x Tiles", "    Tiles", "    Glue"])
  }
}
