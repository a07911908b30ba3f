import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class FilterTests: WorldTests {
  private static let day = Day(iso: "2026-03-10") ?? .first

  /// Three lists with tasks of every kind, some with the word "tile".
  private func scene() async throws -> World {
    let world = try World()
    for name in ["House", "Garden", "Work"] {
      let list = try await world.list(name)
      var drafts: [TaskDraft] = []
      for (index, priority) in ["", "low", "medium", "high"].enumerated() {
        for days in [nil, -3, 0, 6, 7] {
          let due = days.map { Self.day.adding(days: $0).iso } ?? ""
          drafts.append(
            try draft(
              "\(index % 2 == 0 ? "tile" : "paint") \(index) \(due)", due: due,
              tags: ["a", "A b", "b", ""][index], priority: priority))
        }
      }
      let tasks = try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
      for task in tasks where task.value % 3 == 0 { try await world.mine.complete(task) }
      for task in tasks where task.value % 7 == 0 { try await world.mine.deleteTask(task) }
      world.clock.advance(days: 1)
    }
    return world
  }

  private func found(
    _ world: World, _ text: String?, _ filter: TaskFilter, _ order: SearchOrder, window: Int = 500
  ) async throws -> SearchAnswer.Found {
    let answer = try await world.mine.search(text, in: filter, by: order, of: 500, window: window)
    guard case .found(let found) = answer else {
      Issue.record("\(answer)")
      return SearchAnswer.Found(lists: [], tasks: [], olderThan: nil)
    }
    return found
  }

  /// A task as the table has it.
  private struct Stored {
    let key: FoundKey
    let text: String
    let priority: Int
    let version: Int64
    let tags: Set<String>

    func matches(_ filter: TaskFilter, _ text: String?, since version: Int64?) -> Bool {
      if let text, !self.text.contains(text) { return false }
      if let list = filter.list, key.list.id != list.value { return false }
      switch filter.status {
      case .open: if key.done != nil { return false }
      case .done: if key.done == nil { return false }
      case .all: break
      }
      switch filter.due {
      case .undated: if key.due != nil { return false }
      case .between(let times): if !(key.due.flatMap { DueTime($0) }.map(times.contains) ?? false) { return false }
      case nil: break
      }
      if let priority = filter.priority, priority.rawValue != self.priority { return false }
      guard tags.isSuperset(of: filter.tags.all.map(\.key)), tags.isDisjoint(with: filter.tags.none.map(\.key)),
        !filter.tags.isUntagged || tags.isEmpty
      else { return false }
      guard let since = filter.changedSince, let version else { return true }
      return self.version >= version || key.done.map { $0 >= Milliseconds(since).value } ?? false
    }
  }

  private func stored(_ world: World) async throws -> [Stored] {
    try await world.store.read { db in
      try db.rows(
        """
        SELECT \(FoundKey.columns(in: "'GMT'")), t.title, t.priority, t.version, t.tags
        FROM tasks t JOIN memberships m ON m.list = t.list WHERE t.deleted IS NULL
        """, []
      ) { row in
        Stored(
          key: FoundKey(row), text: row[6], priority: row[7], version: row[8],
          tags: Set(row.tags(9).tags.map(\.key)))
      }
    }
  }

  @Test func `each combination of filters finds what a comparison of all tasks finds, in the same order`()
    async throws
  {
    let world = try await scene()
    let all = try await stored(world)
    let lists = try await world.mine.lists().map(\.id)
    let day = Self.day
    let dues: [DueFilter?] = [
      nil, .undated, .days(Day.first...day.adding(days: -1)), .days(day...day), .days(day...day.adding(days: 6)),
    ]
    let moment = try await world.store.read { db in
      try db.row("SELECT at FROM changes ORDER BY id LIMIT 1 OFFSET 20", []) { $0.date(0) }
    }
    let since = try #require(moment)
    let version = try await world.store.read { db in try db.firstChange(since: Milliseconds(since)) }
    let tags = try ["", "a", "a -b", "-A", "b a", "-b -a"].map {
      try $0.isEmpty ? TagFilter() : #require(TagFilter($0))
    }
    let tagFilters = tags + [TagFilter(isUntagged: true)]
    // Each filter is tried with one of these.
    var number = 0
    for text in [nil, "tile"] {
      for list in [nil, lists[1]] {
        for status in TaskStatus.allCases {
          for due in dues {
            for priority in [nil, Priority.high] {
              for changed in [nil, since] {
                number += 1
                let filter = TaskFilter(
                  list: list, status: status, due: due, priority: priority, tags: tagFilters[number % tagFilters.count],
                  changedSince: changed)
                for order in text == nil ? SearchOrder.withoutWords : SearchOrder.allCases {
                  let expected = all.filter { $0.matches(filter, text, since: version) }.map(\.key)
                    .sorted(by: order.isBefore).map(\.id)
                  let answer = try await found(world, text, filter, order)
                  #expect(answer.tasks.map(\.id.value) == expected, "\(text ?? "-") \(filter) \(order)")
                  #expect(answer.bound == nil)
                  let first = try await found(world, text, filter, order, window: 3)
                  if text == nil { #expect(first.tasks.map(\.id.value) == Array(expected.prefix(3))) }
                }
                let count = try await world.mine.matchCount(of: text, in: filter)
                #expect(count == all.count { $0.matches(filter, text, since: version) })
              }
            }
          }
        }
      }
    }
  }

  @Test func `lists with more tasks than are compared are left out, and reported`() async throws {
    let lists = [try await world.list("Many"), try await world.list("Few")]
    for list in lists { try await world.add("paint", to: list) }
    try await world.store.database.write { db in
      try db.execute(sql: "DROP TRIGGER tasks_insert")
      try db.execute(
        sql: """
          WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT ?)
          INSERT INTO tasks (list, position, title, created, version) SELECT ?, n, 'x', 0, 0 FROM n
          """, arguments: [Limits.comparedTasks, lists[0].value])
    }
    let changed = TaskFilter(changedSince: .distantPast)
    let answer = try await found(world, nil, changed, .list)
    #expect(answer.bound == .tasks && answer.tasks.map(\.listName) == ["Few"])
    let all = try await found(world, nil, TaskFilter(), .list)
    #expect(all.bound == .matches, "an index has them in order")
  }
}
