import Foundation
import GRDB
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

final class RecordingTests: WorldTests {
  static let address = SourceAddress.at("https://choir.example/tasks")

  @Test func `the same tasks keep the age of the copy, and update the time of the check`() async throws {
    let tasks: [PortableTask] = [.named("caf\u{E9}"), .named("B", done: true)]
    let (list, id) = try await world.follow("Choir", tasks)
    let before = try #require(try await mine.source(id).copy)
    let rows = try await world.followed(list)
    let same = try #require(try await world.fetched(tasks, id, Self.address, skipped: 1)?.copy)
    #expect(same.fetched == before.fetched)
    #expect(same.checked > before.checked)
    #expect(same.skipped == 1)
    #expect(try await world.followed(list) == rows)

    var respelled = tasks
    respelled[0].draft.title = "cafe\u{301}"
    let other = try #require(try await world.fetched(respelled, id, Self.address)?.copy)
    #expect(other.fetched > before.fetched)
    #expect(try await world.followed(list)[0].title.unicodeScalars.count == 5)
  }

  @Test func `a task keeps its id, and one that moves leaves the others where they are`() async throws {
    let names = ["A", "B", "C", "D", "E"]
    let (list, id) = try await world.follow("Choir", names.map { .named($0) })
    let before = try await ids(of: list)
    try await world.fetched(["B", "X", "C", "A", "E"].map { .named($0) }, id, Self.address)
    #expect(try await world.followed(list).map(\.title) == ["B", "X", "C", "A", "E"])
    let after = try await ids(of: list)
    for name in ["A", "B", "C", "E"] { #expect(after[name] == before[name]) }
    #expect(SyncOrder.positions([10, nil, 20, nil]) == [10, 15, 20, 20 + Order.gap])
    #expect(SyncOrder.positions([nil, nil, 0]) == [-2 * Order.gap, -Order.gap, 0])
    #expect(SyncOrder.positions([1, nil, 2]) == [0, Order.gap, 2 * Order.gap])
    #expect(SyncOrder.positions([2, 1]) == [0, Order.gap])
  }

  @Test func `a change of one task writes one row`() async throws {
    var tasks = (0..<50).map { PortableTask.named("\($0)", section: $0 < 25 ? nil : "Later") }
    let (_, id) = try await world.follow("Choir", tasks)
    tasks[30].draft.priority = .high
    let before = try await rows()
    try await world.fetched(tasks, id, Self.address)
    let after = try await rows()
    #expect(zip(before, after).filter { $0 != $1 }.count == 1 && before.count == after.count)
  }

  @Test func `a source that changes all keys is synced in several short transactions`() async throws {
    func tasks(_ word: String) -> [PortableTask] {
      (0..<1_000).map { number in
        var task = PortableTask.named("\(word) \(number)", section: "Group \(number / 20)")
        (task.draft.notes, task.draft.tags) = ("Some notes", TagSet(stored: "a \(word)"))
        return task
      }
    }
    let (list, id) = try await world.follow("Choir", tasks("first"))
    try await world.fetched(tasks("second"), id, Self.address)
    let titles = try await world.followed(list).map(\.title)
    #expect(Set(titles) == Set((0..<1_000).map { "second \($0)" }) && titles.count == 1_000)
    let event = try #require(try await mine.events(of: id).first)
    #expect(event.changes?.added.count == 1_000 && event.changes?.removed.count == 1_000)
    #expect(try await mine.tagNames().map(\.name) == ["a", "second"])
    #expect(try await mine.listHeader(list, now: .first).sections.count == 50)
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `tags that an account has no room for are in the notes of followed tasks`() async throws {
    let own = try await world.list()
    let most = Limits.tagsPerAccount
    for start in stride(from: 0, to: most - 1, by: 100) {
      let drafts = try (start..<min(start + 100, most - 1)).map { try draft("Task", tags: "own-\($0)") }
      try await mine.addTasks(drafts, to: own, submission: .fresh())
    }
    var task = PortableTask.named("Sing")
    task.draft.tags = TagSet(stored: "one two")
    let (list, _) = try await world.follow("Choir", [task])
    let row = try #require(try await world.followed(list).first)
    #expect(row.tags.text == "one" && row.hasNotes)
    #expect(try await mine.known(Tag(stored: "one"))?.tag.name == "one")
  }

  private func ids(of list: ListID) async throws -> [String: TaskID] {
    Dictionary(uniqueKeysWithValues: try await world.followed(list).map { ($0.title, $0.id) })
  }

  private func rows() async throws -> [String] {
    try await world.store.read { db in try Row.fetchAll(db, sql: "SELECT * FROM tasks ORDER BY id").map { "\($0)" } }
  }
}
