import GRDB
import Tasks
import Testing

@testable import TaskStore

/// What an account did in its lists since a page was opened, and the page that keeps its rows.
struct ChangedRowsTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try World()
    list = try await world.list()
    let titles = (0..<30).map { "\($0)" }
    let drafts = try titles.map { try draft($0) }
    tasks = try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    try await world.mine.setPreferences(ListPreferences(adds: .bottom, order: .hand), of: list)
  }

  private func rows(_ first: ChangeID, _ last: ChangeID) async throws -> [ChangedRow] {
    try await world.mine.changedRows(from: first, to: last)
  }

  private func page(_ changed: [ChangedRow], _ number: Int = 1, of size: Int = 10) async throws -> [String] {
    try await world.mine.openPage(number, of: size, in: list, including: changed).rows.map(\.title)
  }

  @Test func `no page changes however many tasks were completed, rescheduled, moved or deleted`() async throws {
    let other = try await world.list("Other")
    var pages: [[String]] = []
    for number in 1...3 { pages.append(try await page([], number)) }
    for order in TaskOrder.allCases {
      try await world.mine.setPreferences(ListPreferences(adds: .bottom, order: order), of: list)
      var changes: [ChangeID] = []
      for index in [0, 1, 9, 10, 11, 19, 20, 28, 29] {
        let task = tasks[index]
        let written =
          switch index % 4 {
          case 0: try await world.mine.complete(task)
          case 1: try await world.mine.setDue(task, to: .first)
          case 2: try await world.mine.deleteTask(task)
          default: try await world.mine.transferTask(task, to: other)
          }
        changes.append(try #require(written.change))
        let kept = try await rows(changes[0], changes[changes.count - 1])
        #expect(kept.map(\.change.id) == changes.reversed())
        for number in 1...3 { #expect(try await page(kept, number) == pages[number - 1], "\(order), page \(number)") }
        for (index, task) in tasks.enumerated() {
          let place = try await world.mine.openPlace(of: task, in: list, including: kept)
          #expect(place == RowPosition(before: index, total: 30))
        }
      }
      for change in changes.reversed() { try await world.mine.undo(change) }
    }
  }

  @Test func `at most a hundred rows stay, those that were changed last`() async throws {
    let drafts = try (0..<101).map { try draft("more \($0)") }
    let (store, me) = (world.store, world.account)
    let added = try await store[me].addTasks(drafts, to: list, submission: .fresh()).tasks
    var changes: [ChangeID] = []
    for task in added { changes.append(try #require(try await store[me].complete(task).change)) }
    let kept = try await rows(changes[0], changes[100])
    #expect(kept.count == ChangedRow.most && kept.last?.row.id == added[1])
  }
}

final class OutlineTests: ListTests {
  @Test func `a page without room for the steps of a task shows that task without them`() async throws {
    let nested = [("Kitchen", 0), ("Measure", 1), ("Order", 1), ("Tiles", 2), ("Glue", 2), ("Lay", 1), ("Paint", 0)]
    let drafts = try nested.map { NestedDraft(try draft($0), depth: $1) }
    try await mine.addTasks(drafts, to: list, submission: .fresh())
    let rows = try await world.store.read { [list, world] db in
      try Outline(budget: 4).rows(
        db.openRows(of: list, in: .hand, for: world.account, from: 0, nil).map(\.row), of: list, for: world.account,
        db)
    }
    #expect(rows.map(\.title) == ["Kitchen", "Measure", "Order", "Lay", "Paint"])
    #expect(rows.map(\.subtasks) == [.shown, .shown, .elsewhere, .shown, .shown])
  }
}

extension AccountStore {
  /// The row of the task that one change is about.
  func changedRows(by change: ChangeID) async throws(Problem) -> [ChangedRow] {
    try await changedRows(from: change, to: change)
  }
}
