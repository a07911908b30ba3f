import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct SubtaskTests {
  private let scene: SubtaskScene

  init() async throws { scene = try await SubtaskScene() }

  @Test func `a scene.list shows steps below their task, in order`() async throws {
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    #expect(
      try await scene.store.openPage(1, of: 1, in: scene.list, for: scene.me).rows.count == 6, "a page has whole tasks")
    #expect(try await scene.store.openPage(2, of: 1, in: scene.list, for: scene.me).rows.map(\.title) == ["Paint"])
    #expect(try await scene.store.openPage(1, of: nil, in: scene.list, for: scene.me, steps: .none).rows.count == 2)
    #expect(try await scene.store.list(scene.list, for: scene.me).open == 7, "all of them are tasks")
    let place = try await scene.store.openPlace(of: scene.glue, in: scene.list, for: scene.me)
    #expect(place == RowPosition(before: 0, total: 2), "a step is on the page of its task")
  }

  @Test func `folding leaves out the steps and changes nothing else`() async throws {
    let revision = try await scene.store.list(scene.list, for: scene.me).revision
    try await scene.store.setFolded(scene.kitchen, to: true, for: scene.me)
    #expect(try await scene.outline(scene.list) == ["Kitchen 0/3", "Paint"])
    #expect(try await scene.outline(scene.list, steps: .all) == SubtaskScene.whole)
    #expect(try await scene.store.openPage(1, of: nil, in: scene.list, for: scene.me).rows[0].steps == .folded)
    #expect(try await scene.store.list(scene.list, for: scene.me).revision == revision)
    #expect(try await scene.store.list(scene.list, for: scene.me).folds == 1)
    try await scene.store.setFolded(scene.kitchen, to: false, for: scene.me)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a completed step stays where it is, and its task tells how many are done`() async throws {
    try await scene.store.complete(scene.measure, for: scene.me)
    #expect(
      try await scene.outline(scene.list) == [
        "Kitchen 1/3", "  x Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint",
      ])
    #expect(try await scene.store.completedPage(1, of: 9, in: scene.list, for: scene.me).rows.isEmpty)
    #expect(try await scene.store.listHeader(scene.list, for: scene.me, now: .first).completedSubtasks == 1)
  }

  @Test func `completing a task completes its open steps, and one undo reopens them`() async throws {
    let done = try await scene.store.complete(scene.tiles, for: scene.me)
    let written = try await scene.store.complete(scene.kitchen, for: scene.me)
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(
      try await scene.store.completedPage(1, of: 9, in: scene.list, for: scene.me).rows.map(\.title) == ["Kitchen"])
    #expect(try await scene.store.change(#require(written.change), for: scene.me).count == 5)
    #expect(try await scene.store.list(scene.list, for: scene.me).completed == 6)
    try await scene.store.undo(#require(written.change), for: scene.me)
    #expect(try await scene.outline(scene.list)[3] == "    x Tiles", "it was completed before")
    try await scene.store.undo(#require(done.change), for: scene.me)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `reopening a step reopens the scene.tasks that contain it`() async throws {
    try await scene.store.complete(scene.kitchen, for: scene.me)
    let written = try await scene.store.reopen(scene.glue, for: scene.me)
    #expect(
      try await scene.outline(scene.list) == [
        "Kitchen 2/3", "  x Measure", "  Order 1/2", "    x Tiles", "    Glue", "  x Lay", "Paint",
      ])
    try await scene.store.undo(#require(written.change), for: scene.me)
    #expect(try await scene.outline(scene.list) == ["Paint"])
  }

  @Test func `undoing the completion of a step of a task that was completed since reopens that task`() async throws {
    let written = try await scene.store.complete(scene.tiles, for: scene.me)
    try await scene.store.complete(scene.kitchen, for: scene.me)
    let undone = try await scene.store.undo(#require(written.change), for: scene.me)
    #expect(try await scene.outline(scene.list)[0] == "Kitchen 2/3")
    try await scene.store.undo(#require(undone.change), for: scene.me)
    #expect(try await scene.outline(scene.list) == ["Paint"], "done again")
  }

  @Test func `deleting a task takes its steps along, and restoring brings back those`() async throws {
    try await scene.store.deleteTask(scene.lay, for: scene.me)
    let written = try await scene.store.deleteTask(scene.kitchen, for: scene.me)
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(try await scene.store.trash(for: scene.me).map { "\($0.name) \($0.steps)" } == ["Kitchen 4", "Lay 0"])
    try await scene.store.restoreTask(scene.kitchen, for: scene.me)
    #expect(
      try await scene.outline(scene.list)
        == SubtaskScene.whole.filter { $0 != "  Lay" }.map { $0 == "Kitchen 0/3" ? "Kitchen 0/2" : $0 })
    #expect(try await scene.store.change(#require(written.change), for: scene.me).count == 5)
    try await scene.store.restoreTask(scene.lay, for: scene.me)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a step whose task is in the trash is restored as a task of its own`() async throws {
    try await scene.store.deleteTask(scene.tiles, for: scene.me)
    try await scene.store.deleteTask(scene.kitchen, for: scene.me)
    let written = try await scene.store.restoreTask(scene.tiles, for: scene.me)
    #expect(try await scene.outline(scene.list) == ["Tiles", "Paint"])
    try await scene.store.undo(#require(written.change), for: scene.me)
    try await scene.store.restoreTask(scene.kitchen, for: scene.me)
    try await scene.store.restoreTask(scene.tiles, for: scene.me)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole, "the undo put it below its task again")
  }

  @Test func `the trash has one row for a task and the steps that were deleted with it`() async throws {
    try await scene.store.deleteTask(scene.glue, for: scene.me)
    try await scene.store.deleteTask(scene.order, for: scene.me)
    try await scene.store.deleteTask(scene.kitchen, for: scene.me)
    try await scene.world.add("Rake", to: scene.other)
    let page = try await scene.store.trash(page: 1, of: 2, for: scene.me)
    #expect(page.items.map { "\($0.name) \($0.steps) \($0.partOf ?? "")" } == ["Kitchen 2 ", "Order 1 Kitchen"])
    #expect(page.paging.total == 3)
    #expect(try await scene.store.trash(page: 2, of: 2, for: scene.me).items.map(\.name) == ["Glue"])
    // A list in the trash hides its tasks, those steps among them.
    try await scene.store.deleteList(scene.list, for: scene.me)
    #expect(try await scene.store.trash(page: 1, of: 2, for: scene.me).paging.total == 1)
  }

  @Test func `cleared tasks are in the trash with their steps, and come back with them`() async throws {
    try await scene.store.complete(scene.kitchen, for: scene.me)
    try await scene.store.clearCompleted(in: scene.list, for: scene.me)
    #expect(try await scene.store.trash(for: scene.me).map { "\($0.name) \($0.steps)" } == ["Kitchen 5"])
    try await scene.store.restoreTask(scene.kitchen, for: scene.me)
    #expect(try await scene.store.trash(page: 1, of: 9, for: scene.me).paging.total == 0)
  }

  @Test func `a task that is deleted for good leaves its earlier deleted step in the trash`() async throws {
    try await scene.store.deleteTask(scene.tiles, for: scene.me)
    scene.world.clock.advance(days: 1)
    try await scene.store.deleteTask(scene.kitchen, for: scene.me)
    try await scene.store.restoreTask(scene.tiles, for: scene.me)
    try await scene.store.purge(deletedBefore: .distantFuture)
    #expect(try await scene.outline(scene.list) == ["Tiles", "Paint"])
    #expect(try await scene.store.quickCheck() == [])
  }

  @Test func `steps move to another scene.list with their task, and back by one undo`() async throws {
    try await scene.store.deleteTask(scene.glue, for: scene.me)
    let written = try await scene.store.transferTask(scene.kitchen, to: scene.other, for: scene.me)
    #expect(try await scene.outline(scene.other) == ["Kitchen 0/3", "  Measure", "  Order 0/1", "    Tiles", "  Lay"])
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(try await scene.store.list(scene.other, for: scene.me).open == 5)
    try await scene.store.restoreTask(scene.glue, for: scene.me)
    #expect(try await scene.outline(scene.other)[4] == "    Glue", "also those in the trash")
    try await scene.store.undo(#require(written.change), for: scene.me)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a step that moves to another scene.list becomes a task of its own`() async throws {
    let written = try await scene.store.transferTask(scene.order, to: scene.other, for: scene.me)
    #expect(try await scene.outline(scene.other) == ["Order 0/2", "  Tiles", "  Glue"])
    #expect(try await scene.outline(scene.list) == ["Kitchen 0/2", "  Measure", "  Lay", "Paint"])
    let row = try await scene.store.changedRows(by: #require(written.change), for: scene.me)
    let page = try await scene.store.openPage(1, of: nil, in: scene.list, for: scene.me, including: row)
    #expect(page.rows.map(scene.line) == ["Kitchen 0/2", "  Measure", "  Order", "  Lay", "Paint"], "its row stays")
    try await scene.store.undo(#require(written.change), for: scene.me)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `the row of a deleted step stays where it was`() async throws {
    for (task, index) in [(scene.tiles, 3), (scene.glue, 4), (scene.measure, 1), (scene.lay, 5)] {
      let before = try await scene.outline(scene.list).map { $0.trimmingCharacters(in: .whitespaces).prefix(5) }
      let written = try await scene.store.deleteTask(task, for: scene.me)
      let row = try await scene.store.changedRows(by: #require(written.change), for: scene.me)
      let page = try await scene.store.openPage(1, of: nil, in: scene.list, for: scene.me, including: row)
      #expect(page.rows.map { $0.title.prefix(5) } == before)
      #expect(page.rows[index].id == task)
      try await scene.store.undo(#require(written.change), for: scene.me)
    }
  }

  @Test func `several selected scene.tasks take their steps along, and one undo brings everything back`() async throws {
    let changes: [(BulkChange, [String])] = [
      (.complete(on: .first), ["Paint"]), (.delete, ["Paint"]), (.move(to: scene.other), ["Paint"]),
    ]
    for (change, left) in changes {
      let written = try await scene.store.changeTasks(
        .tasks([scene.kitchen, scene.tiles], in: scene.list), change, for: scene.me)
      #expect(try await scene.outline(scene.list) == left)
      if case .move = change {
        #expect(try await scene.outline(scene.other) == Array(SubtaskScene.whole.dropLast()), "with their order")
      }
      try await scene.store.undo(#require(written.change), for: scene.me)
      #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    }
    try await scene.store.complete(scene.kitchen, for: scene.me)
    let cleared = try await scene.store.clearCompleted(in: scene.list, for: scene.me)
    #expect(try await scene.store.list(scene.list, for: scene.me).completed == 0)
    try await scene.store.undo(#require(cleared.change), for: scene.me)
    #expect(try await scene.store.list(scene.list, for: scene.me).completed == 6)
  }

  @Test func `clearing the completed scene.tasks keeps the completed steps of open ones`() async throws {
    try await scene.store.complete(scene.measure, for: scene.me)
    #expect(try await !scene.store.clearCompleted(in: scene.list, for: scene.me).acted)
    #expect(try await scene.outline(scene.list)[1] == "  x Measure")
  }

  @Test func `a page without room for the steps of a task shows that task without them`() async throws {
    let room = Outline(room: 4)
    let rows = try await scene.store.read { db in
      try room.rows(
        db.rows(TaskQuery.open(in: .hand), [scene.me.value, scene.list.value, -1, 0, "[]"], TaskQuery.row),
        of: scene.list,
        db)
    }
    #expect(rows.map(scene.line) == ["Kitchen 0/3", "  Measure", "  Order 0/2", "  Lay", "Paint"])
    #expect(rows.map(\.steps) == [.shown, .shown, .elsewhere, .shown, .shown])
  }

  @Test func `another account sees and changes nothing`() async throws {
    let stranger = try await scene.world.asStranger()
    await #expect(throws: StoreError.notFound) {
      try await stranger.store.addSubtasks(
        [NestedDraft(draft("X"))], to: scene.kitchen, submission: .fresh(), for: stranger.account)
    }
    await #expect(throws: StoreError.notFound) {
      try await stranger.store.setFolded(scene.kitchen, to: true, for: stranger.account)
    }
  }
}
