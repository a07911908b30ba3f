import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// Deliberate mistakes in what is derived from other rows: they are found, and rebuilt.
struct RebuildTests {
  /// A database in a file with tasks of every kind, tags, a trash, due tasks and a followed list, which has no mistakes.
  private static func withDatabase(_ body: (_ path: String) async throws -> Void) async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let clock = TestClock()
      let store = try TaskStore.open(at: path, now: { clock.now })
      let world = World(store, clock, store.localAccount)
      let list = try await world.list()
      let other = try await world.list("Garden")
      let tasks = try await world.add("milk", "bread", "butter", "cheese", "figs", to: list)
      let tagged = try [draft("water", due: "2026-03-02", tags: "a b"), draft("dig", tags: "b", priority: "high")]
      try await store[world.account].addTasks(tagged, to: other, submission: .fresh())
      try await store[world.account].complete(tasks[0])
      try await store[world.account].deleteTask(tasks[1])
      try await store[world.account].setDue(tasks[2], to: Day(iso: "2026-03-02"))
      _ = try await world.follow("Choir", [.named("Alto"), .named("Bass")])
      try store.close()
      #expect(try await TaskStore.check(path).findings == [])
      try await body(path)
    }
  }

  /// Writes with a connection that is allowed everything.
  private static func edit(_ path: String, _ sql: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in try db.execute(sql: sql) }
    try queue.close()
  }

  private static func contents(_ path: String) async throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    let rows = try await queue.read { db in
      try [
        "lists", "tasks", "changes", "memberships", "task_tags", "sources",
      ].flatMap { table in try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" } }
    }
    try queue.close()
    return rows
  }

  @Test(
    arguments: [
      ("UPDATE lists SET open = 7", "list 1 counts its tasks wrongly"),
      ("UPDATE lists SET completed = completed + 1 WHERE id = 2", "list 2 counts its tasks wrongly"),
      ("UPDATE lists SET stored_bytes = 5 WHERE id = 1", "list 1 counts its stored bytes wrongly"),
      ("UPDATE lists SET stored_tasks = 0 WHERE id = 2", "list 2 counts its stored bytes wrongly"),
      ("UPDATE lists SET revision = version WHERE id = 1", "list 1 does not know its last change"),
      ("DELETE FROM task_tags", "the tags of list 2 do not match its tasks"),
      ("INSERT INTO task_tags VALUES (1, 'z', 1)", "the tags of list 1 do not match its tasks"),
      ("UPDATE task_tags SET tag = 'bb' WHERE tag = 'b'", "the tags of list 2 do not match its tasks"),
      (
        "UPDATE tasks SET source = 9 WHERE source IS NOT NULL", "list 3 has tasks of a source that it doesn't follow"
      ),
      ("DELETE FROM search_docsize WHERE id = 1", "the index of words does not match the tasks"),
      ("INSERT INTO search_docsize VALUES (77, x'')", "the index of words does not match the tasks"),
    ])
  func `a mistake in derived data is rebuilt, and nothing else is changed`(
    mistake: String, expected: String
  ) async throws {
    try await Self.withDatabase { path in
      let before = try await Self.contents(path)
      try await Self.edit(path, mistake)
      let findings = try await TaskStore.check(path).findings
      #expect(findings.contains { $0.text == expected && $0.isRepairable }, "\(findings)")
      let store = try TaskStore.open(at: path)
      let epoch = try await store.read { db in try Meta.epoch(db) }
      try await store.repair()
      #expect(try await store.read { db in try Meta.epoch(db) } != epoch, "pages may be cached")
      #expect(try await store.searchProblems() == [])
      try store.close()
      #expect(try await TaskStore.check(path).findings == [])
      #expect(try await Self.contents(path) == before)
    }
  }

  @Test func `what follows from nothing else is reported, and cannot be rebuilt`() async throws {
    try await Self.withDatabase { path in
      try await Self.edit(
        path, "UPDATE tasks SET version = 999 WHERE id = 1; UPDATE lists SET version = 999 WHERE id = 2")
      let findings = try await TaskStore.check(path).findings
      #expect(
        Set(findings) == [
          .contradiction("task 1 is of a later change than its list's last"),
          .contradiction("the name of list 2 is of a later change than its last"),
        ])
    }
  }

  @Test func `a damaged file, a foreign one and one of another version are told apart`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      try await Damaged.make(at: path)
      #expect(try await TaskStore.check(path).findings.contains { $0.kind == .damage })
      let other = folder + "/other.sqlite"
      try await Self.edit(other, "CREATE TABLE t (x)")
      await #expect(throws: OpenProblem.foreign(other)) { try await TaskStore.check(other) }
      let text = folder + "/text.sqlite"
      try Data(repeating: 0x41, count: 9_000).write(to: URL(filePath: text))
      await #expect(throws: OpenProblem.unreadable(text, reason: "it is not a database")) {
        try await TaskStore.check(text)
      }
    }
  }

  @Test func `an index that does not match its table is found by a thorough check only`() async throws {
    try await Self.withDatabase { path in
      try await Self.edit(
        path,
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'WHERE due IS NOT NULL AND', 'WHERE') WHERE name = 'tasks_due'"
      )
      #expect(try await TaskStore.check(path).findings.contains { $0.text.contains("tasks_due") })
    }
  }
}
