import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The index matches the tables after every write.
final class SearchIndexTests: SceneTests {
  @Test(arguments: ChangeKind.allCases)
  func `after every change and its undo, the index is complete`(kind: ChangeKind) async throws {
    let change = try await scene.perform(kind)
    #expect(try await scene.store.searchProblems() == [])
    if kind != .purged, let change { _ = try await scene.undo(change) }
    #expect(try await scene.store.searchProblems() == [])
  }

  @Test func `a removed account leaves nothing in the index`() async throws {
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

  @Test func `a failed write leaves the index unchanged, and an inconsistent index is found`() async throws {
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
    try await world.store.execute("INSERT INTO search (rowid, title) VALUES (77, 'nowhere')")
    #expect(try await world.store.quickCheck().map(\.text) == ["the index of words does not match the tasks"])
  }
}

extension TaskStore {
  /// Problems that FTS5 finds in the index of words. It compares every term of every task, and needs the write lock for that.
  func searchProblems() async throws -> [String] {
    return try await database.writeWithoutTransaction { db in
      do {
        try db.execute(sql: "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
        return []
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return ["the index of words does not match the tasks"]
      }
    }
  }
}

extension World {
  /// The result of a search; records an issue if the search was refused.
  func search(
    _ text: String, completed: Bool = false, before: TaskID? = nil, limit: Int = 100
  ) async throws -> SearchAnswer.Found {
    let answer = try await store[account].search(
      text, in: TaskFilter(status: completed ? .all : .open), by: .newest, before: before, of: limit, window: limit)
    switch answer {
    case .found(let found): return found
    case .noWords, .tooManyWords:
      Issue.record("\(text) was not searched: \(answer)")
      return SearchAnswer.Found(lists: [], tasks: [], olderThan: nil)
    }
  }

  /// The titles of the tasks that a search finds.
  func found(_ text: String, completed: Bool = false) async throws -> [String] {
    try await search(text, completed: completed).tasks.map(\.title.plain)
  }
}

extension MarkedText {
  /// The text without marks.
  var plain: String { runs.map(\.text).joined() }

  /// The text with its marks in brackets.
  var bracketed: String { runs.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined() }
}
