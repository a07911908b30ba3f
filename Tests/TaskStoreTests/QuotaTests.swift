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
    #expect(copied.bytes > before.bytes + 300)
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
              FROM changes c WHERE c.list = l.id))
          """)
    }
  }
}

final class LimitTests: WorldTests {
  @Test func `a list has at most ten thousand tasks, however they are added`() async throws {
    let (store, account) = (world.store, world.account)
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    let full = StoreError.limit(.tasks(10_000))
    let thousand = try (0..<1_000).map { try draft("task \($0)") }
    for _ in 0..<10 { try await store[account].addTasks(thousand, to: house, submission: .fresh()) }
    await #expect(throws: full) { try await store[account].addTasks([draft("x")], to: house, submission: .fresh()) }

    let elsewhere = try await world.add("elsewhere", to: garden)[0]
    let version = try await store[account].task(elsewhere).version
    await #expect(throws: full) {
      try await store[account].editTask(elsewhere, draft("elsewhere"), list: house, version: version)
    }
    let first = try #require(try await store[account].openTasks(in: house, limit: 1).first).id
    let deleted = try #require(try await store[account].deleteTask(first).change)
    try await store[account].addTasks([draft("x")], to: house, submission: .fresh())
    await #expect(throws: full) { try await store[account].restoreTask(first) }
    await #expect(throws: full) { try await store[account].undo(deleted) }

    for row in try await store[account].openTasks(in: house, limit: 50) { try await store[account].complete(row.id) }
    let cleared = try #require(try await store[account].clearCompleted(in: house).change)
    #expect(try await store[account].list(house).open == 9_950)
    try await store[account].undo(cleared)
    #expect(try await store[account].list(house).completed == 50)
    #expect(try await store.quickCheck() == [])
  }

  @Test func `at most a thousand tasks are added at once`() async throws {
    let list = try await world.list()
    let tooMany = try (0...1_000).map { try draft("task \($0)") }
    await #expect(throws: StoreError.limit(.tasksAtOnce(1_000))) {
      try await world.mine.addTasks(tooMany, to: list, submission: .fresh())
    }
    #expect(try await !world.mine.addTasks([TaskDraft](), to: list, submission: .fresh()).acted)
  }

  @Test func `ten thousand completed tasks are cleared and restored in one step each`() async throws {
    let list = try await world.list()
    let thousand = try (0..<1_000).map { try draft("task \($0)") }
    for _ in 0..<10 { try await world.mine.addTasks(thousand, to: list, submission: .fresh()) }
    try await world.store.write { db, now in try db.execute(sql: "UPDATE tasks SET done = ?", arguments: [now.value]) }
    let cleared = try #require(try await world.mine.clearCompleted(in: list).change)
    #expect(try await world.mine.list(list).completed == 0)
    try await world.mine.undo(cleared)
    #expect(try await world.mine.list(list).completed == 10_000)
  }

  @Test func `an account has at most five hundred lists, not counting the trash`() async throws {
    let full = StoreError.limit(.lists(500))
    let first = try await world.list()
    for number in 2...500 { _ = try await world.list("List \(number)") }
    await #expect(throws: full) { try await world.list() }
    let deleted = try #require(try await mine.deleteList(first).change)
    let last = try await world.list("Last")
    await #expect(throws: full) { try await mine.restoreList(first) }
    await #expect(throws: full) { try await mine.undo(deleted) }
    try await mine.deleteList(last)
    try await mine.restoreList(first)
    #expect(try await mine.lists().count == 500)
  }
}
