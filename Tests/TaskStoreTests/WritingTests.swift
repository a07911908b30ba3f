import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// What is stored of a task that no page shows as it is: bytes, identifiers, moments.
final class WritingTests: ListTests {
  @Test func `a task stores all its values`() async throws {
    let nasty = try draft(
      "\"\u{301} <b> 👨‍👩‍👧‍👦 שלום e\u{301}\u{E9}", notes: "a\n\tb", due: "2028-02-29", priority: "high")
    let task = try await mine.addTasks([nasty], to: list, submission: .fresh()).tasks[0]
    #expect(try await mine.task(task).text == nasty)
    #expect(try await Array(mine.openTasks(in: list)[0].title.utf8) == Array(nasty.title.utf8))
  }

  @Test func `an accent in another Unicode form is an edit`() async throws {
    let task = try await world.add("caf\u{E9}", to: list)[0]
    let written = try await mine.editTask(task, draft("cafe\u{301}"), version: mine.task(task).version)
    #expect(written.isNew)
    #expect(try await mine.task(task).title.unicodeScalars.count == 5)
    try await mine.undo(try #require(written.change))
    #expect(try await mine.task(task).title.unicodeScalars.count == 4)
  }

  /// After a restore, a page may be of a change that was discarded, whose number is still to come.
  @Test func `an edit of a version that a restore has discarded is a conflict`() async throws {
    let task = try await world.add("Milk", to: list)[0]
    let next = ChangeID(try await mine.task(task).version.value + 100)
    await #expect(throws: StoreError.self) {
      try await mine.editTask(task, draft("Oats"), version: next)
    }
    await #expect(throws: StoreError.self) {
      try await mine.renameList(list, to: ListName(validating: "Garden"), version: next)
    }
    #expect(try await mine.task(task).title == "Milk")
    #expect(try await mine.list(list).name == "House")
  }

  @Test func `a task keeps its UUID, and its changes move the time of the last one`() async throws {
    let tasks = try await world.add("a", "b", to: list)
    func stored(_ task: TaskID) async throws -> (uid: String, changed: Int64) {
      let row = try await world.store.read { db in
        try db.row("SELECT uid, changed FROM tasks WHERE id = ?", [task.value]) { ($0[0] as String, $0[1] as Int64) }
      }
      return try #require(row)
    }
    let created = try await stored(tasks[0])
    #expect(created.uid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(try await stored(tasks[1]).uid != created.uid)
    world.clock.advance(days: 60.0 / 86_400)
    try await mine.moveTask(tasks[0], .bottom)
    #expect(try await stored(tasks[0]) == created, "its place is not its own")
    let done = try await mine.complete(tasks[0])
    #expect(try await stored(tasks[0]).changed >= created.changed + 60_000)
    world.clock.advance(days: 60.0 / 86_400)
    try await mine.undo(try #require(done.change))
    let after = try await stored(tasks[0])
    #expect(after.uid == created.uid && after.changed >= created.changed + 120_000)
    let exported = try await world.store.exported(world.account).lists[0].tasks
    #expect(Set(exported.map(\.uid)) == [created.uid, try await stored(tasks[1]).uid])
    #expect(exported.allSatisfy { $0.changed != nil })
  }

  @Test func `a purged task leaves no text in what could be undone`() async throws {
    let task = try await mine.addTasks([draft("A", notes: "secret")], to: list, submission: .fresh()).tasks[0]
    try await mine.editTask(task, draft("A"), version: mine.task(task).version)
    try await mine.deleteTask(task)
    func secrets() async throws -> Int {
      try await world.store.number("SELECT count(*) FROM changes WHERE inverse LIKE '%secret%'")
    }
    #expect(try await secrets() > 0)
    try await world.store.purge(deletedBefore: .distantFuture)
    #expect(try await secrets() == 0)
  }
}
