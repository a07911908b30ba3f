import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// A search has the same result before and after the last writes are indexed.
struct UnindexedTests {
  @Test func `new, edited and deleted tasks are found as they are before they are indexed`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.store.addTasks(
      [draft("milk"), draft("bread", notes: "with milk"), draft("honey")], to: list, submission: .fresh(),
      for: world.account
    ).tasks
    #expect(try await world.unindexed() == 3)
    #expect(try await world.found("mil") == ["bread", "milk"])
    #expect(try await world.unindexed() == 3)
    try await world.store.indexWords()
    #expect(try await world.unindexed() == 0)
    #expect(try await world.found("mil") == ["bread", "milk"])

    let version = try await world.store.task(tasks[0], for: world.account).version
    try await world.store.editTask(tasks[0], draft("water"), version: version, for: world.account)
    try await world.store.complete(tasks[1], for: world.account)
    try await world.store.deleteTask(tasks[2], for: world.account)
    for _ in 0..<2 {
      #expect(try await world.found("mil") == [])
      #expect(try await world.found("mil", completed: true) == ["bread"])
      #expect(try await world.found("wat") == ["water"])
      #expect(try await world.found("hon", completed: true) == [])
      try await world.store.indexWords()
    }
    #expect(try await world.store.searchProblems() == [])
  }

  @Test func `pages combine indexed and unindexed tasks, each once and in order`() async throws {
    let world = try World()
    let list = try await world.list()
    for number in 1...9 {
      try await world.add("milk \(number)", to: list)
      if number == 4 { try await world.store.indexWords() }
    }
    var titles: [String] = []
    var before: TaskID?
    repeat {
      let page = try await world.search("milk", before: before, limit: 2)
      titles += page.tasks.map(\.title.plain)
      before = page.olderThan
    } while before != nil
    #expect(titles == (1...9).reversed().map { "milk \($0)" })
  }

  @Test func `a search scans a limited number of unindexed tasks, and reports if there are more`() async throws {
    let world = try World()
    let list = try await world.list()
    try await world.add("the first", to: list)
    for _ in 0..<10 {
      let drafts = try (0..<100).map { try draft("milk \($0)") }
      try await world.store.addTasks(drafts, to: list, submission: .fresh(), for: world.account)
    }
    let found = try await world.search("milk", limit: 2_000)
    #expect(found.tasks.count == 1_000 && found.isBehind)
    #expect(try await world.search("first").tasks.isEmpty)
    #expect(try await world.store.isSearchBehind(for: world.account))
    let stranger = try await world.asStranger()
    #expect(try await !stranger.search("milk").isBehind, "it is no business of others")
    try await world.store.indexWords()
    #expect(try await world.store.isSearchBehind(for: world.account) == false)
    #expect(try await !world.search("milk").isBehind)
    #expect(try await world.found("first") == ["the first"])
    #expect(try await world.unindexed() == 0)
  }

  @Test func `a search scans a limited amount of unindexed text`() async throws {
    let world = try World()
    let list = try await world.list()
    let notes = String(repeating: "butter ", count: 9_000)
    try await world.store.addTasks(
      try (0..<30).map { try draft("milk \($0)", notes: notes) }, to: list, submission: .fresh(), for: world.account
    )
    let found = try await world.search("butter")
    #expect((1..<30).contains(found.tasks.count) && found.isBehind)
  }

  @Test func `an unindexed task is found in a shared list that it was moved to`() async throws {
    let mine = try World()
    let theirs = try await mine.asStranger()
    let (list, shared) = (try await mine.list(), try await theirs.list("Shared"))
    let task = try await theirs.add("milk", to: shared)[0]
    try await mine.store.indexWords()
    try await mine.store.write { db, _ in
      try db.execute(
        sql: "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, 'editor', 9)",
        arguments: [mine.account.value, shared.value])
    }
    #expect(try await mine.found("milk") == ["milk"])
    #expect(try await theirs.found("milk") == ["milk"])
    let version = try await mine.store.task(task, for: mine.account).version
    try await mine.store.editTask(task, draft("milk"), list: list, version: version, for: mine.account)
    #expect(try await theirs.found("milk") == [])
    #expect(try await mine.found("milk") == ["milk"])
    #expect(try await mine.store.searchProblems() == [])
    #expect(try await mine.found("milk") == ["milk"])
  }

  @Test func `another account's unindexed tasks are not found either`() async throws {
    let mine = try World()
    let theirs = try await mine.asStranger()
    try await theirs.add("milk", to: try await theirs.list())
    #expect(try await mine.found("milk") == [])
    #expect(try await theirs.found("milk") == ["milk"])
  }

  @Test func `a process that ends before indexing loses nothing`() async throws {
    try await withFolder { folder in
      let store = try TaskStore.open(at: folder + "/x.sqlite")
      let account = store.localAccount
      let list = try await store.createList(ListName(validating: "A"), submission: .fresh(), for: account).list
      try await store.addTasks([draft("milk")], to: list, submission: .fresh(), for: account)
      try store.close()
      let next = try TaskStore.open(at: folder + "/x.sqlite")
      try await next.indexWords()
      let left = try await next.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM search WHERE search MATCH 'milk'")
      }
      #expect(left == 1)
      try next.close()
    }
  }

  @Test func `the inverse of an addition is the JSON of an encoder`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    for ids in [[TaskID(5)], [TaskID(5), TaskID(6), TaskID(7)]] {
      let encoded = try encoder.encode([Patch.added(.tasks, ids.map(\.value))])
      #expect(try Patch.json(ofAdded: ids) == String(decoding: encoded, as: UTF8.self))
    }
  }
}

extension World {
  /// The number of tasks that are not indexed.
  fileprivate func unindexed() async throws -> Int {
    try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM unindexed") ?? 0 }
  }
}
