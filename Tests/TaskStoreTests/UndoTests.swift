import GRDB
import Tasks
import Testing

@testable import TaskStore

final class UndoTests: ListTests {
  @Test(arguments: ChangeKind.allCases)
  func `every change can be undone and redone, whatever it was`(kind: ChangeKind) async throws {
    let scene = try await Scene()
    let before = try await scene.prepare(for: kind)
    let change = try #require(try await scene.perform(kind))
    let told = try await scene.mine.change(change)
    #expect(told.kind == kind)

    guard kind != .purged else {
      #expect(!told.undoable)
      await #expect(throws: StoreError.conflict(.notUndoable(change))) { try await scene.undo(change) }
      return
    }
    let after = try await scene.store.snapshot(before: before)
    #expect(after.rows != before.rows)

    let undoing = try #require(try await scene.undo(change).change)
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
    #expect(try await scene.mine.change(change).undone)
    #expect(try await scene.undo(change).change == nil, "undone twice is undone once")
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)

    let again = try #require(try await scene.undo(undoing).change)
    #expect(try await scene.store.snapshot(before: before).rows == after.rows)
    #expect(try await scene.mine.change(change).undone == false)
    #expect(try await scene.undo(again).change != nil)
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
    #expect(try await scene.store.quickCheck().isEmpty)
  }
}
