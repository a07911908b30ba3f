import Foundation
import GRDB
import Testing

@testable import TaskStore
@testable import Tasks

/// The tags of tasks, their index, and renaming and removing them.
struct TagTests {
  private let world: World
  private let house: ListID
  private let garden: ListID

  init() async throws {
    world = try World()
    house = try await world.list("House")
    garden = try await world.list("Garden")
  }

  private var store: TaskStore { world.store }
  private var mine: AccountStore<StoreError> { world.mine }

  private func add(_ title: String, _ tags: String, to list: ListID? = nil, done: Bool = false) async throws -> TaskID {
    let drafts = [try draft(title, tags: tags)]
    let task = try #require(try await mine.addTasks(drafts, to: list ?? house, submission: .fresh()).tasks.first)
    if done { try await mine.complete(task) }
    return task
  }

  private func tags(of task: TaskID) async throws -> String { try await mine.task(task).tags.text }

  private func summaries() async throws -> [String] {
    try await mine.tags(of: 50).rows.map { "\($0.tag.name) \($0.open)\($0.isUsed ? "" : " unused")" }
  }

  private func id(_ name: String) async throws -> TagID {
    try #require(try await mine.tags(of: 1_000).rows.first { $0.tag.name == name }).id
  }

  private func found(_ tag: String, _ status: TaskStatus = .all, text: String? = nil) async throws -> Set<TaskID> {
    let filter = TaskFilter(status: status, tag: Tag(tag))
    let answer = try await mine.search(text, in: filter, by: text == nil ? .list : .newest, of: 100)
    guard case .found(let found) = answer else { return [] }
    return Set(found.tasks.map(\.id))
  }

  /// The index has what the column has, and no more.
  private func expectIndexed() async throws {
    try await store.database.write { db in
      let indexed = try String.fetchSet(db, sql: "SELECT list || ' ' || task || ' ' || tag FROM task_tags")
      let rows = try Row.fetchAll(db, sql: "SELECT list, id, tags FROM tasks WHERE tags IS NOT NULL")
      let stored = Set(
        rows.flatMap { row in
          TagSet(stored: row[2] as String).tags.map { "\(row[0] as Int64) \(row[1] as Int64) \($0.name)" }
        })
      #expect(indexed == stored)
      let counted = try Int.fetchOne(db, sql: "SELECT sum(stored_bytes) FROM lists")
      let bytes = try Int.fetchOne(db, sql: "SELECT (SELECT sum(bytes) FROM tasks) + (SELECT sum(bytes) FROM changes)")
      #expect(counted == bytes)
    }
  }

  @Test func `the first spelling of a tag is used for all others`() async throws {
    let one = try await add("Tiles", "Küche")
    let two = try await add("Paint", "küche garden")
    #expect(try await tags(of: one) == "Küche")
    #expect(try await tags(of: two) == "Küche garden")
    let version = try await mine.task(one).version
    try await mine.editTask(one, draft("Tiles", tags: "KÜCHE"), version: version)
    #expect(try await tags(of: one) == "Küche")
    #expect(try await mine.task(one).version == version, "nothing was edited")
    #expect(try await summaries() == ["garden 1", "Küche 2"])
  }

