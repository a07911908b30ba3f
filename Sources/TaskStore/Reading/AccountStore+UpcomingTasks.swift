import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// The tasks of some days: those that are due, a page of them, and what the days have beside them.
  ///
  /// - Parameters:
  ///   - whose: whether those of others are among them.
  ///   - list: only the tasks of this list; nil for all.
  ///   - tag: only those with this tag; nil for all.
  ///   - changed: tasks that were changed since the page was opened. They stay where they were.
  package func upcomingTasks(
    _ days: ClosedRange<Day>, whose: DueOwner = .mine, in list: ListID? = nil, tag: Tag? = nil, page number: Int = 1,
    of size: Int,
    including changed: [ChangedRow] = []
  ) async throws(Problem) -> UpcomingTasks {
    try await readShortly { db in
      let filter = try planFilter(whose, list, tag, db)
      let page = try db.duePage(in: days.times, filter, number, of: size, including: changed)
      return UpcomingTasks(due: page, others: try db.others(on: days, filter))
    }
  }

  /// The first tasks that are due on each of some days, how many each has, and what the days have beside them.
  ///
  /// - Parameters:
  ///   - most: the number of tasks of a day.
  ///   - task: a task that is among those of its day.
  package func firstTasks(
    _ most: Int, ofEach days: ClosedRange<Day>, whose: DueOwner = .mine, in list: ListID? = nil, tag: Tag? = nil,
    with task: TaskID? = nil
  ) async throws(Problem) -> UpcomingTasks {
    try await readShortly { db in
      let filter = try planFilter(whose, list, tag, db)
      var counts: [Day: Int] = [:]
      let arguments = filter.arguments(days.times.lowerBound.description, days.times.upperBound.description)
      let tasks = try db.rows(DueQuery.firstOfDays(whose), arguments + [most, task?.value]) { row in
        let day = try row.day(TaskRowColumn.count + 1) ?? .first
        counts[day] = row[TaskRowColumn.count + 2] as Int
        return try DueQuery.task(row)
      }
      return UpcomingTasks(
        due: DueTaskPage(tasks, paging: Paging(tasks.count, of: nil)), counts: counts,
        others: try db.others(on: days, filter))
    }
  }

  /// Tasks that have not started are among those of their days.
  private func planFilter(
    _ whose: DueOwner, _ list: ListID?, _ tag: Tag?, _ db: Database
  ) throws -> PlanFilter {
    PlanFilter(
      account: account, whose: whose, today: .last, zone: zone, list: list,
      tags: try tag.map { try db.namesJSON(of: [$0], for: account) })
  }
}

extension ClosedRange<Day> {
  fileprivate var times: Range<DueTime> { DueTime(startOf: lowerBound)..<DueTime(startOf: upperBound.adding(days: 1)) }
}

extension Database {
  /// The tasks that start on some days, by day; the first ones, at most ``UpcomingTasks/mostOthers``.
  fileprivate func others(on days: ClosedRange<Day>, _ filter: PlanFilter) throws -> [PlannedTask] {
    let arguments = filter.arguments(days.lowerBound.iso, days.upperBound.iso) + [UpcomingTasks.mostOthers]
    let tasks = try rows(DueQuery.starting(filter.whose), arguments) { row in
      PlannedTask(row.id(0), title: row[1], in: row.id(2), named: row[3], on: try row.day(4) ?? .first)
    }
    return tasks.sorted { ($0.day, $0.title) < ($1.day, $1.title) }
  }
}

extension PlanFilter {
  fileprivate func arguments(_ first: String, _ last: String) -> StatementArguments {
    [account.value, first, last, today.iso, zone, list?.value, tags]
  }
}
