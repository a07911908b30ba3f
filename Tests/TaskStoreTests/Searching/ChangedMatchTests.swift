import Tasks
import Testing

@testable import TaskStore

/// A task that was changed among the results of a search stays where it was.
struct ChangedMatchTests {
  private static let day = Day(iso: "2026-03-10") ?? .first

  private let world: World
  private let lists: [ListID]
  private let tasks: [TaskID]

  /// Two lists with open and completed tasks of different dates, and words in titles or notes.
  init() async throws {
    world = try World()
    var (lists, tasks): ([ListID], [TaskID]) = ([], [])
    for name in ["House", "Garden"] {
      let list = try await world.list(name)
      lists.append(list)
      let drafts = try (0..<6).map { index in
        try draft(
          index % 2 == 0 ? "paint \(index)" : "door \(index)", notes: index % 2 == 0 ? "" : "paint it",
          due: index < 4 ? Self.day.adding(days: index - 1).iso : "", priority: index == 3 ? "high" : "")
      }
      tasks += try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    }
    for task in [tasks[4], tasks[5], tasks[9]] { try await world.mine.complete(task) }
    (self.lists, self.tasks) = (lists, tasks)
  }

  private func search(
    _ text: String?, _ filter: TaskFilter, _ order: SearchOrder, page: Int = 1, after change: ChangeID? = nil
  ) async throws -> SearchAnswer.Found {
    let changed = change == nil ? [] : try await world.mine.changedRows(by: #require(change))
    let answer = try await world.mine.search(text, in: filter, by: order, page: page, of: 3, including: changed)
    guard case .found(let found) = answer else { throw StoreError.internal("\(answer)") }
    return found
  }

  private func pages(
    _ text: String?, _ filter: TaskFilter, _ order: SearchOrder, after change: ChangeID? = nil
  ) async throws -> [[TaskID]] {
    var pages: [[TaskID]] = []
    repeat {
      let found = try await search(text, filter, order, page: pages.count + 1, after: change)
      pages.append(found.tasks.map(\.id))
      if found.number == found.paging.last { return pages }
    } while true
  }

  enum Action: CaseIterable {
    case toggle, schedule, unschedule, delete, transfer
  }

  private func act(_ action: Action, on task: TaskID) async throws -> ChangeID? {
    switch action {
    case .toggle:
      let isOpen = try await world.mine.task(task).done == nil
      return isOpen ? try await world.mine.complete(task).change : try await world.mine.reopen(task).change
    case .schedule: return try await world.mine.setDue(task, to: Self.day.adding(days: 30)).change
    case .unschedule: return try await world.mine.setDue(task, to: nil).change
    case .delete: return try await world.mine.deleteTask(task).change
    case .transfer:
      let list = try await world.mine.task(task).list
      return try await world.mine.transferTask(task, to: list == lists[0] ? lists[1] : lists[0]).change
    }
  }

  @Test(arguments: Action.allCases, [nil, "paint"])
  func `every page of each order stays as it was after an action on a row`(action: Action, text: String?) async throws {
    let dates = DueTime(startOf: Self.day)...DueTime(Self.day.adding(days: 9), nil)
    let filters = [
      TaskFilter(), TaskFilter(status: .all), TaskFilter(status: .done), TaskFilter(list: lists[0]),
      TaskFilter(due: .between(dates)), TaskFilter(due: .undated), TaskFilter(priority: .high),
    ]
    for filter in filters {
      for order in text == nil ? SearchOrder.withoutWords : SearchOrder.allCases {
        let before = try await pages(text, filter, order)
        for task in before.joined() {
          // A task that is as wanted already is not changed.
          guard let change = try await act(action, on: task) else { continue }
          #expect(try await pages(text, filter, order, after: change) == before, "\(filter) \(order) \(task)")
          try await world.mine.undo(change)
          #expect(try await pages(text, filter, order) == before)
        }
      }
    }
  }

  @Test func `the row tells what the task is now, and is not counted if it does not match`() async throws {
    let before = try await search(nil, TaskFilter(), .list)
    let task = before.tasks[1].id
    let after = try await search(nil, TaskFilter(), .list, after: act(.toggle, on: task))
    #expect(after.tasks[1].id == task && after.tasks[1].row.done != nil)
    #expect((before.matchCount, after.matchCount, after.paging.total) == (9, 8, 9))
    let moved = before.tasks[0]
    let transferred = try await search(nil, TaskFilter(), .list, after: act(.transfer, on: moved.id))
    #expect(transferred.tasks[0].id == moved.id && transferred.tasks[0].listName != moved.listName)
  }

  @Test func `a task that is completed and opened again in its row stays there, too`() async throws {
    for (filter, order) in [(TaskFilter(), SearchOrder.relevance), (TaskFilter(), .date), (TaskFilter(), .list)] {
      let before = try await pages("paint", filter, order)
      let task = try #require(before.first?.first)
      _ = try await act(.toggle, on: task)
      let change = try await act(.toggle, on: task)
      #expect(try await pages("paint", filter, order, after: change) == before)
    }
  }

  @Test func `the only match of the last page stays there alone`() async throws {
    let filter = TaskFilter(list: lists[0])
    let last = try await search(nil, filter, .list, page: 2)
    #expect(last.tasks.count == 1)
    let change = try await act(.delete, on: last.tasks[0].id)
    let after = try await search(nil, filter, .list, page: 2, after: change)
    #expect(after.number == 2 && after.tasks.map(\.id) == last.tasks.map(\.id))
    #expect(try await search(nil, filter, .list, page: 2).number == 1)
  }

  @Test func `a task that was not among the matches is not added to them`() async throws {
    let other = try await world.add("Mow", to: lists[1])[0]
    let change = try await act(.toggle, on: other)
    for filter in [TaskFilter(list: lists[0]), TaskFilter(status: .done, due: .undated), TaskFilter(priority: .high)] {
      let before = try await search(nil, filter, .list)
      #expect(try await search(nil, filter, .list, after: change).tasks == before.tasks)
    }
    let before = try await search("paint", TaskFilter(), .newest)
    #expect(try await search("paint", TaskFilter(), .newest, after: change).tasks == before.tasks)
  }

  @Test func `the next task of a repeating one stands below it, not above all`() async throws {
    let drafts = [try draft("paint the fence", due: Self.day.iso, repeats: "\(Self.day.iso) FREQ=WEEKLY;BYDAY=TU")]
    let task = try await world.mine.addTasks(drafts, to: lists[0], submission: .fresh()).tasks[0]
    try await world.add("paint the door", to: lists[0])
    let before = try await search("paint", TaskFilter(), .newest).tasks.map(\.id)
    #expect(before[1] == task)
    let written = try await world.mine.complete(task, on: Self.day)
    let after = try await search("paint", TaskFilter(), .newest, after: written.change).tasks
    #expect(after.map(\.id).prefix(2) == before.prefix(2))
    #expect(after[2].row.title == "paint the fence" && after[2].row.repeats != nil)
  }
}
