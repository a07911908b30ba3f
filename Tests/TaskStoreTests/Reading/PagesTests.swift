import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The pages other than those of a list's open tasks.
final class PagesTests: WorldTests {
  @Test func `the trash is the same with any page size, and has its counts`() async throws {
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    var names: [String] = []
    for number in 0..<20 {
      let list = number % 3 == 0 ? garden : house
      try await mine.deleteTask(try await world.add("\(number)", to: list)[0])
      names.append("\(number)")
      if number % 6 == 0 {
        try await mine.deleteList(try await world.list("L\(number)"))
        names.append("L\(number)")
      }
    }
    for size in [1, 3, 7, 24, 100] {
      var read: [String] = []
      for number in 1...Paging(names.count, of: size).last {
        let page = try await mine.trash(page: number, of: size)
        #expect(page.number == number && page.paging == Paging(names.count, of: size))
        read += page.items.map(\.name)
      }
      #expect(read == names.reversed(), "pages of \(size)")
    }
    #expect(try await mine.trash(page: 99, of: 7).number == 4)
    #expect(try await mine.trash(page: -1, of: 7).number == 1)

    // Tasks of a list that is itself in the trash are neither listed nor counted.
    try await mine.deleteList(garden)
    let rest = try await mine.trash(page: 1, of: 100)
    #expect(rest.paging.total == 13 + 4 + 1 && rest.items.count == 18)
    #expect(rest.items.first?.name == "Garden")
  }

  @Test func `a task and a list that were deleted in the same moment are both listed`() async throws {
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    let task = try await world.add("A", to: house)[0]
    try await world.store.database.write { db in
      try db.execute(sql: "UPDATE tasks SET deleted = 5 WHERE id = ?", arguments: [task.value])
      try db.execute(sql: "UPDATE lists SET deleted = 5 WHERE id = ?", arguments: [garden.value])
    }
    let names = try await (1...2).asyncMap { try await mine.trash(page: $0, of: 1).items[0].name }
    #expect(names.sorted() == ["A", "Garden"])
  }

  @Test func `each member of a list sees its tasks in the trash while they are a member`() async throws {
    let stranger = try await world.asStranger()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", to: list)
    try await mine.deleteTask(tasks[0])
    func theirs() async throws -> [String] { try await world.store[stranger.account].trash().map(\.name) }
    func run(_ sql: String) async throws {
      try await world.store.database.write { db in
        try db.execute(sql: sql, arguments: ["account": stranger.account.value, "list": list.value])
      }
    }
    #expect(try await theirs() == [])
    try await run("INSERT INTO memberships (account, list, role, position) VALUES (:account, :list, 'editor', 0)")
    #expect(try await theirs() == ["A"])
    try await mine.deleteTask(tasks[1])
    #expect(try await theirs() == ["B", "A"])
    try await world.store[stranger.account].restoreTask(tasks[0])
    #expect(try await theirs() == ["B"])
    try await run("DELETE FROM memberships WHERE account = :account AND list = :list")
    #expect(try await theirs() == [])
    #expect(try await mine.trash().map(\.name) == ["B"])
  }

  @Test(arguments: [(1, 1...3), (2, 4...6), (3, 7...7), (99, 7...7), (0, 1...3)])
  func `lists are read in pages`(asked: Int, numbers: ClosedRange<Int>) async throws {
    var lists: [ListID] = []
    for number in 1...8 { lists.append(try await world.list("\(number)")) }
    try await mine.deleteList(lists[7])
    let page = try await mine.listsPage(asked, of: 3)
    #expect(page.rows.map(\.name) == numbers.map { "\($0)" } && page.paging == Paging(7, of: 3))
    let header = try await mine.listsHeader(page: asked, of: 3)
    #expect(header.lists == page)
    for number in numbers {
      let around = try await mine.listsPage(of: 3, around: lists[number - 1])
      #expect(around == page)
      let place = try await mine.place(of: lists[number - 1])
      #expect(place == RowPosition(before: number - 1, total: 7))
    }
    #expect(try await mine.place(of: lists[7]) == nil)
    let stranger = try await world.asStranger()
    #expect(try await world.store[stranger.account].place(of: lists[0]) == nil)
    #expect(try await world.store[stranger.account].listsPage(of: 3, around: lists[0]).rows.isEmpty)
  }

