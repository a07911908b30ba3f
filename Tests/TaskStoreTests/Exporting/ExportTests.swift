import Foundation
import Tasks
import TestSupport
import Testing

@testable import TaskStore

final class ExportTests: FolderTests {
  static let nasty = [
    "</script>", "\"e\u{301}", "é", "\u{600}<", "{{x}}", "a\u{202E}b", "\u{2028}", "👨‍👩‍👧‍👦", "\\u0000", "\u{FFFD}", "/",
  ]

  @Test func `an export has every text in its order`() async throws {
    let world = try World()
    let ana = try await world.register("Ana \"\u{0308}")
    let (store, me) = (ana.store, ana.account)
    let (last, first, trashed) = (try await ana.list("</B>"), try await ana.list("A"), try await ana.list("Old"))
    let drafts = try Self.nasty.map { try draft("x\($0)x", notes: "a\n\t\($0)", due: "2028-02-29", priority: "high") }
    let tasks = try await store[me].addTasks(drafts, to: first, submission: .fresh()).tasks
    try await ana.add("in the trash", to: trashed)
    try await ana.add("plain", to: last)
    try await store[me].complete(tasks[1])
    try await store[me].deleteTask(tasks[2])
    try await store[me].moveTask(tasks[4], .top)
    try await store[me].moveList(last, .before(trashed))
    try await store[me].deleteList(trashed)
    let stranger = try await world.register("Ben")
    try await stranger.add("Not hers", to: stranger.list("Not hers"))

    let read = try await store.exported(me)
    #expect(read.account.utf8.elementsEqual("Ana \"\u{0308}".utf8))
    #expect(read.lists.map(\.name) == ["Inbox", "A", "</B>", "Old"])
    #expect(read.lists.map { $0.deleted == nil } == [true, true, true, false])
    #expect(read.lists.allSatisfy { $0.role == "owner" } && read.lists[0].tasks.isEmpty)
    let order = [4, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10]
    let exported = read.lists[1].tasks
    for field in TaskField.all {
      #expect(exported.map { Array($0[field].utf8) } == order.map { Array(drafts[$0][field].utf8) }, "\(field.name)")
    }
    #expect(exported.allSatisfy { $0[.due] == "2028-02-29" && $0[.priority] == "high" })
    #expect(exported.map { $0.completed != nil } == order.map { $0 == 1 })
    #expect(exported.map { $0.deleted != nil } == order.map { $0 == 2 })
    let done = try #require(try await store[me].task(tasks[1]).done)
    #expect(exported[2].completed == done)
    #expect(read.lists[3].tasks.map(\.title) == ["in the trash"])
    #expect(read.lists[2].tasks.map { $0[.notes] } == [""])
  }

  @Test func `an export is read in pieces of one snapshot, however long it is`() async throws {
    let clock = TestClock()
    let store = try TaskStore.open(at: folder + "/x.sqlite", now: { clock.now })
    let ana = try await World(store, clock, store.localAccount).register("Ana")
    let (house, garden) = (try await ana.list("House"), try await ana.list("Garden"))
    let notes = String(repeating: "n", count: 1_000)
    let drafts = try (0..<1_000).map { try draft("task \($0)", notes: notes) }
    let tasks = try await store[ana.account].addTasks(drafts, to: house, submission: .fresh()).tasks
    var pieces = try await store[ana.account].export(ExportRequest(secrets: .included))
    var bytes = try #require(try await pieces.next())
    // Changes that would appear twice, not at all or differently if each piece had a snapshot of its own.
    try await ana.add("later", to: garden)
    try await store[ana.account].deleteTask(tasks[999])
    try await store[ana.account].moveTask(tasks[998], .top)
    try await store[ana.account].deleteList(garden)
    var (count, longest) = (1, bytes.count)
    while let piece = try await pieces.next() {
      bytes += piece
      (count, longest) = (count + 1, max(longest, piece.count))
    }
    #expect(count > 15 && longest < ExportPieces.size + 2_000)
    let read = try AccountExport(json: Data(bytes))
    #expect(read.lists.map(\.name) == ["Inbox", "House", "Garden"])
    #expect(read.lists[1].tasks.map(\.title) == drafts.map(\.title))
    #expect(read.lists[1].tasks.allSatisfy { $0.deleted == nil } && read.lists[2].tasks.isEmpty)
    #expect(try await store.exported(ana.account).lists[1].tasks.first?.title == "task 998")
    try store.close()
  }

  @Test func `the export's connection is closed with it, and the log can be checkpointed again`() async throws {
    let clock = TestClock()
    let store = try TaskStore.open(at: folder + "/x.sqlite", now: { clock.now })
    let ana = try await World(store, clock, store.localAccount).register("Ana")
    _ = try await ana.list()
    for _ in 0..<20 { _ = try await store.exported(ana.account) }
    _ = try await store[ana.account].export(ExportRequest(secrets: .included))
    try store.close()
    #expect(!FileManager.default.fileExists(atPath: folder + "/x.sqlite-wal"), "nobody reads it any more")
    await #expect(throws: StoreError.unavailable(.closed, .reading)) { try await store.exported(ana.account) }
  }
}

extension TaskStore {
  /// A whole export.
  func exported(_ account: AccountID, secrets: ExportRequest.Secrets = .included) async throws -> AccountExport {
    var pieces = try await self[account].export(ExportRequest(secrets: secrets))
    var bytes: [UInt8] = []
    while let piece = try await pieces.next() { bytes += piece }
    return try AccountExport(json: Data(bytes))
  }
}
