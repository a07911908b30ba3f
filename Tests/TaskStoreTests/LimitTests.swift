import Foundation
import GRDB
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

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
    #expect(try await !world.mine.addTasks([TaskDraft](), to: list, submission: .fresh()).isNew)
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

  @Test func `there are at most so many filters, restored ones included`() async throws {
    func save(_ name: String) async throws -> ListID {
      try await mine.saveFilter("due=week", as: ListName(validating: name), submission: .fresh()).list
    }
    let first = try await save("Filter 1")
    for number in 2...Limits.savedFilters { _ = try await save("Filter \(number)") }
    let limit = StoreError.limit(.filters(Limits.savedFilters))
    await #expect(throws: limit) { try await save("One more") }
    let deleted = try await mine.deleteList(first)
    _ = try await save("Another")
    await #expect(throws: limit) { try await mine.restoreList(first) }
    await #expect(throws: limit) { try await mine.undo(#require(deleted.change)) }
    _ = try await world.list("A list is none")
  }

  @Test func `an account has a limited number of tags, which undo and other accounts don't change`() async throws {
    let list = try await world.list()
    try await world.store.write(for: world.account) { write in
      for number in 1..<Limits.tagsPerAccount { try write.register(Tag(stored: "t\(number)")) }
    }
    func add(_ tags: String, _ world: World, _ list: ListID) async throws -> String {
      let added = try await world.mine.addTasks([draft("x", tags: tags)], to: list, submission: .fresh())
      return try await world.mine.task(added.tasks[0]).tags.text
    }
    _ = try await add("last", world, list)
    await #expect(throws: StoreError.limit(.tags(Limits.tagsPerAccount))) { try await add("more", world, list) }
    #expect(try await add("t5 LAST", world, list) == "t5 last")
    let last = try #require(try await mine.tags(of: 1_000).rows.first { $0.tag.name == "last" }).id
    let renamed = try #require(try await mine.renameTag(last, to: Tag(stored: "final")))
    try await mine.undo(#require(renamed.change))
    let stranger = try await world.asStranger()
    #expect(try await add("more", stranger, stranger.list("Theirs")) == "more")
  }

  @Test func `of many tags with a name the first are found`() async throws {
    let list = try await world.list()
    func found() async throws -> SearchAnswer.Found { try await world.search("room") }
    let drafts = try (1...Limits.foundTags).map { try draft("Order", tags: "room-\(1_000 + $0)") }
    try await mine.addTasks(drafts, to: list, submission: .fresh())
    let all = try await found()
    #expect(all.tags.count == Limits.foundTags && !all.areTagsCut)
    try await mine.addTasks([draft("Order", tags: "room")], to: list, submission: .fresh())
    let some = try await found()
    #expect(some.tags.count == Limits.foundTags && some.areTagsCut && some.tags[0].name.bracketed == "[room]")
  }

  @Test func `copying has the same limits as adding`() async throws {
    let many = (0...Limits.tasksAtOnce).map { PortableTask.named("\($0)") }
    let (large, house) = (try await world.follow("Large", many).list, try await world.list())
    func copy(_ chosen: Set<TaskID>?) async throws {
      try await mine.copyTasks(chosen, from: large, to: .list(house), submission: .fresh())
    }
    await #expect(throws: StoreError.limit(.tasksAtOnce(1_000))) { try await copy(nil) }
    try await world.store.execute("UPDATE lists SET open = 9999 WHERE id = ?", [house.value])
    let tasks = try await world.followed(large).map(\.id)
    await #expect(throws: StoreError.limit(.tasks(10_000))) { try await copy(Set(tasks.prefix(2))) }
    try await copy([tasks[0]])
  }

  @Test func `the last fifty events of a source are stored, and only as many collections as fit`() async throws {
    let (_, id) = try await world.follow("Choir")
    let address = try await mine.source(id).address
    for number in 400..<460 { try await world.record(.failed(.status(number), notBefore: nil), id, address) }
    #expect(try await mine.events(of: id).map(\.state) == (410..<460).reversed().map { .failed(.status($0)) })
    #expect(try await world.store.number("SELECT count(*) FROM source_events") == Limits.sourceEvents)
    let many = (0..<100).map {
      RemoteCollection(url: "https://dav.example/\($0)/" + String(repeating: "x", count: 1_000), name: "\($0)")
    }
    _ = try await world.record(.collections(many), id, address)
    let kept = try await mine.collections(of: id)
    #expect((40..<50).contains(kept.count) && kept == Array(many.prefix(kept.count)))
  }

  @Test func `an account has limited numbers of feeds and app passwords, resumed ones included`() async throws {
    let ana = try await world.register("Ana").mine
    func feed() async throws -> FeedID {
      try await ana.addFeed(of: .today, digest: .digest(), submission: .fresh()).id
    }
    func app() async throws -> AppPasswordID {
      try await ana.addAppPassword(AppPasswordName(validating: "Phone"), digest: .digest(), submission: .fresh()).id
    }
    let (firstFeed, firstApp) = (try await feed(), try await app())
    for _ in 1..<Limits.feedsPerAccount { _ = try await feed() }
    for _ in 1..<Limits.appPasswordsPerAccount { _ = try await app() }
    let feeds = StoreError.limit(.feeds(Limits.feedsPerAccount))
    let apps = StoreError.limit(.appPasswords(Limits.appPasswordsPerAccount))
    await #expect(throws: feeds) { try await feed() }
    await #expect(throws: apps) { try await app() }
    try await ana.endSecret(of: firstFeed)
    try await ana.endSecret(of: firstApp)
    _ = (try await feed(), try await app())
    await #expect(throws: feeds) { try await ana.resumeSecret(of: firstFeed) }
    await #expect(throws: apps) { try await ana.resumeSecret(of: firstApp) }
  }
}
