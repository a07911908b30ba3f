import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// How many of the account's open tasks are due on a day and before. Tasks of remote lists do not count.
  /// - Parameter zone: the IANA name of the reader's time zone.
  public func dueSummary(of account: AccountID, today: Day, in zone: String) async throws(StoreError) -> DueSummary {
    try await readShortly { db in
      try db.dueSummary(of: account, today: today, in: TimeZone(identifier: zone) ?? .gmt)
    }
  }

  /// The data of Today beside the tasks.
  public func todayHeader(for account: AccountID, now: DueTime) async throws(StoreError) -> TodayHeaderData {
    try await readShortly { db in
      let soon = DueSection.soon.times(at: now)
      let arguments: StatementArguments = [account.value, soon.upperBound.description, now.day.iso]
      let next = try db.row(DueQuery.next, arguments) { row in
        NextDueTask(id: row.id(0), title: row[1], due: try row.day(2) ?? soon.upperBound.day)
      }
      let followed = try db.rows(DueQuery.followed, [account.value, TodayHeaderData.mostFollowed], ListQuery.summary)
      let sources = try db.sources(of: followed, for: account)
      return TodayHeaderData(
        counts: DueCounts(
          late: try db.count(in: DueSection.late.times(at: now), of: account, now.day),
          today: try db.count(in: DueSection.today.times(at: now), of: account, now.day),
          hasDates: try db.row(DueQuery.any, [account.value]) { _ in true } ?? false),
        soon: try db.count(in: soon, of: account, now.day), next: next,
        hasTasks: try db.row(DueQuery.anyTask, [account.value]) { _ in true } ?? false,
        followed: followed.compactMap { list in sources[list.id].map { FollowedList(list: list, source: $0) } },
        revision: try db.listsRevision(of: account))
    }
  }

  /// One page of a section of Today, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - number: the page number, from 1.
  ///   - size: the number of rows on a page.
  ///   - changed: a task that was changed on this page, which stays where it was if its place is on the page.
  public func duePage(
    _ section: DueSection, _ number: Int, of size: Int, for account: AccountID, now: DueTime,
    including changed: ChangedRow? = nil
  ) async throws(StoreError) -> DueTaskPage {
    try await readShortly { db in
      let times = section.times(at: now)
      let paging = Paging(try db.count(in: times, of: account, now.day), of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      // The neighbours of the page decide whether the changed task is positioned on it.
      let first = max(0, shown.lowerBound - 1)
      let around = try db.rows(
        DueQuery.page,
        [
          account.value, times.lowerBound.description, times.upperBound.description, now.day.iso,
          shown.upperBound + 1 - first, first,
        ], DueQuery.task)
      var tasks = Array(around.dropFirst(shown.lowerBound - first).prefix(shown.count))
      if let changed {
        tasks.removeAll { $0.row.id == changed.row.id }
        if let place = changed.duePlace, times.contains(place.due) {
          let isAfter = first == shown.lowerBound || around.first.map { DuePlace($0.row) < place } ?? true
          let isBefore =
            around.count <= shown.upperBound - first || around.last.map { place < DuePlace($0.row) } ?? true
          if isAfter && isBefore {
            let index = tasks.firstIndex { place < DuePlace($0.row) } ?? tasks.endIndex
            tasks.insert(DueTask(changed.row, listName: changed.listName), at: index)
          }
        }
      }
      return DueTaskPage(tasks: tasks, number: number, paging: paging)
    }
  }
}

extension Database {
  fileprivate func dueSummary(of account: AccountID, today: Day, in zone: TimeZone) throws -> DueSummary {
    let (start, end) = (DueTime(startOf: today), DueTime(startOf: today.adding(days: 1)))
    // A time of another time zone can be a day away.
    let near = [start.day.adding(days: -1), end.day.adding(days: 1)].map { DueTime(startOf: $0).description }
    let timed = try rows(DueQuery.timed, [account.value, near[0], near[1], DueCounts.most]) { row in
      (day: try row.day(0), clock: row.time(1))
    }
    var (times, elsewhere): ([TimeOfDay], [TimeOfDay]) = ([], [])
    for case let (day?, clock?) in timed {
      if day == today { times.append(clock.time) }
      let local = clock.local(on: day, in: zone)
      if local.day == today, local != (day, clock.time) { elsewhere.append(local.time) }
    }
    return DueSummary(
      late: try count(in: .first..<start, of: account, today), today: try count(in: start..<end, of: account, today),
      hasDates: try row(DueQuery.any, [account.value]) { _ in true } ?? false, times: times, elsewhere: elsewhere)
  }

