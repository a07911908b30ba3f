import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class HistoryTests: WorldTests {
  @Test(arguments: 1...6)
  func `in a chain of undos each change has its own state, and effective undos are offered`(times: Int) async throws {
    let list = try await world.list()
    let task = try await world.add("Milk", to: list)[0]
    let completed = try #require(try await mine.complete(task).change)
    var chain = [completed]
    for _ in 0..<times { chain.append(try #require(try await mine.undo(chain[chain.count - 1]).change)) }
    // The last change is in force, the one that it undid is not, the one that was undone by that is, and so on.
    let inForce = Dictionary(uniqueKeysWithValues: chain.reversed().enumerated().map { ($1, $0 % 2 == 0) })
    let isDone = try await mine.task(task).done != nil
    #expect(inForce[completed] == isDone)
    for change in try await mine.history(of: list, limit: 20) {
      guard let expected = inForce[change.id] else { continue }
      #expect(change.undone != expected, "\(times) undos, change \(change.id)")
      let does = try await world.does(change.id)
      #expect(change.undoable == does, "\(times) undos, change \(change.id)")
    }
  }
}

extension World {
  /// Whether undoing the change would have an effect. The transaction is rolled back.
  fileprivate func does(_ change: ChangeID) async throws -> Bool {
    do throws(StoreError) {
      try await store.write(for: account) { write in
        let undo = try Undo(change, write)
        guard !undo.isUndone else { throw StoreError.conflict(.notUndoable(change)) }
        try undo.requireListsThere()
        let rows = try undo.rowsToRestore()
        if rows.isEmpty { throw StoreError.conflict(.notUndoable(change)) }
        _ = try undo.restore(rows)
        throw StoreError.cancelled
      }
      return true
    } catch {
      return error == .cancelled
    }
  }
}

/// How long a change can be undone.
final class RetentionTests: WorldTests {
  @Test func `the last two hundred changes of each task can be undone`() async throws {
    let task = try await world.add("Milk", to: try await world.list())[0]
    let other = try await world.add("Bread", to: try await world.list("Other"))[0]
    let kept = try #require(try await edit(world, other, "brown").change)
    var changes: [ChangeID] = []
    for number in 0..<250 { changes.append(try #require(try await edit(world, task, "note \(number)").change)) }
    let undoable = try await undoableChanges(world)
    #expect(changes.filter { undoable.contains($0) } == Array(changes.suffix(200)))
    #expect(undoable.contains(kept))
    await #expect(throws: StoreError.conflict(.notUndoable(changes[49]))) { try await mine.undo(changes[49]) }
    let history = try await mine.history(of: try await mine.task(task).list, limit: 1_000)
    #expect(history.count { $0.kind == .taskEdited } == 250, "the history tells of all of them")
    #expect(try await bytes(ofInversesWith: "note 48\"", world) == 0)
  }

  @Test func `changes from more than thirty days ago cannot be undone`() async throws {
    let list = try await world.list()
    let task = try await world.add("Milk", to: list)[0]
    let old = try #require(try await edit(world, task, "old note").change)
    world.clock.advance(days: 31)
    let young = try #require(try await edit(world, task, "young note").change)
    let limit = world.clock.now.addingTimeInterval(Double(-Limits.undoDays) * 86_400)
    let forgotten = try await world.store.forgetChanges(before: limit)
    #expect(forgotten == 3, "a list, a task and an edit")
    #expect(try await undoableChanges(world) == [young])
    #expect(try await mine.change(old).undoable == false)
    await #expect(throws: StoreError.conflict(.notUndoable(old))) { try await mine.undo(old) }
    try await mine.undo(young)
    #expect(try await world.store.forgetChanges(before: limit) == 0, "nothing is looked at twice")
    #expect(try await world.store.quickCheck() == [])
  }

  @discardableResult
  private func edit(_ world: World, _ task: TaskID, _ notes: String) async throws -> Written {
    let version = try await world.mine.task(task).version
    return try await world.mine.editTask(task, draft("Milk", notes: notes), version: version)
  }

  private func undoableChanges(_ world: World) async throws -> [ChangeID] {
    try await world.store.read { db in
      try Int64.fetchAll(db, sql: "SELECT id FROM changes WHERE inverse IS NOT NULL ORDER BY id").map { ChangeID($0) }
    }
  }

  private func bytes(ofInversesWith text: String, _ world: World) async throws -> Int {
    try await world.store.read { db in
      try Int.fetchOne(
        db, sql: "SELECT coalesce(sum(length(inverse)), 0) FROM changes WHERE instr(inverse, ?)", arguments: [text])
        ?? 0
    }
  }
}