  @Test func `tasks are found by a tag in any spelling, with and without words`() async throws {
    let one = try await add("Order tiles", "kitchen")
    let two = try await add("Clean tiles", "kitchen garden", to: garden, done: true)
    _ = try await add("Tiles for the garden", "garden")
    #expect(try await found("KITCHEN") == [one, two])
    #expect(try await found("kitchen", .open) == [one])
    #expect(try await found("kitchen", .done) == [two])
    #expect(try await found("kitchen", text: "tiles") == [one, two])
    #expect(try await found("kitchen", text: "order") == [one])
    #expect(try await found("attic").isEmpty)
    #expect(try await found("attic", text: "tiles").isEmpty)
    #expect(try await found("kitchen", text: "tiles") == [one, two])
    let stranger = try await world.asStranger()
    let theirs = try await stranger.mine.search(
      nil, in: TaskFilter(status: .all, tag: Tag("kitchen")), by: .list, of: 9)
    guard case .found(let none) = theirs else { return #expect(Bool(false)) }
    #expect(none.tasks.isEmpty)
  }

  @Test(arguments: [SearchOrder.list, .date])
  func `tagged tasks come in the order of others`(order: SearchOrder) async throws {
    var all: Set<TaskID> = []
    for (index, due) in ["2026-03-01", "", "2026-02-01", "2026-03-01", ""].enumerated() {
      let drafts = [try draft("t\(index)", due: due, tags: "x", priority: index == 2 ? "high" : "")]
      let list = index % 2 == 0 ? house : garden
      all.formUnion(try await mine.addTasks(drafts, to: list, submission: .fresh()).tasks)
    }
    try await mine.complete(try #require(all.min()))
    for (filter, size) in [
      (TaskFilter(status: .all), 5), (TaskFilter(priority: .high), 1), (TaskFilter(list: house), 2),
    ] {
      var tagged = filter
      tagged.tag = Tag("x")
      let expected = try await ids(filter, order)
      #expect(expected.count == size)
      #expect(try await ids(tagged, order) == expected)
    }
  }

  private func ids(_ filter: TaskFilter, _ order: SearchOrder) async throws -> [TaskID] {
    guard case .found(let found) = try await mine.search(nil, in: filter, by: order, of: 50) else { return [] }
    return found.tasks.map(\.id)
  }

  @Test func `renaming changes all tasks in one change, and one undo takes it back`() async throws {
    let one = try await add("Tiles", "kitchen")
    let two = try await add("Sow", "garden kitchen", to: garden)
    let three = try await add("Done", "kitchen", done: true)
    let before = try await store.snapshot()
    let written = try #require(try await mine.renameTag(id("kitchen"), to: Tag(stored: "cooking")))
    #expect(try await tags(of: one) == "cooking")
    #expect(try await tags(of: two) == "garden cooking")
    #expect(try await tags(of: three) == "cooking")
    #expect(try await summaries() == ["cooking 2", "garden 1"])
    #expect(try await found("cooking") == [one, two, three])
    let change = try await mine.change(#require(written.change))
    #expect(change.batch == Change.Batch(lists: 2, tasks: 3))
    #expect(change.fields == [.tags(added: [Tag(stored: "cooking")], removed: [Tag(stored: "kitchen")])])
    try await expectIndexed()

    try await mine.undo(change.id)
    #expect(try await store.snapshot(before: before).rows == before.rows)
    #expect(try await found("kitchen") == [one, two, three])
    #expect(try await found("cooking").isEmpty)
    try await expectIndexed()
  }

  @Test func `a repeated form renames and removes once`() async throws {
    let one = try await add("Tiles", "kitchen")
    let (tag, submission) = (try await id("kitchen"), SubmissionID.fresh())
    let written = try await mine.renameTag(tag, to: Tag(stored: "cooking"), submission: submission)
    let again = try await mine.renameTag(tag, to: Tag(stored: "cooking"), submission: submission)
    #expect(again?.change == written?.change && again?.acted == false)
    #expect(try await tags(of: one) == "cooking")
    await #expect(throws: StoreError.notFound) {
      try await mine.renameTag(tag, to: Tag(stored: "x"), submission: .fresh())
    }
  }

  @Test func `renaming to another tag joins the two`() async throws {
    let one = try await add("Call", "tel")
    let two = try await add("Ring", "phone tel")
    try await mine.renameTag(id("tel"), to: Tag(stored: "Phone"))
    #expect(try await tags(of: one) == "phone")
    #expect(try await tags(of: two) == "phone")
    #expect(try await summaries() == ["phone 2"])
    let change = try #require(try await mine.history(of: house, limit: 1).first)
    #expect(change.fields == [.tags(added: [Tag(stored: "phone")], removed: [Tag(stored: "tel")])])
    try await mine.undo(change.id)
    #expect(try await tags(of: two) == "phone tel")
    #expect(try await summaries() == ["phone 1", "tel 2"])
  }

  @Test func `another spelling is used from then on`() async throws {
    let one = try await add("Tiles", "kitchen")
    try await mine.renameTag(id("kitchen"), to: Tag(stored: "Kitchen"))
    #expect(try await tags(of: one) == "Kitchen")
    let two = try await add("Paint", "kitchen")
    #expect(try await tags(of: two) == "Kitchen")
    #expect(try await summaries() == ["Kitchen 2"])
    #expect(try await found("kitchen") == [one, two])
  }

  @Test func `removing takes a tag off all tasks but those in the trash, with an undo`() async throws {
    let one = try await add("Tiles", "kitchen garden")
    let gone = try await add("Old", "kitchen")
    try await mine.deleteTask(gone)
    let written = try #require(try await mine.removeTag(id("kitchen")))
    #expect(try await tags(of: one) == "garden")
    #expect(try await summaries() == ["garden 1", "kitchen 0"])
    try await mine.restoreTask(gone)
    #expect(try await tags(of: gone) == "kitchen")
    try await mine.undo(#require(written.change))
    #expect(try await tags(of: one) == "kitchen garden")
    try await expectIndexed()
  }

  @Test func `a tag without tasks is unused, and can be renamed and removed`() async throws {
    _ = try await add("Tiles", "kichen", to: garden)
    try await mine.deleteList(garden)
    try await store.purge(deletedBefore: .distantFuture)
    #expect(try await summaries() == ["kichen 0 unused"])
    #expect(try await mine.renameTag(id("kichen"), to: Tag(stored: "kitchen")) == nil)
    #expect(try await summaries() == ["kitchen 0 unused"])
    #expect(try await mine.removeTag(id("kitchen")) == nil)
    #expect(try await summaries().isEmpty)
  }

  @Test func `a tag that its last task loses is forgotten`() async throws {
    let one = try await add("Tiles", "kitchen")
    let version = try await mine.task(one).version
    let edited = try await mine.editTask(one, draft("Tiles", tags: "home"), version: version)
    #expect(try await summaries() == ["home 1"])
    try await mine.undo(#require(edited.change))
    #expect(try await summaries() == ["kitchen 1"])
  }

  @Test func `several tasks get and lose a tag at once, and ten is the limit of one`() async throws {
    let one = try await add("Tiles", "kitchen")
    let two = try await add("Sow", "", to: garden)
    let before = try await store.snapshot()
    let selection = TaskSelection.tasks([one, two], in: nil)
    let written = try await mine.changeTasks(selection, .addTag(Tag(stored: "Kitchen")))
    #expect(try await tags(of: two) == "kitchen", "in the spelling that is there")
    #expect(written.tasks == [two])
    try await mine.changeTasks(selection, .replaceTag(Tag(stored: "KITCHEN"), by: nil))
    #expect(try await tags(of: one).isEmpty)
    try await mine.undo(try #require(try await mine.history(of: house, limit: 1).first).id)
    #expect(try await tags(of: one) == "kitchen")
    try await mine.undo(#require(written.change))
    #expect(try await store.snapshot(before: before).rows.count == before.rows.count)
    #expect(try await tags(of: two).isEmpty)
    let full = try await add("Full", (1...10).map { "t\($0)" }.joined(separator: " "))
    await #expect(throws: StoreError.limit(.tagsOfTask(10))) {
      try await mine.changeTasks(.tasks([full], in: house), .addTag(Tag(stored: "more")))
    }
    try await expectIndexed()
  }

  @Test func `an account has a limited number of tags, which undo and other accounts don't change`() async throws {
    try await store.write(for: world.account) { write in
      for number in 1..<Limits.tagsPerAccount { try write.register(Tag(stored: "t\(number)")) }
    }
    let last = try await add("Last", "last")
    await #expect(throws: StoreError.limit(.tags(Limits.tagsPerAccount))) { try await add("More", "more") }
    let known = try await add("Known", "t5 LAST")
    #expect(try await tags(of: known) == "t5 last")
    let renamed = try #require(try await mine.renameTag(id("last"), to: Tag(stored: "final")))
    try await mine.undo(#require(renamed.change))
    let stranger = try await world.asStranger()
    let theirs = try await stranger.list("Theirs")
    try await stranger.mine.addTasks([draft("x", tags: "more")], to: theirs, submission: .fresh())
    #expect(try await mine.tags(21, of: 50).number == 20)
    #expect(try await tags(of: last) == "last")
  }

  @Test func `tags move, repeat, are copied, exported and deleted with their tasks`() async throws {
    let task = try await add("Tiles", "kitchen")
    try await mine.transferTask(task, to: garden)
    try await expectIndexed()
    let rent = [try draft("Rent", due: "2026-11-24", repeats: "2026-11-24 FREQ=DAILY", tags: "home")]
    let first = try #require(try await mine.addTasks(rent, to: house, submission: .fresh()).tasks.first)
    try await mine.complete(first, on: try #require(Day(iso: "2026-11-24")))
    #expect(try await found("home", .open).count == 1)
    #expect(try await found("home", .done) == [first])
    try await mine.deleteList(garden)
    #expect(try await found("kitchen").isEmpty)
    try await store.purge(deletedBefore: .distantFuture)
    try await expectIndexed()
    #expect(try await summaries() == ["home 1", "kitchen 0 unused"])
  }

  @Test func `of a followed list, tags are copied as words, and others into the notes`() async throws {
    let tasks = [RemoteTask(key: "1", title: "Sing", tags: ["Bässe", "at home", "???", "two", "bässe"])]
    let (choir, _) = try await world.follow("Choir", tasks)
    try await mine.copyTasks(.open, from: choir, to: .list(house), in: .gmt, submission: .fresh())
    let row = try #require(try await mine.openTasks(in: house).first)
    #expect(row.tags.text == "Bässe at-home two")
    #expect(try await mine.task(row.id).notes == "???")
  }
}
