import Tasks
import Testing

@testable import TaskStore

final class HistoryTests: WorldTests {
  @Test func `the history is paged, the newest first`() async throws {
    let list = try await world.list()
    for number in 1...25 { try await world.add("Task \(number)", to: list) }
    var names: [String] = []
    var before: ChangeID?
    repeat {
      let page = try await world.mine.history(of: list, limit: 10, before: before)
      names += page.map(\.name)
      before = page.last?.id
    } while before != nil
    #expect(names == (1...25).reversed().map { "Task \($0)" } + ["House"])
  }

  @Test(arguments: 1...6)
  func `in a chain of undos each change has its own state, and only effective undos are offered`(times: Int)
    async throws
  {
    let list = try await world.list()
    let task = try await world.add("Milk", to: list)[0]
    let completed = try #require(try await world.mine.complete(task).change)
    var chain = [completed]
    for _ in 0..<times {
      chain.append(try #require(try await world.mine.undo(chain[chain.count - 1]).change))
    }
    // The last change is in force, the one that it undid is not, the one that was undone by that is, and so on.
    let inForce = Dictionary(uniqueKeysWithValues: chain.reversed().enumerated().map { ($1, $0 % 2 == 0) })
    let isDone = try await world.mine.task(task).done != nil
    #expect(inForce[completed] == isDone)
    for change in try await world.mine.history(of: list, limit: 20) {
      guard let expected = inForce[change.id] else { continue }
      #expect(change.undone != expected, "\(times) undos, change \(change.id)")
      let does = try await world.does(change.id)
      #expect(change.undoable == does, "\(times) undos, change \(change.id)")
    }
  }

  @Test func `an undo is offered only if it has an effect`() async throws {
    let list = try await world.list()
    let tasks = try await world.add("Milk", "Bread", "Tea", to: list)
    try await world.mine.complete(tasks[0])
    try await world.mine.reopen(tasks[0])
    let version = try await world.mine.task(tasks[1]).version
    let edited = try #require(
      try await world.mine.editTask(tasks[1], draft("Rye"), version: version).change)
    try await world.mine.editTask(tasks[1], draft("Rolls"), version: edited)
    try await world.mine.complete(tasks[2])
    try await world.mine.deleteTask(tasks[2])
    let changes = try await world.mine.history(of: list, limit: 20)
    let offered = changes.map { "\($0.kind.rawValue) \($0.undoable)" }
    #expect(
      offered == [
        "task-deleted true", "task-completed false", "task-edited true", "task-edited false", "task-reopened true",
        "task-completed false", "tasks-added true", "list-created true",
      ])
    for change in changes { #expect(try await world.does(change.id) == change.undoable, "\(change.kind)") }
  }

  @Test func `an account's revision increases with its own changes only`() async throws {
    let stranger = try await world.asStranger()
    #expect(try await world.mine.revision() == nil)
    let list = try await world.list()
    let revision = try await world.mine.revision()
    #expect(try await world.mine.list(list).revision == revision)
    _ = try await stranger.list()
    #expect(try await world.mine.revision() == revision)
    try await world.mine.deleteList(list)
    #expect(try #require(try await world.mine.revision()) > #require(revision))
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
