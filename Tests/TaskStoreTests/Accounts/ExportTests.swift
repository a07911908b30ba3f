import Foundation
import Tasks
import Testing

@testable import TaskStore

struct ExportTests {
  static let nasty = [
    "</script>", "\"e\u{301}", "é", "\u{600}<", "{{x}}", "a\u{202E}b", "\u{2028}", "👨‍👩‍👧‍👦", "\\u0000", "\u{FFFD}", "/",
  ]

  @Test func `every text and every order comes back`() async throws {
    let world = try World()
    let ana = try await world.register("Ana \"\u{0308}")
    let (store, me) = (ana.store, ana.account)
    let (last, first, trashed) = (try await ana.list("</B>"), try await ana.list("A"), try await ana.list("Old"))
    let drafts = try Self.nasty.map { try draft("x\($0)x", notes: "a\n\t\($0)", due: "2028-02-29", priority: "high") }
    let tasks = try await store.addTasks(drafts, to: first, submission: .fresh(), for: me).tasks
    try await ana.add("in the trash", to: trashed)
    try await ana.add("plain", to: last)
    try await store.complete(tasks[1], for: me)
    try await store.deleteTask(tasks[2], for: me)
    try await store.moveTask(tasks[4], .top, for: me)
    try await store.moveList(last, .down, for: me)
    try await store.deleteList(trashed, for: me)
    let stranger = try await world.register("Ben")
    try await stranger.add("Not hers", to: stranger.list("Not hers"))

    let export = try await store.export(of: me)
    let read = try AccountExport(json: export.json())
    #expect(read == export)
    #expect(read.account.utf8.elementsEqual("Ana \"\u{0308}".utf8))
    #expect(read.lists.map(\.name) == ["A", "</B>", "Old"])
    #expect(read.lists.map { $0.deleted == nil } == [true, true, false])
    #expect(read.lists.map(\.role) == ["owner", "owner", "owner"])
    let order = [4, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10]
    let exported = read.lists[0].tasks
    #expect(exported.map { Array($0.title.utf8) } == order.map { Array(drafts[$0].title.utf8) })
    #expect(exported.map { Array(($0.notes ?? "").utf8) } == order.map { Array(drafts[$0].notes.utf8) })
    #expect(exported.allSatisfy { $0.due?.iso == "2028-02-29" && $0.priority == "high" })
    #expect(exported.map { $0.completed != nil } == order.map { $0 == 1 })
    #expect(exported.map { $0.deleted != nil } == order.map { $0 == 2 })
    let done = try #require(try await store.task(tasks[1], for: me).done)
    #expect(exported[2].completed == done)
    #expect(read.lists[2].tasks.map(\.title) == ["in the trash"])
    #expect(read.lists[1].tasks.map(\.notes) == [nil])
  }

  @Test func `who has nothing has an export too`() async throws {
    let ana = try await World().register("Ana")
    #expect(try await AccountExport(json: ana.store.export(of: ana.account).json()).lists.isEmpty)
  }
}
