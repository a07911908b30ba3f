import Tasks
import Testing

@testable import TaskStore

struct OpenPageTests {
  private func scene(_ titles: String...) async throws -> (World, ListID, [TaskID]) {
    let world = try World()
    let list = try await world.list()
    let drafts = try titles.map { try draft($0) }
    return (
      world, list, try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    )
  }

  @Test(arguments: [
    (1, 1, "ABC"), (2, 2, "DEF"), (3, 3, "G"), (4, 3, "G"), (0, 1, "ABC"), (-1, 1, "ABC"), (.max, 3, "G"),
    (.min, 1, "ABC"),
  ])
  func `a page has its rows, and a page number out of range is clamped`(
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

  @Test func `a completed task is shown at its position, and no page changes`() async throws {
    let (world, list, tasks) = try await scene("A", "B", "C", "D", "E", "F")
    func pages(with changed: [ChangedRow]) async throws -> [String] {
      var pages: [String] = []
      for number in 1...3 {
        let page = try await world.mine.openPage(number, of: 2, in: list, including: changed)
        guard page.number == number else { break }
        pages.append(page.rows.map(\.title).joined())
      }
      return pages
    }
    var seen: [[String]] = []
    var placed: [Int?] = []
    for task in tasks {
      let change = try #require(try await world.mine.complete(task).change)
      let changed = try await world.mine.changedRows(by: change)
      seen.append(try await pages(with: changed))
      #expect(changed.map(\.state) == [.completed])
      let place = try await world.mine.openPlace(of: task, in: list, including: changed)
      placed.append(place?.page(of: 2))
      try await world.mine.reopen(task)
    }
    #expect(seen == Array(repeating: ["AB", "CD", "EF"], count: 6))
    #expect(placed == [1, 1, 2, 2, 3, 3])
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

  @Test func `a task is on the page that its place reports`() async throws {
    let (world, list, tasks) = try await scene("A", "B", "C", "D", "E")
    for size in 1...6 {
      for task in tasks {
        let place = try #require(try await world.mine.openPlace(of: task, in: list))
        let page = try await world.mine.openPage(place.page(of: size), of: size, in: list)
        #expect(page.rows.contains { $0.id == task })
      }
    }
  }
}
