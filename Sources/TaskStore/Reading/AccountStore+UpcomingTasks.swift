import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// The tasks of some days: own ones that are due, a page of them, and what the days have beside them.
  ///
  /// - Parameters:
  ///   - list: only the tasks of this list; nil for all.
  ///   - tag: only those with this tag; nil for all. Tasks of followed lists have none of the account's tags.
  ///   - changed: tasks that were changed since the page was opened. They stay where they were.
  package func upcomingTasks(
    _ days: ClosedRange<Day>, in list: ListID? = nil, tag: Tag? = nil, page number: Int = 1, of size: Int,
    including changed: [ChangedRow] = []
  ) async throws(Problem) -> UpcomingTasks {
    try await readShortly { db in
      let filter = try planFilter(list, tag, db)
      let page = try db.duePage(in: days.times, filter, number, of: size, including: changed)
      return UpcomingTasks(due: page, others: try db.others(on: days, filter))
    }
  }

  /// The first own tasks that are due on each of some days, how many each has, and what the days have beside them.
  ///
  /// - Parameters:
  ///   - most: the number of tasks of a day.
  ///   - task: a task that is among those of its day.
  package func firstTasks(
    _ most: Int, ofEach days: ClosedRange<Day>, in list: ListID? = nil, tag: Tag? = nil, with task: TaskID? = nil
  ) async throws(Problem) -> UpcomingTasks {
    try await readShortly { db in
      let filter = try planFilter(list, tag, db)
      var counts: [Day: Int] = [:]
      let arguments = filter.arguments(days.times.lowerBound.description, days.times.upperBound.description)
      let tasks = try db.rows(DueQuery.firstOfDays, arguments + [most, task?.value]) { row in
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
  private func planFilter(_ list: ListID?, _ tag: Tag?, _ db: Database) throws -> PlanFilter {
    PlanFilter(
      account: account, today: .last, zone: zone, list: list,
      tags: try tag.map { try db.namesJSON(of: $0, for: account) })
  }
}

extension ClosedRange<Day> {
  fileprivate var times: Range<DueTime> { DueTime(startOf: lowerBound)..<DueTime(startOf: upperBound.adding(days: 1)) }
}

extension Database {
  /// The tasks of some days beside the account's own that are due, by day; at most ``UpcomingTasks/mostOthers``. Of own
  /// tasks these are the first ones.
  fileprivate func others(on days: ClosedRange<Day>, _ filter: PlanFilter) throws -> [PlannedTask] {
    let arguments = filter.arguments(days.lowerBound.iso, days.upperBound.iso) + [UpcomingTasks.mostOthers]
    var tasks = try rows(DueQuery.starting, arguments) { row in
      PlannedTask(
        .own(row.id(0)), title: row[1], in: row.id(2), named: row[3], on: try row.day(4) ?? .first, isStart: true)
    }
    if filter.tags == nil {
      let zone = filter.timeZone
      let end = days.upperBound.adding(days: 1)
      let bounds: StatementArguments = [
        filter.account.value, days.lowerBound.iso, end.iso, Milliseconds(days.lowerBound.start(in: zone)).value,
        Milliseconds(end.start(in: zone)).value, filter.list?.value, UpcomingTasks.mostOthers,
      ]
      for column in FollowedQuery.Column.allCases {
        tasks += try rows(FollowedQuery.planned(column), bounds) { row in
          let time = row.remoteTime(4)
          return PlannedTask(
            .followed(row[0]), title: row[1], in: row.id(2), named: row[3], on: time?.day(in: zone) ?? .first,
            at: time?.time(in: zone)?.time, isStart: column == .start, isStale: row[5])
        }
      }
    }
    let sorted = tasks.sorted { left, right in
      (left.day, left.isStart ? 1 : 0, left.time?.minutes ?? .max, left.title)
        < (right.day, right.isStart ? 1 : 0, right.time?.minutes ?? .max, right.title)
    }
    return Array(sorted.prefix(UpcomingTasks.mostOthers))
  }
}

extension PlanFilter {
  fileprivate func arguments(_ first: String, _ last: String) -> StatementArguments {
    [account.value, first, last, today.iso, zone, list?.value, tags]
  }
}

enum FollowedQuery {
  enum Column: String, CaseIterable {
    case due, start
  }

  /// The open tasks of the account's followed lists of which a time is between two days, or the moments that these begin.
  static func planned(_ column: Column) -> String {
    """
    SELECT t.key, t.title, l.id, l.name, t.\(column), s.failure IS NOT NULL
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN sources s ON s.list = l.id
      CROSS JOIN source_tasks t INDEXED BY source_tasks_open ON t.source = s.id
    WHERE m.account = ?1 AND l.deleted IS NULL AND t.status = 'open' AND (?6 IS NULL OR l.id = ?6)
      AND CASE typeof(t.\(column)) WHEN 'text' THEN t.\(column) >= ?2 AND t.\(column) < ?3
        WHEN 'integer' THEN t.\(column) >= ?4 AND t.\(column) < ?5 END
      \(column == .start ? "AND t.due IS NOT t.start" : "")
    LIMIT ?7
    """
  }
}
