import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The index knows what is in the tables, whoever wrote it and however.
struct SearchIndexTests {
  @Test(arguments: ChangeKind.allCases)
  func `after every change, and after it was undone, the index is whole`(kind: ChangeKind) async throws {
    let scene = try await Scene()
    let change = try await scene.perform(kind)
    #expect(try await scene.store.searchProblems() == [])
    if kind != .purged, let change { _ = try await scene.undo(change) }
    #expect(try await scene.store.searchProblems() == [])
  }

  @Test func `an edit, a transfer and a copy are found by their new words only`() async throws {
    let scene = try await Scene()
    let world = scene.world
    let version = try await scene.store.task(scene.tasks[0], for: scene.account).version
    try await scene.store.editTask(
      scene.tasks[0], draft("Zebra", notes: "stripes"), list: scene.garden, version: version, for: scene.account)
    #expect(try await world.found("stripes") == ["Zebra"])
    #expect(try await world.search("zeb").tasks.first?.listName == "Garden")
    _ = try await scene.perform(.tasksCopied)
    #expect(try await world.found("alto") == ["Alto"])
  }

  @Test func `another's tasks are never found, not even by what the index calls their owner`() async throws {
    let mine = try World()
    let theirs = try await mine.asStranger()
    let (list, secret) = (try await mine.list("Mine"), try await theirs.list("Secret plans"))
    try await mine.add("milk", "\u{E000}o\(theirs.account) trap", to: list)
    try await theirs.add("milk of theirs", "\u{E000}o\(mine.account) trap", to: secret)
    #expect(try await mine.found("milk") == ["milk"])
    #expect(try await theirs.found("milk") == ["milk of theirs"])
    #expect(try await mine.found("trap").count == 1)
    #expect(try await theirs.found("trap").count == 1)
    #expect(try await mine.search("secret") == SearchAnswer.Found(lists: [], tasks: [], olderThan: nil))
    let page = try await mine.search("milk", limit: 1)
    #expect(page.olderThan == nil)
  }

  @Test func `a list that gets another member, or loses one, is found by those who are`() async throws {
    let mine = try World()
    let theirs = try await mine.asStranger()
    let list = try await mine.list()
    try await mine.add("milk", to: list)
    try await mine.store.write { db, _ in
      try db.execute(
        sql: "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, 'editor', 0)",
        arguments: [theirs.account.value, list.value])
    }
    #expect(try await theirs.found("milk") == ["milk"])
    #expect(try await mine.found("milk") == ["milk"])
    try await mine.store.write { db, _ in
      try db.execute(sql: "DELETE FROM memberships WHERE account = ?", arguments: [mine.account.value])
    }
    #expect(try await mine.found("milk") == [])
    #expect(try await theirs.found("milk") == ["milk"])
    #expect(try await mine.store.searchProblems() == [])
  }

  @Test func `a removed account leaves nothing to be found`() async throws {
    let mine = try World()
    let theirs = try await mine.asStranger()
    try await theirs.add("milk", to: try await theirs.list())
    try await mine.store.write { db, _ in
      try db.execute(sql: "DELETE FROM accounts WHERE id = ?", arguments: [theirs.account.value])
      try db.execute(sql: "DELETE FROM lists WHERE id NOT IN (SELECT list FROM memberships)")
    }
    let left = try await mine.store.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM search WHERE search MATCH 'milk'")
    }
    #expect(left == 0)
    #expect(try await mine.store.searchProblems() == [])
  }

  @Test func `a write that fails leaves the index as it was, and an index that is not is found out`() async throws {
    let world = try World()
    let list = try await world.list()
    try await world.add("milk", to: list)
    await #expect(throws: StoreError.self) {
      try await world.store.write { db, _ in
        try db.execute(sql: "UPDATE tasks SET title = 'bread'")
        throw StoreError.notFound
      }
    }
    #expect(try await world.found("milk") == ["milk"])
    #expect(try await world.found("bread") == [])
    #expect(try await world.store.quickCheck() == [])
    try await world.store.database.write { db in
      try db.execute(sql: "INSERT INTO search (rowid, scope, title) VALUES (77, 'x', 'nowhere')")
    }
    #expect(try await world.store.quickCheck() == ["the index of words does not match the tasks"])
  }

  @Test func `a database from before is indexed when it is opened`() async throws {
    let queue = try DatabaseQueue()
    let migrator = Schema.migrator(now: .now)
    try migrator.migrate(queue, upTo: "sources")
    try await queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO lists (id, name, created) VALUES (1, 'House', 0);
          INSERT INTO memberships VALUES (1, 1, 'owner', 0);
          INSERT INTO tasks (list, position, created, version, title, notes) VALUES (1, 0, 0, 0, 'milk', 'two litres');
          INSERT INTO tasks (list, position, created, version, title, deleted) VALUES (1, 0, 0, 0, 'gone milk', 5)
          """)
    }
    try migrator.migrate(queue)
    let clock = TestClock()
    let store = try TaskStore(
      database: queue, version: DataVersion(ofOnly: queue), settings: TaskStore.Settings(), now: { clock.now })
    let world = World(store, clock, store.localAccount)
    #expect(try await world.found("milk litre") == ["milk"])
    #expect(try await store.quickCheck() == [])
  }
}
