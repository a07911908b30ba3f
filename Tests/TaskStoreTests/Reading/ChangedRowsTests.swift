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

  @Test func `a task that was changed twice stays where it was first, with an undo of the last change`() async throws {
    try await world.mine.setPreferences(ListPreferences(adds: .bottom, order: .date), of: list)
    let scheduled = try #require(try await world.mine.setDue(tasks[5], to: .first).change)
    let completed = try #require(try await world.mine.complete(tasks[5]).change)
    var kept = try await rows(scheduled, completed)
    #expect(kept.map(\.change.id) == [completed] && kept.map(\.state) == [.completed])
    #expect(try await page(kept)[5] == "5")
    let undone = try #require(try await world.mine.undo(completed).change)
    kept = try await rows(scheduled, undone)
    #expect(kept.map(\.change.id) == [scheduled] && kept.map(\.state) == [.open])
    #expect(try await page(kept)[5] == "5")
    let again = try #require(try await world.mine.undo(undone).change)
    #expect(try await rows(scheduled, again).map(\.change.id) == [completed], "done again")
    try await world.mine.undo(again)
    let all = try #require(try await world.mine.undo(scheduled).change)
    #expect(try await rows(scheduled, all).isEmpty)
    #expect(try await page([])[5] == "5")
  }

  @Test func `added tasks are in sight: at their places or, far from the field, at the top of the page`() async throws {
    let (store, me) = (world.store, world.account)
    func add(_ title: String) async throws -> ChangeID {
      try #require(try await store[me].addTasks([draft(title)], to: list, submission: .fresh()).change)
    }
    let first = try await add("A")
    var last = first
    for title in ["B", "C"] { last = try await add(title) }
    #expect(try await page(rows(first, last)).prefix(5) == ["C", "B", "A", "0", "1"])
    #expect(try await page(rows(first, last), 2).prefix(4) == ["C", "B", "A", "10"])
    #expect(try await page(rows(first, last), 3, of: 15).count == 3, "no page for rows that are at the top")
    let small = try await world.list("Small")
    try await store[me].setPreferences(ListPreferences(adds: .bottom, order: .hand), of: small)
    _ = try await store[me].addTasks([draft("0"), draft("1")], to: small, submission: .fresh())
    let near = try #require(try await store[me].addTasks([draft("A")], to: small, submission: .fresh()).change)
    let page = try await store[me].openPage(1, of: 10, in: small, including: rows(near, near))
    #expect(page.rows.map(\.title) == ["0", "1", "A"])
  }

  @Test func `rows of others and of other changes do not stay`() async throws {
    let store = world.store
    let other = try await world.asStranger()
    try await world.share(list, with: other.account, as: .owner)
    let first = try #require(try await world.mine.complete(tasks[0]).change)
    let theirs = try #require(try await store[other.account].complete(tasks[1]).change)
    let name: ListName = "Garden"
    let version = try await world.mine.list(list).version
    let last = try #require(try await world.mine.renameList(list, to: name, version: version).change)
    #expect(try await rows(first, last).map(\.row.id) == [tasks[0]])
    #expect(try await rows(theirs, last).isEmpty)
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

extension AccountStore {
  /// The row of the task that one change is about.
  func changedRows(by change: ChangeID) async throws(Problem) -> [ChangedRow] {
    try await changedRows(from: change, to: change)
  }
}
