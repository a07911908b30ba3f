import Tasks
import Testing

@testable import TaskStore

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
