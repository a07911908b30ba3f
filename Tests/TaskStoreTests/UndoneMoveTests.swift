import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Undoing moves to other lists, whatever happened there since: steps stay with their task.
struct UndoneMoveTests {
  private let scene: SubtaskScene
  private var store: TaskStore { scene.store }
  private var me: AccountID { scene.me }

  init() async throws { scene = try await SubtaskScene() }

  private func moved() async throws -> ChangeID {
    let both = TaskSelection.tasks([scene.kitchen, scene.tasks[6]], in: scene.list)
    return try #require(try await store[me].changeTasks(both, .move(to: scene.other)).change)
  }

  private func undo(_ change: ChangeID) async throws -> ChangeID {
    try #require(try await store[me].undo(change).change)
  }

  private func requireNoContradictions() async throws {
    let found = try await store.read { db in
      try (Contradiction.quick + Contradiction.slow).flatMap { try $0.findings(db).map(\.text) }
    }
    #expect(found == [])
  }

  @Test func `a task in the trash keeps its steps when the move of several is undone`() async throws {
    let move = try await moved()
    let deletion = try #require(try await store[me].deleteTask(scene.kitchen).change)
    let undoing = try await undo(move)
    try await requireNoContradictions()
    #expect(try await scene.outline(scene.list) == ["Paint"])
    #expect(try await store[me].trash().map(\.name) == ["Kitchen"])
    // Restored, it is whole.
    _ = try await undo(deletion)
    #expect(try await scene.outline(scene.other) == SubtaskScene.whole.dropLast())
    // The rest is undone again, and done.
    _ = try await undo(undoing)
    #expect(try await scene.outline(scene.other) == SubtaskScene.whole)
    _ = try await undo(move)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    try await requireNoContradictions()
  }

  @Test func `an undone move is refused where nothing of it is left but steps of a task in the trash`() async throws {
    let order = TaskSelection.tasks([scene.kitchen, scene.measure], in: scene.list)
    let move = try #require(try await store[me].changeTasks(order, .move(to: scene.other)).change)
    try await store[me].deleteTask(scene.kitchen)
    await #expect(throws: StoreError.conflict(.changedSince(move))) { try await store[me].undo(move) }
    #expect(try await store[me].history(of: scene.list, limit: 9).first { $0.id == move }?.undoable == false)
    try await requireNoContradictions()
  }

  @Test func `a step that goes back to the trash leaves a task that is in another list by now`() async throws {
    try await store[me].deleteTask(scene.tiles)
    try await store[me].deleteTask(scene.order)
    let restoration = try #require(try await store[me].restoreTask(scene.tiles).change)
    try await store[me].restoreTask(scene.order)
    try await store[me].transferTask(scene.order, to: scene.other)
    do { _ = try await undo(restoration) } catch let error as StoreError {
      #expect(error == .conflict(.changedSince(restoration)))
    }
    try await requireNoContradictions()
  }

  @Test func `the restoration of a step without its task can be undone and done again`() async throws {
    try await store[me].deleteTask(scene.order)
    try await store[me].deleteTask(scene.kitchen)
    let restoration = try #require(try await store[me].restoreTask(scene.order).change)
    let alone = try await scene.outline(scene.list)
    let undoing = try await undo(restoration)
    #expect(try await scene.outline(scene.list) == ["Paint"])
    _ = try await undo(undoing)
    #expect(try await scene.outline(scene.list) == alone)
    try await requireNoContradictions()
  }

  @Test(arguments: [1, 2])
  func `a move is undone no more once its other list was deleted for good`(tasks: Int) async throws {
    let chosen = TaskSelection.tasks(tasks == 1 ? [scene.tasks[6]] : [scene.kitchen, scene.tasks[6]], in: scene.list)
    let move = try #require(try await store[me].changeTasks(chosen, .move(to: scene.other)).change)
    let undoing = try await undo(move)
    try await store[me].deleteList(scene.other)
    await #expect(throws: StoreError.self) { try await store[me].undo(undoing) }
    try await store.purge(deletedBefore: .distantFuture)
    for change in [undoing, move] {
      await #expect(throws: StoreError.conflict(.notUndoable(change))) { try await store[me].undo(change) }
    }
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    let undoable = try await store[me].history(of: scene.list, limit: 9).filter(\.undoable).map(\.id)
    #expect(!undoable.contains(move) && !undoable.contains(undoing))
  }
}

/// A step that was restored before its task comes back to it when that is restored.
struct RejoiningTests {
  private let scene: SubtaskScene
  private var store: TaskStore { scene.store }
  private var me: AccountID { scene.me }

  init() async throws { scene = try await SubtaskScene() }

  /// Deletes Kitchen with its steps, and restores Order with its own alone.
  private func orderRestored() async throws -> (deletion: ChangeID?, restoration: ChangeID?) {
    let deletion = try await store[me].deleteTask(scene.kitchen).change
    let restoration = try await store[me].restoreTask(scene.order).change
    return (deletion, restoration)
  }

  enum Way: CaseIterable { case restoring, undoing }

  private func bringBack(_ deletion: ChangeID?, _ way: Way) async throws -> ChangeID? {
    switch way {
    case .restoring: try await store[me].restoreTask(scene.kitchen).change
    case .undoing: try await store[me].undo(#require(deletion)).change
    }
  }

  @Test(arguments: Way.allCases)
  func `the step is in its old place again, and the undo takes it out once more`(way: Way) async throws {
    let (deletion, _) = try await orderRestored()
    let alone = try await scene.outline(scene.list)
    #expect(alone.contains("Order 0/2") && !alone.contains("Kitchen 0/3"))
    let back = try await bringBack(deletion, way)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
    try await store[me].undo(#require(back))
    #expect(try await scene.outline(scene.list) == alone)
  }

  @Test func `several restored steps come back, each to its own task`() async throws {
    try await store[me].deleteTask(scene.kitchen)
    for step in [scene.tiles, scene.measure, scene.order] { try await store[me].restoreTask(step) }
    try await store[me].restoreTask(scene.kitchen)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a deletion of several tasks that is undone takes its steps back, too`() async throws {
    let deleted = try await store[me].changeTasks(.tasks([scene.kitchen, scene.tasks[6]], in: nil), .delete)
    try await store[me].restoreTask(scene.lay)
    try await store[me].undo(#require(deleted.change))
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a step that was moved to another list stays there`() async throws {
    _ = try await orderRestored()
    try await store[me].transferTask(scene.order, to: scene.other)
    try await store[me].restoreTask(scene.kitchen)
    #expect(try await scene.outline(scene.other) == ["Order 0/2", "  Tiles", "  Glue"])
    #expect(try await scene.outline(scene.list) == ["Kitchen 0/2", "  Measure", "  Lay", "Paint"])
  }

  @Test func `a step whose restoration was undone is in the trash, and comes back with its task`() async throws {
    let (_, restoration) = try await orderRestored()
    try await store[me].undo(#require(restoration))
    try await store[me].restoreTask(scene.kitchen)
    #expect(try await scene.outline(scene.list) == SubtaskScene.whole)
  }

  @Test func `a step that became one of another task stays there`() async throws {
    _ = try await orderRestored()
    let rows = try await scene.outline(scene.list)
    #expect(rows.first == "Order 0/2" && rows.last == "Paint")
    try await store[me].moveTask(scene.tasks[6], .into(scene.order))
    try await store[me].restoreTask(scene.kitchen)
    #expect(
      try await scene.outline(scene.list) == [
        "Kitchen 0/3", "  Measure", "  Order 0/3", "    Tiles", "    Glue", "    Paint", "  Lay",
      ])
  }
}
