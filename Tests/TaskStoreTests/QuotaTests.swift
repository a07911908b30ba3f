import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class QuotaTests: SceneTests {
  @Test(arguments: ChangeKind.allCases)
  func `usage is counted correctly after every change and undo`(kind: ChangeKind) async throws {
    #expect(try await miscounted(scene.store) == [])
    let change = try await scene.perform(kind)
    #expect(try await miscounted(scene.store) == [])
    if kind != .purged, let change {
      let undoing = try #require(try await scene.undo(change).change)
      #expect(try await miscounted(scene.store) == [])
      _ = try await scene.undo(undoing)
      #expect(try await miscounted(scene.store) == [])
    }
    try await scene.store.purge(deletedBefore: .distantFuture)
    try await scene.store.forgetChanges(before: .distantFuture)
    #expect(try await miscounted(scene.store) == [])
  }

  @Test func `an account's usage includes its trash, history, remote copies and drafts`() async throws {
    let ben = try await scene.world.asStranger(named: "Ben")
    #expect(try await scene.store[ben.account].usage() == Usage())
    let before = try await mine.usage()
    #expect((before.tasks, before.lists, before.sources) == (7, 4, 1))
    try await scene.world.fetched(
      [.named(String(repeating: "x", count: 400))], scene.source, .at("https://choir.example/tasks"))
    let copied = try await mine.usage()
    #expect(copied.bytes > before.bytes + 250)
    let session = try await ben.signIn().session
    let fields = [SavedDraftField(name: "title", value: String(repeating: "y", count: 1_000))]
    _ = try await ben.store.keep(path: "/x", fields: fields, for: session.id, of: ben.account)
    #expect(try await (1_000..<1_200).contains(scene.store[ben.account].usage().bytes))
  }

  @Test func `an account stores no more than its quota, and has room again after emptying the trash`() async throws {
    let world = try World(quotas: { $0.bytes = 100_000 })
    let (store, account) = (world.store, world.account)
    let list = try await world.list()
    let large = try draft("Large", notes: String(repeating: "x", count: 60_000))
    let full = StoreError.limit(.quota(.bytes, 100_000))
    let task = try await store[account].addTasks([large], to: list, submission: .fresh()).tasks[0]
    await #expect(throws: full) { try await store[account].addTasks([large], to: list, submission: .fresh()) }
    let version = try await store[account].task(task).version
    await #expect(throws: full) {
      try await store[account].editTask(task, draft("Large", notes: "x"), version: version)
    }
    try await world.add("Small", to: list)
    try await store[account].complete(task)
    let deleted = try #require(try await store[account].deleteTask(task).change)
    try await store[account].undo(deleted)
    try await store[account].deleteTask(task)
    await #expect(throws: full) { try await store[account].addTasks([large], to: list, submission: .fresh()) }
    try await store[account].emptyTrash(until: world.clock.now)
    try await store.deleteRemoved()
    try await store[account].addTasks([large], to: list, submission: .fresh())
    let ben = try await world.asStranger(named: "Ben")
    let theirs = try await ben.list()
    try await ben.mine.addTasks([large], to: theirs, submission: .fresh())
  }

  @Test func `tasks, lists and sources have quotas that include the trash`() async throws {
    let world = try World(quotas: {
      $0.tasks = 3
      $0.lists = 2
      $0.sources = 1
    })
    let store = world.store
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", to: list)
    try await world.mine.deleteTask(tasks[0])
    await #expect(throws: StoreError.limit(.quota(.tasks, 3))) { try await world.add("D", to: list) }
    try await world.mine.restoreTask(tasks[0])
    let (choir, _) = try await world.follow("Choir", [.named("Alto")])
    try await world.mine.deleteList(choir)
    await #expect(throws: StoreError.limit(.quota(.lists, 2))) { try await world.list("Third") }
    let draft = try await world.drafted(.at("https://band.example/"))
    await #expect(throws: StoreError.limit(.quota(.sources, 1))) {
      try await world.mine.follow(draft, as: "Band", submission: .fresh())
    }
    try await world.mine.emptyTrash(until: world.clock.now)
    try await store.deleteRemoved()
    try await world.mine.follow(draft, as: "Band", submission: .fresh())
    #expect(try await world.mine.usage().lists == 2)
  }

  @Test func `an undo may exceed the quota slightly, and repeating it does not fill the disk`() async throws {
    let world = try World(quotas: { $0.bytes = 100_000 })
    let task = try await world.add("Milk", to: try await world.list())[0]
    let version = try await world.mine.task(task).version
    let notes = try draft("Milk", notes: String(repeating: "x", count: 3_000))
    var last = try #require(try await world.mine.editTask(task, notes, version: version).change)
    await #expect(throws: StoreError.limit(.quota(.bytes, 100_000))) {
      for _ in 0..<1_000 { last = try #require(try await world.mine.undo(last).change) }
    }
    let bytes = try await world.mine.usage().bytes
    #expect((100_000...115_000).contains(bytes))
    try await world.mine.deleteTask(task)
  }

  /// The lists whose counts differ from their rows.
  private func miscounted(_ store: TaskStore) async throws -> [Int64] {
    try await store.read { db in
      try Int64.fetchAll(
        db,
        sql: """
          SELECT l.id FROM lists l WHERE l.stored_bytes IS NOT NULL AND (l.stored_tasks <> (
              SELECT count(*) FROM tasks t WHERE t.list = l.id)
            OR l.stored_bytes <> (
              SELECT coalesce(sum(100 + length(CAST(t.title AS BLOB)) + coalesce(length(CAST(t.notes AS BLOB)), 0)
                + coalesce(length(CAST(t.tags AS BLOB)), 0)), 0)
              FROM tasks t WHERE t.list = l.id
            ) + (
              SELECT coalesce(sum(100 + length(CAST(c.name AS BLOB)) + coalesce(length(CAST(c.inverse AS BLOB)), 0)), 0)
              FROM changes c WHERE c.list = l.id
            ) + (
              SELECT coalesce(sum(100 + length(CAST(c.text AS BLOB))), 0)
              FROM comments c JOIN tasks t ON t.id = c.task WHERE t.list = l.id))
          """)
    }
  }
}
