import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Undoing moves to other lists, whatever happened there since: steps stay with their task.
final class UndoneMoveTests: SubtaskSuite {
  private func moved() async throws -> ChangeID {
    let both = TaskSelection.tasks([kitchen, paint], in: list)
    return try #require(try await mine.changeTasks(both, .move(to: other)).change)
  }

  private func undo(_ change: ChangeID) async throws -> ChangeID { try #require(try await mine.undo(change).change) }

  private func requireNoContradictions() async throws {
    let found = try await store.read { db in
      try (Contradiction.quick + Contradiction.slow).flatMap { try $0.findings(db).map(\.text) }
    }
    #expect(found == [])
  }

  @Test func `a task in the trash keeps its steps when the move of several is undone`() async throws {
    let move = try await moved()
    let deletion = try #require(try await mine.deleteTask(kitchen).change)
    let undoing = try await undo(move)
    try await requireNoContradictions()
    #expect(try await outline() == ["Paint"])
    #expect(try await mine.trash().map(\.name) == ["Kitchen"])
    // Restored, it is whole.
    _ = try await undo(deletion)
    #expect(try await outline(other) == Self.whole.dropLast())
    // The rest is undone again, and done.
    _ = try await undo(undoing)
    #expect(try await outline(other) == Self.whole)
    _ = try await undo(move)
    #expect(try await outline() == Self.whole)
    try await requireNoContradictions()
  }

  @Test func `an undone move is refused where nothing of it is left but steps of a task in the trash`() async throws {
    let both = TaskSelection.tasks([kitchen, measure], in: list)
    let move = try #require(try await mine.changeTasks(both, .move(to: other)).change)
    try await mine.deleteTask(kitchen)
    await #expect(throws: StoreError.conflict(.changedSince(move))) { try await mine.undo(move) }
    #expect(try await mine.history(of: list, limit: 9).first { $0.id == move }?.undoable == false)
    try await requireNoContradictions()
  }

  @Test func `a step that goes back to the trash leaves a task that is in another list by now`() async throws {
    try await mine.deleteTask(tiles)
    try await mine.deleteTask(order)
    let restoration = try #require(try await mine.restoreTask(tiles).change)
    try await mine.restoreTask(order)
    try await mine.transferTask(order, to: other)
    do { _ = try await undo(restoration) } catch let error as StoreError {
      #expect(error == .conflict(.changedSince(restoration)))
    }
    try await requireNoContradictions()
  }

  @Test func `the restoration of a step without its task can be undone and done again`() async throws {
    try await mine.deleteTask(order)
    try await mine.deleteTask(kitchen)
    let restoration = try #require(try await mine.restoreTask(order).change)
    let alone = try await outline()
    let undoing = try await undo(restoration)
    #expect(try await outline() == ["Paint"])
    _ = try await undo(undoing)
    #expect(try await outline() == alone)
    try await requireNoContradictions()
  }

  @Test(arguments: [1, 2])
  func `a move is undone no more once its other list was deleted for good`(tasks: Int) async throws {
    let chosen = TaskSelection.tasks(tasks == 1 ? [paint] : [kitchen, paint], in: list)
    let move = try #require(try await mine.changeTasks(chosen, .move(to: other)).change)
    let undoing = try await undo(move)
    try await mine.deleteList(other)
    await #expect(throws: StoreError.self) { try await mine.undo(undoing) }
    try await store.purge(deletedBefore: .distantFuture)
    for change in [undoing, move] {
      await #expect(throws: StoreError.conflict(.notUndoable(change))) { try await mine.undo(change) }
    }
    #expect(try await outline() == Self.whole)
    let undoable = try await mine.history(of: list, limit: 9).filter(\.undoable).map(\.id)
    #expect(!undoable.contains(move) && !undoable.contains(undoing))
  }
}

/// A step that was restored before its task comes back to it when that is restored.
final class RejoiningTests: SubtaskSuite {
  /// Deletes Kitchen with its steps, and restores Order with its own alone.
  private func orderRestored() async throws -> (deletion: ChangeID?, restoration: ChangeID?) {
    let deletion = try await mine.deleteTask(kitchen).change
    let restoration = try await mine.restoreTask(order).change
    return (deletion, restoration)
  }

  enum Way: CaseIterable { case restoring, undoing }

  private func bringBack(_ deletion: ChangeID?, _ way: Way) async throws -> ChangeID? {
    switch way {
    case .restoring: try await mine.restoreTask(kitchen).change
    case .undoing: try await mine.undo(#require(deletion)).change
    }
  }

  @Test(arguments: Way.allCases)
  func `the step is in its old place again, and the undo takes it out once more`(way: Way) async throws {
    let (deletion, _) = try await orderRestored()
    let alone = try await outline()
    #expect(alone.contains("Order 0/2") && !alone.contains("Kitchen 0/3"))
    let back = try await bringBack(deletion, way)
    #expect(try await outline() == Self.whole)
    try await mine.undo(#require(back))
    #expect(try await outline() == alone)
  }

  @Test func `several restored steps come back, each to its own task`() async throws {
    try await mine.deleteTask(kitchen)
    for step in [tiles, measure, order] { try await mine.restoreTask(step) }
    try await mine.restoreTask(kitchen)
    #expect(try await outline() == Self.whole)
  }

  @Test func `a deletion of several tasks that is undone takes its steps back, too`() async throws {
    let deleted = try await mine.changeTasks(.tasks([kitchen, paint], in: nil), .delete)
    try await mine.restoreTask(lay)
    try await mine.undo(#require(deleted.change))
    #expect(try await outline() == Self.whole)
  }

  @Test func `a step that was moved to another list stays there`() async throws {
    _ = try await orderRestored()
    try await mine.transferTask(order, to: other)
    try await mine.restoreTask(kitchen)
    #expect(try await outline(other) == ["Order 0/2", "  Tiles", "  Glue"])
    #expect(try await outline() == ["Kitchen 0/2", "  Measure", "  Lay", "Paint"])
  }

  @Test func `a step whose restoration was undone is in the trash, and comes back with its task`() async throws {
    let (_, restoration) = try await orderRestored()
    try await mine.undo(#require(restoration))
    try await mine.restoreTask(kitchen)
    #expect(try await outline() == Self.whole)
  }

  @Test func `a step that became one of another task stays there`() async throws {
    _ = try await orderRestored()
    let rows = try await outline()
    #expect(rows.first == "Order 0/2" && rows.last == "Paint")
    try await mine.moveTask(paint, .into(order))
    try await mine.restoreTask(kitchen)
    #expect(
      try await outline() == ["Kitchen 0/3", "  Measure", "  Order 0/3", "    Tiles", "    Glue", "    Paint", "  Lay"])
  }
}
