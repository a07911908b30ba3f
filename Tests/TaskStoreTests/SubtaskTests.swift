import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class SubtaskTests: SubtaskSuite {
  @Test func `a list shows steps below their task, in order`() async throws {
    #expect(try await outline() == Self.whole)
    #expect(try await mine.openPage(1, of: 1, in: list).rows.count == 6, "a page has whole tasks")
    #expect(try await mine.openPage(2, of: 1, in: list).rows.map(\.title) == ["Paint"])
    #expect(try await mine.list(list).open == 2, "steps are part of their task")
    let place = try await mine.openPlace(of: glue, in: list)
    #expect(place == RowPosition(before: 0, total: 2), "a step is on the page of its task")
  }

  @Test func `folding leaves out the steps and changes nothing else`() async throws {
    let revision = try await mine.list(list).revision
    try await mine.setFolded(kitchen, to: true)
    #expect(try await outline() == ["Kitchen 0/3", "Paint"])
    #expect(try await outline(steps: .all) == Self.whole)
    #expect(try await mine.openPage(1, of: nil, in: list).rows[0].steps == .folded)
    #expect(try await mine.list(list).revision == revision)
    #expect(try await mine.list(list).folds == 1)
    try await mine.setFolded(kitchen, to: false)
    #expect(try await outline() == Self.whole)
  }

  @Test func `a completed step stays where it is, and its task tells how many are done`() async throws {
    try await mine.complete(measure)
    #expect(
      try await outline() == ["Kitchen 1/3", "  x Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint"])
    #expect(try await mine.completedPage(1, of: 9, in: list).rows.isEmpty)
    #expect(try await mine.list(list).completed == 0)
  }

  @Test func `completing a task completes its open steps, and one undo reopens them`() async throws {
    let done = try await mine.complete(tiles)
    let written = try await mine.complete(kitchen)
    #expect(try await outline() == ["Paint"])
    #expect(try await mine.completedPage(1, of: 9, in: list).rows.map(\.title) == ["Kitchen"])
    #expect(try await mine.change(#require(written.change)).count == 5)
    #expect(try await mine.list(list).completed == 1)
    try await mine.undo(#require(written.change))
    #expect(try await outline()[3] == "    x Tiles", "it was completed before")
    try await mine.undo(#require(done.change))
    #expect(try await outline() == Self.whole)
  }

  @Test func `reopening a step reopens the tasks that contain it`() async throws {
    try await mine.complete(kitchen)
    let written = try await mine.reopen(glue)
    #expect(
      try await outline() == [
        "Kitchen 2/3", "  x Measure", "  Order 1/2", "    x Tiles", "    Glue", "  x Lay", "Paint",
      ])
    try await mine.undo(#require(written.change))
    #expect(try await outline() == ["Paint"])
  }

  @Test func `undoing the completion of a step of a task that was completed since reopens that task`() async throws {
    let written = try await mine.complete(tiles)
    try await mine.complete(kitchen)
    let undone = try await mine.undo(#require(written.change))
    #expect(try await outline()[0] == "Kitchen 2/3")
    try await mine.undo(#require(undone.change))
    #expect(try await outline() == ["Paint"], "done again")
  }

  @Test func `deleting a task takes its steps along, and restoring brings back those`() async throws {
    try await mine.deleteTask(lay)
    let written = try await mine.deleteTask(kitchen)
    #expect(try await outline() == ["Paint"])
    #expect(try await mine.trash().map { "\($0.name) \($0.steps)" } == ["Kitchen 4", "Lay 0"])
    try await mine.restoreTask(kitchen)
    #expect(try await outline() == Self.whole.filter { $0 != "  Lay" }.map { $0 == "Kitchen 0/3" ? "Kitchen 0/2" : $0 })
    #expect(try await mine.change(#require(written.change)).count == 5)
    try await mine.restoreTask(lay)
    #expect(try await outline() == Self.whole)
  }

  @Test func `a step whose task is in the trash is restored as a task of its own`() async throws {
    try await mine.deleteTask(tiles)
    try await mine.deleteTask(kitchen)
    let written = try await mine.restoreTask(tiles)
    #expect(try await outline() == ["Tiles", "Paint"])
    try await mine.undo(#require(written.change))
    try await mine.restoreTask(kitchen)
    try await mine.restoreTask(tiles)
    #expect(try await outline() == Self.whole, "the undo put it below its task again")
  }

  @Test func `the trash has one row for a task and the steps that were deleted with it`() async throws {
    try await mine.deleteTask(glue)
    try await mine.deleteTask(order)
    try await mine.deleteTask(kitchen)
    try await world.add("Rake", to: other)
    let page = try await mine.trash(page: 1, of: 2)
    #expect(page.items.map { "\($0.name) \($0.steps) \($0.partOf ?? "")" } == ["Kitchen 2 ", "Order 1 Kitchen"])
    #expect(page.paging.total == 3)
    #expect(try await mine.trash(page: 2, of: 2).items.map(\.name) == ["Glue"])
    // A list in the trash hides its tasks, those steps among them.
    try await mine.deleteList(list)
    #expect(try await mine.trash(page: 1, of: 2).paging.total == 1)
  }

  @Test func `cleared tasks are in the trash with their steps, and come back with them`() async throws {
    try await mine.complete(kitchen)
    try await mine.clearCompleted(in: list)
    #expect(try await mine.trash().map { "\($0.name) \($0.steps)" } == ["Kitchen 5"])
    try await mine.restoreTask(kitchen)
    #expect(try await mine.trash(page: 1, of: 9).paging.total == 0)
  }

  @Test func `a task that is deleted for good leaves its earlier deleted step in the trash`() async throws {
    try await mine.deleteTask(tiles)
    world.clock.advance(days: 1)
    try await mine.deleteTask(kitchen)
    try await mine.restoreTask(tiles)
    try await store.purge(deletedBefore: .distantFuture)
    #expect(try await outline() == ["Tiles", "Paint"])
    #expect(try await store.quickCheck() == [])
  }

  @Test func `steps move to another list with their task, and back by one undo`() async throws {
    try await mine.deleteTask(glue)
    let written = try await mine.transferTask(kitchen, to: other)
    #expect(try await outline(other) == ["Kitchen 0/3", "  Measure", "  Order 0/1", "    Tiles", "  Lay"])
    #expect(try await outline() == ["Paint"])
    #expect(try await mine.list(other).open == 1)
    try await mine.restoreTask(glue)
    #expect(try await outline(other)[4] == "    Glue", "also those in the trash")
    try await mine.undo(#require(written.change))
    #expect(try await outline() == Self.whole)
  }

  @Test func `a step that moves to another list becomes a task of its own`() async throws {
    let written = try await mine.transferTask(order, to: other)
    #expect(try await outline(other) == ["Order 0/2", "  Tiles", "  Glue"])
    #expect(try await outline() == ["Kitchen 0/2", "  Measure", "  Lay", "Paint"])
    let row = try await mine.changedRows(by: #require(written.change))
    let page = try await mine.openPage(1, of: nil, in: list, including: row)
    #expect(page.rows.map(line) == ["Kitchen 0/2", "  Measure", "  Order", "  Lay", "Paint"], "its row stays")
    try await mine.undo(#require(written.change))
    #expect(try await outline() == Self.whole)
  }

  @Test func `the row of a deleted step stays where it was`() async throws {
    for (task, index) in [(tiles, 3), (glue, 4), (measure, 1), (lay, 5)] {
      let before = try await outline().map { $0.trimmingCharacters(in: .whitespaces).prefix(5) }
      let written = try await mine.deleteTask(task)
      let row = try await mine.changedRows(by: #require(written.change))
      let page = try await mine.openPage(1, of: nil, in: list, including: row)
      #expect(page.rows.map { $0.title.prefix(5) } == before)
      #expect(page.rows[index].id == task)
      try await mine.undo(#require(written.change))
    }
  }

  @Test func `several selected tasks take their steps along, and one undo brings everything back`() async throws {
    let changes: [(BulkChange, [String])] = [
      (.complete(on: .first), ["Paint"]), (.delete, ["Paint"]), (.move(to: other), ["Paint"]),
    ]
    for (change, left) in changes {
      let written = try await mine.changeTasks(.tasks([kitchen, tiles], in: list), change)
      #expect(try await outline() == left)
      if case .move = change { #expect(try await outline(other) == Array(Self.whole.dropLast()), "with their order") }
      try await mine.undo(#require(written.change))
      #expect(try await outline() == Self.whole)
    }
    try await mine.complete(kitchen)
    let cleared = try await mine.clearCompleted(in: list)
    #expect(try await mine.list(list).completed == 0)
    try await mine.undo(#require(cleared.change))
    #expect(try await mine.list(list).completed == 1)
  }

  @Test func `clearing the completed tasks keeps the completed steps of open ones`() async throws {
    try await mine.complete(measure)
    #expect(try await !mine.clearCompleted(in: list).acted)
    #expect(try await outline()[1] == "  x Measure")
  }

  @Test func `a page without room for the steps of a task shows that task without them`() async throws {
    let room = Outline(room: 4)
    let rows = try await store.read { [list, world] db in
      try room.rows(db.openRows(of: list, in: .hand, for: world.account, from: 0, nil).map(\.row), of: list, db)
    }
    #expect(rows.map(line) == ["Kitchen 0/3", "  Measure", "  Order 0/2", "  Lay", "Paint"])
    #expect(rows.map(\.steps) == [.shown, .shown, .elsewhere, .shown, .shown])
  }

  @Test func `a list counts tasks, not their steps, also where the one becomes the other`() async throws {
    func counts() async throws -> [Int] {
      let counted = try await mine.list(list)
      #expect(try await store.quickCheck() == [])
      return [counted.open, counted.completed]
    }
    let out = try #require(try await mine.moveTask(order, .top).change)
    #expect(try await counts() == [3, 0])
    let into = try #require(try await mine.moveTask(order, .into(lay)).change)
    #expect(try await counts() == [2, 0])
    try await mine.complete(glue)
    #expect(try await counts() == [2, 0])
    try await mine.undo(into)
    #expect(try await counts() == [3, 0])
    try await mine.undo(out)
    #expect(try await counts() == [2, 0])
    try await mine.complete(kitchen)
    #expect(try await counts() == [1, 1])
    try await mine.deleteTask(kitchen)
    #expect(try await counts() == [1, 0])
    let changed = try #require(try await mine.changeTasks(.open(in: list), .priority(.high)).change)
    #expect(try await mine.change(changed).count == 1)
  }

  @Test func `steps take room in their list`() async throws {
    try await store.execute("UPDATE lists SET open = ? WHERE id = ?", [9_994, list.value])
    try await world.add("fits", to: list)
    await #expect(throws: StoreError.limit(.tasks(Limits.tasksPerList))) {
      try await world.add("is too much", to: list)
    }
  }
}

/// A suite each of whose tests has a list with steps, and an empty one.
class SubtaskSuite {
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
    tasks = try await world.mine.addTasks(
      nested.map { NestedDraft(try draft($0), depth: $1) }, to: list, submission: .fresh()
    ).tasks
  }

  var store: TaskStore { world.store }
  var mine: AccountStore<StoreError> { world.mine }
  var kitchen: TaskID { tasks[0] }
  var measure: TaskID { tasks[1] }
  var order: TaskID { tasks[2] }
  var tiles: TaskID { tasks[3] }
  var glue: TaskID { tasks[4] }
  var lay: TaskID { tasks[5] }
  var paint: TaskID { tasks[6] }

  /// The rows of a list as lines, indented by their depth; `x` marks completed ones.
  func outline(_ list: ListID? = nil, steps: ShownSubtasks = .unfolded) async throws -> [String] {
    try await mine.openPage(1, of: nil, in: list ?? self.list, steps: steps).rows.map(line)
  }

  func line(_ row: TaskRow) -> String {
    let progress = row.progress.map { " \($0.done)/\($0.total)" } ?? ""
    return String(repeating: "  ", count: row.place.depth) + (row.done == nil ? "" : "x ") + row.title + progress
  }

  static let whole = ["Kitchen 0/3", "  Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint"]
}
