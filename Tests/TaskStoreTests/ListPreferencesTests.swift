import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class ListPreferencesTests: WorldTests {
  private func newList(_ world: World) async throws -> ListID {
    try await world.mine.createList("New", submission: .fresh()).list
  }

  @Test func `a list that adds at its top does so for added, moved and copied tasks`() async throws {
    let (list, other) = (try await newList(world), try await newList(world))
    try await world.add("A", to: list)
    try await mine.setPreferences(ListPreferences(adds: .top, order: .hand), of: list)
    try await world.add("B", "C", to: list)
    let task = try await world.add("D", to: other)[0]
    let detail = try await mine.task(task)
    try await mine.editTask(task, detail.text, list: list, version: detail.version)
    #expect(try await world.open(list) == ["D", "B", "C", "A"])
    try await mine.setPreferences(ListPreferences(adds: .bottom, order: .hand), of: list)
    try await world.add("E", to: list)
    #expect(try await world.open(list) == ["D", "B", "C", "A", "E"])
  }

  /// Due days and priorities in the list's own order.
  private static let tasks: [(title: String, due: String, priority: String)] = [
    ("A", "", "low"), ("B", "2026-12-01", ""), ("C", "2026-11-25", "high"), ("D", "", "high"), ("E", "2026-11-25", ""),
    ("F", "2027-01-01", "medium"), ("G", "", ""),
  ]

  @Test(arguments: [(TaskOrder.hand, "ABCDEFG"), (.date, "CEBFADG"), (.priority, "CDFABEG")])
  func `each order has its pages, and each task its place`(order: TaskOrder, titles: String) async throws {
    let list = try await newList(world)
    let drafts = try Self.tasks.map { try draft($0.title, due: $0.due, priority: $0.priority) }
    let tasks = try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    try await world.mine.setPreferences(ListPreferences(adds: .bottom, order: order), of: list)
    var seen = ""
    for number in 1...3 { seen += try await world.mine.openPage(number, of: 3, in: list).rows.map(\.title).joined() }
    #expect(seen == titles)
    for (task, values) in zip(tasks, Self.tasks) {
      let place = try await world.mine.openPlace(of: task, in: list)
      #expect(place?.before == Array(titles).firstIndex(of: Character(values.title)))
      // A completed task is shown at its place.
      let change = try #require(try await world.mine.complete(task).change)
      let changed = try await world.mine.changedRows(by: change)
      let page = try await world.mine.openPage(1, of: nil, in: list, including: changed)
      #expect(page.rows.map(\.title).joined() == titles)
      try await world.mine.reopen(task)
    }
    // The list's own order stays, and is what moving means.
    #expect(try await world.open(list).joined() == "ABCDEFG")
    try await world.mine.moveTask(tasks[0], .before(tasks[2]))
    #expect(try await world.open(list).joined() == "BACDEFG")
  }

  @Test func `preferences belong to one member of a list`() async throws {
    let list = try await newList(world)
    let other = try await world.asStranger()
    try await world.share(list, with: other.account, as: .owner)
    try await mine.setPreferences(ListPreferences(adds: .top, order: .date), of: list)
    #expect(try await mine.list(list).preferences == ListPreferences(adds: .top, order: .date))
    #expect(try await world.store[other.account].list(list).preferences.order == .hand)
  }

  @Test func `a list in the trash takes no preferences`() async throws {
    let list = try await newList(world)
    try await mine.deleteList(list)
    await #expect(throws: StoreError.self) { try await mine.setPreferences(.ofNewList, of: list) }
  }

  @Test func `a page of a list by date or priority sorts that list and reads no other`() async throws {
    let list = try await newList(world)
    for order in [TaskOrder.date, .priority] {
      let plan = try await world.store.database.read { [world] db in
        try Row.fetchAll(
          db, sql: "EXPLAIN QUERY PLAN " + TaskQuery.open(in: order),
          arguments: StatementArguments([world.account.value, list.value, 100, 0, 0, "GMT", Int64.min, Int64.max])
        ).map { $0["detail"] as String }
      }
      #expect(plan.contains { $0.contains("tasks_open") }, "\(plan)")
      #expect(!plan.contains { $0.hasPrefix("SCAN t") }, "\(plan)")
    }
  }
}