  @Test func `a remote copy is read in pages of open tasks and of closed ones`() async throws {
    let tasks = (1...7).flatMap { [RemoteTask.named("o\($0)"), RemoteTask.named("c\($0)", .cancelled)] }
    let (_, source) = try await world.follow("Choir", tasks)
    let pages = try await mine.remotePages(open: 2, closed: 9, of: 3, of: source)
    #expect(pages.open.rows.map(\.task.title) == ["o4", "o5", "o6"] && pages.open.rows.map(\.number) == [7, 9, 11])
    #expect(pages.closed.rows.map(\.task.title) == ["c7"] && pages.closed.number == 3)
    #expect(pages.open.paging == Paging(7, of: 3) && pages.closed.paging == Paging(7, of: 3))
    let stranger = try await world.asStranger()
    await #expect(throws: StoreError.notFound) {
      _ = try await world.store[stranger.account].remotePages(of: 3, of: source)
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}

struct OpenPageTests {
  private func scene(_ titles: String...) async throws -> (World, ListID, [TaskID]) {
    let world = try World()
    let list = try await world.list()
    let drafts = try titles.map { try draft($0) }
    return (world, list, try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks)
  }

  @Test(arguments: [
    (1, 1, "ABC"), (2, 2, "DEF"), (3, 3, "G"), (4, 3, "G"), (0, 1, "ABC"), (-1, 1, "ABC"), (.max, 3, "G"),
    (.min, 1, "ABC"),
  ])
  func `a page has its rows, and a number out of range is clamped`(
    asked: Int, number: Int, titles: String
  ) async throws {
    let (world, list, _) = try await scene("A", "B", "C", "D", "E", "F", "G")
    let page = try await world.mine.openPage(asked, of: 3, in: list)
    #expect(page.rows.map(\.title).joined() == titles)
    #expect(page.number == number && page.paging == Paging(7, of: 3))
    #expect(page.paging.rows(on: page.number).count == titles.count)
  }

  @Test func `without a page size there is one page with all rows`() async throws {
    let (world, list, _) = try await scene("A", "B", "C")
    let page = try await world.mine.openPage(2, of: nil, in: list)
    #expect(page.rows.map(\.title) == ["A", "B", "C"] && page.number == 1 && page.paging.last == 1)
    let empty = try await world.mine.openPage(2, of: nil, in: world.list("Empty"))
    #expect(empty.rows.isEmpty && empty.number == 1 && empty.paging.rows(on: 1).isEmpty)
  }

  @Test func `the last page keeps its only task after that is completed or deleted`() async throws {
    let (world, list, tasks) = try await scene("A", "B", "C")
    func page(_ changed: [ChangedRow]) async throws -> String {
      let page = try await world.mine.openPage(2, of: 2, in: list, including: changed)
      return "\(page.number) of \(page.paging.last): \(page.rows.map(\.title).joined())"
    }
    let completion = try #require(try await world.mine.complete(tasks[2]).change)
    #expect(try await page(world.mine.changedRows(by: completion)) == "2 of 2: C")
    #expect(try await page([]) == "1 of 1: AB")
    let deletion = try #require(try await world.mine.deleteTask(tasks[2]).change)
    #expect(try await world.mine.openPlace(of: tasks[2], in: list) == nil)
    let deleted = try await world.mine.changedRows(by: deletion)
    #expect(deleted.map(\.state) == [.deleted])
    #expect(try await page(deleted) == "2 of 2: C")
    let place = try await world.mine.openPlace(of: tasks[2], in: list, including: deleted)
    #expect(place == RowPosition(before: 2, total: 3))
  }

  @Test func `a task that was moved to another list is shown where it was, and on no other list's page`() async throws {
    let (world, list, tasks) = try await scene("A", "B", "C")
    let other = try await world.list("Other")
    let submission = SubmissionID.fresh()
    func transfer() async throws -> Written {
      try await world.mine.transferTask(tasks[1], to: other, submission: submission)
    }
    let change = try #require(try await transfer().change)
    let changed = try await world.mine.changedRows(by: change)
    let row = try #require(changed.first)
    #expect(row.state == .moved && row.list == list && row.row.list == other && row.listName == "Other")
    let page = try await world.mine.openPage(1, of: nil, in: list, including: changed)
    #expect(page.rows.map(\.title) == ["A", "B", "C"])
    let there = try await world.mine.openPage(1, of: nil, in: other, including: changed)
    #expect(there.rows.map(\.title) == ["B"])
    let again = try await transfer()
    #expect(!again.acted && again.change == change)
    try await world.mine.undo(change)
    #expect(try await world.mine.openTasks(in: list).map(\.title) == ["A", "B", "C"])
  }
}
