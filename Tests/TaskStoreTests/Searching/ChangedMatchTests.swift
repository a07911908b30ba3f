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
}
