import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct SubtaskTests {
  private let scene: SubtaskScene

  init() async throws { scene = try await SubtaskScene() }

  @Test func `a list shows steps below their task, in order`() async throws {
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    #expect(
      try await scene.store[scene.me].openPage(1, of: 1, in: scene.list).rows.count == 6, "a page has whole tasks")
    #expect(try await scene.store[scene.me].openPage(2, of: 1, in: scene.list).rows.map(\.title) == ["Paint"])
    #expect(try await scene.store[scene.me].list(scene.list).open == 2, "steps are part of their task")
    let place = try await scene.store[scene.me].openPlace(of: scene.glue, in: scene.list)
    #expect(place == RowPosition(before: 0, total: 2), "a step is on the page of its task")
  }

  @Test func `folding leaves out the steps and changes nothing else`() async throws {
    let revision = try await scene.store[scene.me].list(scene.list).revision
    try await scene.store[scene.me].setFolded(scene.kitchen, to: true)
    #expect(try await scene.outline(scene.list) == ["Kitchen 0/3", "Paint"])
    #expect(try await scene.outline(scene.list, steps: .all) == SubtaskScene.whole)
    #expect(try await scene.store[scene.me].openPage(1, of: nil, in: scene.list).rows[0].steps == .folded)
    #expect(try await scene.store[scene.me].list(scene.list).revision == revision)
    #expect(try await scene.store[scene.me].list(scene.list).folds == 1)
    try await scene.store[scene.me].setFolded(scene.kitchen, to: false)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a completed step stays where it is, and its task tells how many are done`() async throws {
    try await scene.store[scene.me].complete(scene.measure)
    #expect(
      try await scene.outline(scene.list) == [
        "Kitchen 1/3", "  x Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint",
      ])
    #expect(try await scene.store[scene.me].completedPage(1, of: 9, in: scene.list).rows.isEmpty)
    #expect(try await scene.store[scene.me].list(scene.list).completed == 0)
  }

  @Test func `completing a task completes its open steps, and one undo reopens them`() async throws {
    let done = try await scene.store[scene.me].complete(scene.tiles)
    let written = try await scene.store[scene.me].complete(scene.kitchen)
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(
      try await scene.store[scene.me].completedPage(1, of: 9, in: scene.list).rows.map(\.title) == ["Kitchen"])
    #expect(try await scene.store[scene.me].change(#require(written.change)).count == 5)
    #expect(try await scene.store[scene.me].list(scene.list).completed == 1)
    try await scene.store[scene.me].undo(#require(written.change))
    #expect(try await scene.outline(scene.list)[3] == "    x Tiles", "it was completed before")
    try await scene.store[scene.me].undo(#require(done.change))
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `reopening a step reopens the tasks that contain it`() async throws {
    try await scene.store[scene.me].complete(scene.kitchen)
    let written = try await scene.store[scene.me].reopen(scene.glue)
    #expect(
      try await scene.outline(scene.list) == [
        "Kitchen 2/3", "  x Measure", "  Order 1/2", "    x Tiles", "    Glue", "  x Lay", "Paint",
      ])
    try await scene.store[scene.me].undo(#require(written.change))
    #expect(try await scene.outline(scene.list) == ["Paint"])
  }

  @Test func `undoing the completion of a step of a task that was completed since reopens that task`() async throws {
    let written = try await scene.store[scene.me].complete(scene.tiles)
    try await scene.store[scene.me].complete(scene.kitchen)
    let undone = try await scene.store[scene.me].undo(#require(written.change))
    #expect(try await scene.outline(scene.list)[0] == "Kitchen 2/3")
    try await scene.store[scene.me].undo(#require(undone.change))
    #expect(try await scene.outline(scene.list) == ["Paint"], "done again")
  }

  @Test func `deleting a task takes its steps along, and restoring brings back those`() async throws {
    try await scene.store[scene.me].deleteTask(scene.lay)
    let written = try await scene.store[scene.me].deleteTask(scene.kitchen)
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(try await scene.store[scene.me].trash().map { "\($0.name) \($0.steps)" } == ["Kitchen 4", "Lay 0"])
    try await scene.store[scene.me].restoreTask(scene.kitchen)
    #expect(
      try await scene.outline(scene.list)
        == SubtaskScene.whole.filter { $0 != "  Lay" }.map { $0 == "Kitchen 0/3" ? "Kitchen 0/2" : $0 })
    #expect(try await scene.store[scene.me].change(#require(written.change)).count == 5)
    try await scene.store[scene.me].restoreTask(scene.lay)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a step whose task is in the trash is restored as a task of its own`() async throws {
    try await scene.store[scene.me].deleteTask(scene.tiles)
    try await scene.store[scene.me].deleteTask(scene.kitchen)
    let written = try await scene.store[scene.me].restoreTask(scene.tiles)
    #expect(try await scene.outline(scene.list) == ["Tiles", "Paint"])
    try await scene.store[scene.me].undo(#require(written.change))
    try await scene.store[scene.me].restoreTask(scene.kitchen)
    try await scene.store[scene.me].restoreTask(scene.tiles)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole, "the undo put it below its task again")
  }

  @Test func `the trash has one row for a task and the steps that were deleted with it`() async throws {
    try await scene.store[scene.me].deleteTask(scene.glue)
    try await scene.store[scene.me].deleteTask(scene.order)
    try await scene.store[scene.me].deleteTask(scene.kitchen)
    try await scene.world.add("Rake", to: scene.other)
    let page = try await scene.store[scene.me].trash(page: 1, of: 2)
    #expect(page.items.map { "\($0.name) \($0.steps) \($0.partOf ?? "")" } == ["Kitchen 2 ", "Order 1 Kitchen"])
    #expect(page.paging.total == 3)
    #expect(try await scene.store[scene.me].trash(page: 2, of: 2).items.map(\.name) == ["Glue"])
    // A list in the trash hides its tasks, those steps among them.
    try await scene.store[scene.me].deleteList(scene.list)
    #expect(try await scene.store[scene.me].trash(page: 1, of: 2).paging.total == 1)
  }

  @Test func `cleared tasks are in the trash with their steps, and come back with them`() async throws {
    try await scene.store[scene.me].complete(scene.kitchen)
    try await scene.store[scene.me].clearCompleted(in: scene.list)
    #expect(try await scene.store[scene.me].trash().map { "\($0.name) \($0.steps)" } == ["Kitchen 5"])
    try await scene.store[scene.me].restoreTask(scene.kitchen)
    #expect(try await scene.store[scene.me].trash(page: 1, of: 9).paging.total == 0)
  }

  @Test func `a task that is deleted for good leaves its earlier deleted step in the trash`() async throws {
    try await scene.store[scene.me].deleteTask(scene.tiles)
    scene.world.clock.advance(days: 1)
    try await scene.store[scene.me].deleteTask(scene.kitchen)
    try await scene.store[scene.me].restoreTask(scene.tiles)
    try await scene.store.purge(deletedBefore: .distantFuture)
    #expect(try await scene.outline(scene.list) == ["Tiles", "Paint"])
    #expect(try await scene.store.quickCheck() == [])
  }

  @Test func `steps move to another list with their task, and back by one undo`() async throws {
    try await scene.store[scene.me].deleteTask(scene.glue)
    let written = try await scene.store[scene.me].transferTask(scene.kitchen, to: scene.other)
    #expect(try await scene.outline(scene.other) == ["Kitchen 0/3", "  Measure", "  Order 0/1", "    Tiles", "  Lay"])
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(try await scene.store[scene.me].list(scene.other).open == 1)
    try await scene.store[scene.me].restoreTask(scene.glue)
    #expect(try await scene.outline(scene.other)[4] == "    Glue", "also those in the trash")
    try await scene.store[scene.me].undo(#require(written.change))
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a step that moves to another list becomes a task of its own`() async throws {
    let written = try await scene.store[scene.me].transferTask(scene.order, to: scene.other)
    #expect(try await scene.outline(scene.other) == ["Order 0/2", "  Tiles", "  Glue"])
    #expect(try await scene.outline(scene.list) == ["Kitchen 0/2", "  Measure", "  Lay", "Paint"])
    let row = try await scene.store[scene.me].changedRows(by: #require(written.change))
    let page = try await scene.store[scene.me].openPage(1, of: nil, in: scene.list, including: row)
    #expect(page.rows.map(scene.line) == ["Kitchen 0/2", "  Measure", "  Order", "  Lay", "Paint"], "its row stays")
    try await scene.store[scene.me].undo(#require(written.change))
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `the row of a deleted step stays where it was`() async throws {
    for (task, index) in [(scene.tiles, 3), (scene.glue, 4), (scene.measure, 1), (scene.lay, 5)] {
      let before = try await scene.outline(scene.list).map { $0.trimmingCharacters(in: .whitespaces).prefix(5) }
      let written = try await scene.store[scene.me].deleteTask(task)
      let row = try await scene.store[scene.me].changedRows(by: #require(written.change))
      let page = try await scene.store[scene.me].openPage(1, of: nil, in: scene.list, including: row)
      #expect(page.rows.map { $0.title.prefix(5) } == before)
      #expect(page.rows[index].id == task)
      try await scene.store[scene.me].undo(#require(written.change))
    }
  }

  @Test func `several selected tasks take their steps along, and one undo brings everything back`() async throws {
    let changes: [(BulkChange, [String])] = [
      (.complete(on: .first), ["Paint"]), (.delete, ["Paint"]), (.move(to: scene.other), ["Paint"]),
    ]
    for (change, left) in changes {
      let written = try await scene.store[scene.me].changeTasks(
        .tasks([scene.kitchen, scene.tiles], in: scene.list), change)
      #expect(try await scene.outline(scene.list) == left)
      if case .move = change {
        #expect(try await scene.outline(scene.other) == Array(SubtaskScene.whole.dropLast()), "with their order")
      }
      try await scene.store[scene.me].undo(#require(written.change))
      #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    }
    try await scene.store[scene.me].complete(scene.kitchen)
    let cleared = try await scene.store[scene.me].clearCompleted(in: scene.list)
    #expect(try await scene.store[scene.me].list(scene.list).completed == 0)
    try await scene.store[scene.me].undo(#require(cleared.change))
    #expect(try await scene.store[scene.me].list(scene.list).completed == 1)
  }

  @Test func `clearing the completed tasks keeps the completed steps of open ones`() async throws {
    try await scene.store[scene.me].complete(scene.measure)
    #expect(try await !scene.store[scene.me].clearCompleted(in: scene.list).acted)
    #expect(try await scene.outline(scene.list)[1] == "  x Measure")
  }

  @Test func `a page without room for the steps of a task shows that task without them`() async throws {
    let room = Outline(room: 4)
    let rows = try await scene.store.read { db in
      try room.rows(
        db.openRows(of: scene.list, in: .hand, for: scene.me, from: 0, nil).map(\.row), of: scene.list, db)
    }
    #expect(rows.map(scene.line) == ["Kitchen 0/3", "  Measure", "  Order 0/2", "  Lay", "Paint"])
    #expect(rows.map(\.steps) == [.shown, .shown, .elsewhere, .shown, .shown])
  }

  @Test func `a list counts tasks, not their steps, also where the one becomes the other`() async throws {
    func counts() async throws -> [Int] {
      let list = try await scene.store[scene.me].list(scene.list)
      #expect(try await scene.store.quickCheck() == [])
      return [list.open, list.completed]
    }
    let out = try #require(try await scene.store[scene.me].moveTask(scene.order, .top).change)
    #expect(try await counts() == [3, 0])
    let into = try #require(try await scene.store[scene.me].moveTask(scene.order, .into(scene.lay)).change)
    #expect(try await counts() == [2, 0])
    try await scene.store[scene.me].complete(scene.glue)
    #expect(try await counts() == [2, 0])
    try await scene.store[scene.me].undo(into)
    #expect(try await counts() == [3, 0])
    try await scene.store[scene.me].undo(out)
    #expect(try await counts() == [2, 0])
    try await scene.store[scene.me].complete(scene.kitchen)
    #expect(try await counts() == [1, 1])
    try await scene.store[scene.me].deleteTask(scene.kitchen)
    #expect(try await counts() == [1, 0])
    let changed = try #require(
      try await scene.store[scene.me].changeTasks(.open(in: scene.list), .priority(.high)).change)
    #expect(try await scene.store[scene.me].change(changed).count == 1)
  }

  @Test func `steps take room in their list`() async throws {
    try await scene.store.database.write { db in
      try db.execute(sql: "UPDATE lists SET open = ? WHERE id = ?", arguments: [9_994, scene.list.value])
    }
    try await scene.world.add("fits", to: scene.list)
    await #expect(throws: StoreError.limit(.tasks(Limits.tasksPerList))) {
      try await scene.world.add("is too much", to: scene.list)
    }
  }
}

/// A list with steps, and an empty one.
struct SubtaskScene {
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
  var me: AccountID { world.account }
  var kitchen: TaskID { tasks[0] }
  var measure: TaskID { tasks[1] }
  var order: TaskID { tasks[2] }
  var tiles: TaskID { tasks[3] }
  var glue: TaskID { tasks[4] }
  var lay: TaskID { tasks[5] }

  /// The rows of a list as lines, indented by their depth; `x` marks completed ones.
  func outline(_ list: ListID, steps: ShownSubtasks = .unfolded) async throws -> [String] {
    try await store[me].openPage(1, of: nil, in: list, steps: steps).rows.map(line)
  }

  func line(_ row: TaskRow) -> String {
    let progress = row.progress.map { " \($0.done)/\($0.total)" } ?? ""
    return String(repeating: "  ", count: row.place.depth) + (row.done == nil ? "" : "x ") + row.title + progress
  }

  static let whole = ["Kitchen 0/3", "  Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint"]
}
