import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// A row that can't be read costs no other row.
final class UnreadableRowTests: ListTests {
  @Test func `a tag is renamed to a spelling that some tasks have already, and the history tells it`() async throws {
    let drafts = try [draft("Milk", tags: "kitchen"), draft("Bread", tags: "kitchen")]
    let tasks = try await mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    try await mine.deleteTask(tasks[1])
    try await mine.renameTag(try #require(mine.tags(of: 9).rows.first).id, to: Tag(stored: "Kitchen"))
    try await mine.restoreTask(tasks[1])
    let change = try await mine.renameTag(try #require(mine.tags(of: 9).rows.first).id, to: Tag(stored: "kitchen"))?
      .change
    #expect(try await world.tags(of: tasks) == ["kitchen", "kitchen"])
    let history = try await mine.history(of: list, limit: 20)
    #expect(history.first?.id == change && history.first?.undoable == true)
    #expect(history.first?.count == 1, "one task had the other spelling")
    try await mine.undo(try #require(change))
    #expect(try await world.tags(of: tasks) == ["Kitchen", "kitchen"])
    let empty = "SELECT count(*) FROM changes WHERE inverse LIKE '%\"now\":{}%'"
    #expect(try await world.store.number(empty) == 0)
  }

  @Test(arguments: [
    #"[{"ids":[1],"now":{},"table":"tasks","was":{}}]"#,
    #"[{"ids":[1],"now":{"due":"'x"},"table":"tasks","was":{"due":null}}]"#,
    ##"[{"ids":[1],"now":{"priority":"#7"},"table":"tasks","was":{"priority":"#0"}}]"##,
    #"[{"ids":[1],"now":{"due":null},"table":"tasks","was":{"title":"'x"}}]"#, "{}", "7",
    #"[{"ids":[1],"now":{"due":null},"table":"none","was":{"due":null}}]"#,
  ])
  func `an inverse that can't be read costs its entry`(inverse: String) async throws {
    let task = try await world.add("Milk", to: list)[0]
    let version = try await mine.task(task).version
    let edit = try #require(try await mine.editTask(task, draft("Milk", due: "2026-03-01"), version: version).change)
    try await mine.setDue(task, to: Day(iso: "2026-03-02"))
    let before = try await mine.history(of: list, limit: 20)
    try await world.store.execute("UPDATE changes SET inverse = ? WHERE id = ?", [inverse, edit.value])
    let after = try await mine.history(of: list, limit: 20)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.filter { $0.id != edit } == before.filter { $0.id != edit })
    #expect(after.first { $0.id == edit }?.undoable == false)
    await #expect(throws: StoreError.conflict(.notUndoable(edit))) { try await mine.undo(edit) }
    _ = try await mine.change(edit)
    _ = try await mine.changedRows(from: version, to: edit)
    _ = try await mine.review(days: [], now: .first)
    #expect(try await mine.text(of: task, at: version) == nil)
    #expect(try await mine.task(task).due?.iso == "2026-03-02")
  }

  @Test func `a change of an unknown kind costs its entry`() async throws {
    let task = try await world.add("Milk", to: list)[0]
    let change = try #require(try await mine.setDue(task, to: Day(iso: "2026-03-02")).change)
    try await world.store.execute("UPDATE changes SET kind = 'task-juggled' WHERE id = ?", [change.value])
    let history = try await mine.history(of: list, limit: 20)
    #expect(history.count == 3 && history[0].undoable == false)
    #expect(try await mine.changedRows(from: change, to: change).isEmpty)
    await #expect(throws: StoreError.notFound) { try await mine.change(change) }
    await #expect(throws: StoreError.conflict(.notUndoable(change))) { try await mine.undo(change) }
  }

  @Test func `an entry of an audit trail of an unknown kind costs itself`() async throws {
    for kind in [AccountEvent.Kind.signedIn, .signedOut] {
      try await mine.addAccountEvent(
        AccountEventEntry(kind, from: AccountEvent.Origin(network: "192.0.2.0", agent: "Test")))
    }
    try await world.store.execute("UPDATE account_events SET kind = 'juggled' WHERE kind = 'signed-out'")
    #expect(try await mine.accountEvents(limit: 9).events.map(\.kind) == [.signedIn])
  }

  @Test func `what is stored as JSON of a followed list costs no more than itself`() async throws {
    let (list, source) = try await world.follow("Choir", [.named("Alto"), .named("Bass")])
    for column in ["format", "collections", "failure"] {
      let more = column == "failure" ? ", failing_since = 1, failed_times = 1" : ""
      try await world.store.execute("UPDATE sources SET \(column) = '?'\(more)")
    }
    try await world.store.execute("UPDATE source_events SET changes = '?'")
    #expect(try await mine.source(source).list == list)
    #expect(try await mine.events(of: source).count == 1)
    #expect(try await mine.collections(of: source).isEmpty)
  }
}

extension World {
  fileprivate func tags(of tasks: [TaskID]) async throws -> [String] {
    var tags: [String] = []
    for task in tasks { tags.append(try await mine.task(task).tags.text) }
    return tags
  }
}