  /// At most ``DueCounts/most``.
  fileprivate func count(in times: Range<DueTime>, of account: AccountID, _ today: Day) throws -> Int {
    let bounds = [times.lowerBound.description, times.upperBound.description]
    return try row(DueQuery.count, [account.value, bounds[0], bounds[1], today.iso, DueCounts.most]) { $0[0] as Int }
      ?? 0
  }
}

/// The place of a row in a section of Today.
struct DuePlace: Hashable, Comparable {
  let due: DueTime
  let priority: Priority
  let id: TaskID

  init(due: DueTime, priority: Priority, id: TaskID) {
    self.due = due
    self.priority = priority
    self.id = id
  }

  /// The place of an open task with a due day; tasks without come first.
  init(_ row: TaskRow) {
    self.init(due: row.dueTime ?? .first, priority: row.priority, id: row.id)
  }

  static func < (left: DuePlace, right: DuePlace) -> Bool {
    (left.due, right.priority.rawValue, left.id.value) < (right.due, left.priority.rawValue, right.id.value)
  }
}

enum DueQuery {
  /// The account's open tasks with a due day, in the order of Today, without those of lists in the trash.
  private static let visible = """
    FROM due_tasks d CROSS JOIN lists l ON l.id = d.list WHERE d.account = ?1 AND l.deleted IS NULL
    """
  private static let order = "ORDER BY d.due, d.priority DESC, d.task"

  /// A task of a later day is hidden until it starts. `today` is a parameter.
  private static func isShown(_ today: String) -> String {
    "(d.start IS NULL OR d.start <= \(today) OR substr(d.due, 1, 10) <= \(today))"
  }

  static let count = """
    SELECT count(*) FROM (
      SELECT 1 \(visible) AND d.due >= ?2 AND d.due < ?3 AND \(isShown("?4")) LIMIT ?5)
    """
  static let any = "SELECT 1 \(visible) LIMIT 1"

  static let page = """
    SELECT \(TaskRowColumn.selection), l.name
    FROM due_tasks d CROSS JOIN lists l ON l.id = d.list CROSS JOIN tasks t ON t.id = d.task
    WHERE d.account = ?1 AND l.deleted IS NULL AND d.due >= ?2 AND d.due < ?3 AND \(isShown("?4"))
    \(order) LIMIT ?5 OFFSET ?6
    """

  /// The first task from a day on.
  static let next = """
    SELECT d.task, t.title, t.due
    FROM due_tasks d CROSS JOIN lists l ON l.id = d.list CROSS JOIN tasks t ON t.id = d.task
    WHERE d.account = ?1 AND l.deleted IS NULL AND d.due >= ?2 AND \(isShown("?3")) \(order) LIMIT 1
    """

  /// The tasks with a time.
  static let timed = """
    SELECT t.due, t.time
    FROM due_tasks d CROSS JOIN lists l ON l.id = d.list CROSS JOIN tasks t ON t.id = d.task
    WHERE d.account = ?1 AND l.deleted IS NULL AND d.due >= ?2 AND d.due < ?3 AND length(d.due) > 11 LIMIT ?4
    """

  static let anyTask = """
    SELECT 1 FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND l.deleted IS NULL AND l.open > 0 LIMIT 1
    """

  static let followed = """
    SELECT \(ListColumn.selection)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN sources s ON s.list = l.id
    WHERE m.account = ? AND l.deleted IS NULL ORDER BY m.position, m.list LIMIT ?
    """

  @Sendable static func task(_ row: Row) throws -> DueTask {
    DueTask(try TaskQuery.row(row), listName: row[TaskRowColumn.count])
  }
}
