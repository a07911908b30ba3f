import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Whether any of the account's lists has a task, except those in the trash.
  package func hasTasks() async throws(Problem) -> Bool {
    try await readShortly { db in try db.exists(DueQuery.anyTask, [account.value]) }
  }

  /// Whether an open task in its lists is another account's to do.
  package func hasTasksOfOthers() async throws(Problem) -> Bool {
    try await readShortly { db in try db.exists(DueQuery.anyOfOthers, [account.value]) }
  }

  package func todayHeader(now: ZonedTime, of whose: DueOwner = .mine) async throws(Problem) -> TodayHeaderData {
    try await readShortly { db in
      let soon = DueSection.soon.times(at: now.time)
      let arguments: StatementArguments = [account.value, soon.upperBound.description, now.day.iso, now.zone]
      let next = try db.row(DueQuery.next(whose), arguments) { row in
        NextDueTask(id: row.id(0), title: row[1], due: DueTime(row[2] as String)?.day ?? soon.upperBound.day)
      }
      let followed = try db.rows(DueQuery.followed, [account.value, TodayHeaderData.mostFollowed], ListQuery.summary)
      let sources = try db.sources(of: followed, for: account)
      return TodayHeaderData(
        counts: DueCounts(
          late: try db.count(in: DueSection.late.times(at: now.time), of: account, whose, now.day, now.zone),
          today: try db.count(in: DueSection.today.times(at: now.time), of: account, whose, now.day, now.zone),
          hasDates: try db.exists(DueQuery.any, [account.value])),
        soon: try db.count(in: soon, of: account, whose, now.day, now.zone), next: next,
        hasTasks: try db.exists(DueQuery.anyTask, [account.value]),
        hasOthers: try db.exists(DueQuery.ofOthers, [account.value]),
        followed: followed.compactMap { list in sources[list.id].map { FollowedList(list: list, source: $0) } },
        revision: try db.revision(of: account))
    }
  }

  /// What every page of an account shows beside its content: how many of its open tasks are due on a day and before.
  package func dueSummary(today: Day) async throws(Problem) -> DueSummary {
    try await readShortly { [account, zone] db in try db.dueSummary(of: account, today: today, in: zone) }
  }

  /// One page of a section of Today, or the nearest existing page.
  ///
  /// - Parameter changed: tasks that were changed since the page was opened. They stay where they were.
  package func duePage(
    _ section: DueSection, _ number: Int, of size: Int, now: ZonedTime, of whose: DueOwner = .mine,
    including changed: [ChangedRow] = []
  ) async throws(Problem) -> DueTaskPage {
    try await readShortly { db in
      try db.duePage(
        in: section.times(at: now.time), PlanFilter(account: account, whose: whose, today: now.day, zone: now.zone),
        number, of: size, including: changed)
    }
  }
}

struct PlanFilter {
  let account: AccountID
  var whose = DueOwner.all
  /// Tasks of later days that start after it are left out.
  let today: Day
  /// The IANA name of the reader's time zone.
  let zone: String
  /// Only the tasks of this list.
  var list: ListID?
  /// Only those with one of these tags, as JSON.
  var tags: String?

  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
}

extension Database {
  fileprivate func dueSummary(of account: AccountID, today: Day, in zone: String) throws -> DueSummary {
    let (start, end) = (DueTime(startOf: today), DueTime(startOf: today.adding(days: 1)))
    let times = try rows(
      DueQuery.timed(.mine), [account.value, start.description, end.description, zone, DueCounts.most]
    ) { DueTime($0[0] as String)?.time }
    return DueSummary(
      late: try count(in: .first..<start, of: account, .mine, today, zone),
      today: try count(in: start..<end, of: account, .mine, today, zone),
      hasDates: try exists(DueQuery.any, [account.value]), times: times.compactMap(\.self))
  }

  fileprivate func count(
    in times: Range<DueTime>, of account: AccountID, _ whose: DueOwner, _ today: Day, _ zone: String
  ) throws -> Int {
    try count(in: times, PlanFilter(account: account, whose: whose, today: today, zone: zone), without: [])
  }

  /// At most ``DueCounts/most``.
  private func count(in times: Range<DueTime>, _ filter: PlanFilter, without others: [TaskID]) throws -> Int {
    let arguments: StatementArguments = [
      filter.account.value, times.lowerBound.description, times.upperBound.description, filter.today.iso, filter.zone,
      filter.list?.value, filter.tags, others.json, DueCounts.most,
    ]
    return try count(DueQuery.count(filter.whose), arguments)
  }

  /// One page of the due tasks, or the nearest existing page.
  /// - Parameter changed: tasks that stay where they were.
  func duePage(
    in times: Range<DueTime>, _ filter: PlanFilter, _ number: Int, of size: Int, including changed: [ChangedRow]
  ) throws -> DueTaskPage {
    let kept = changed.filter { $0.due.map(times.contains) ?? false }
    let total = try count(in: times, filter, without: changed.map(\.row.id))
    return try DueTaskPage(nearest: number, of: size, total: total + kept.count) { shown in
      let rows = KeptRows(
        kept.compactMap { row in row.dueRank.map { (rank: $0, row: DueTask(row.row, listName: row.listName)) } })
      let wanted = rows.others(for: shown)
      let arguments: StatementArguments = [
        filter.account.value, times.lowerBound.description, times.upperBound.description, filter.today.iso, filter.zone,
        filter.list?.value, filter.tags, changed.map(\.row.id).json, wanted.count, wanted.lowerBound,
      ]
      let found = try self.rows(DueQuery.page(filter.whose), arguments, DueQuery.task)
      return rows.rows(shown, among: found.map { (rank: $0.row.dueRank(in: filter.timeZone), row: $0) })
    }
  }
}

extension TaskRow {
  /// The place of an open task with a due day.
  fileprivate func dueRank(in zone: TimeZone) -> Rank {
    Rank(due: dueTime(in: zone) ?? .first, priority: priority, id: id)
  }
}

enum DueQuery {
  /// The account's open tasks with a due day, without those of lists in the trash.
  private static func visible(_ whose: DueOwner) -> String {
    """
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN tasks t INDEXED BY tasks_due ON t.list = m.list
    WHERE m.account = ?1 AND l.deleted IS NULL AND t.due IS NOT NULL AND t.done IS NULL AND t.deleted IS NULL
      \(isFor(whose))
    """
  }

  /// The end of a condition on a task `t`, that it is for the account `?1` or for no one.
  private static func isFor(_ whose: DueOwner) -> String {
    whose == .all ? "" : "AND (t.assignee IS NULL OR t.assignee = ?1 OR NOT \(PersonQuery.isAssigned))"
  }

  /// The tasks that are due from `?2` until before `?3`.
  private static func due(of whose: DueOwner, in zone: String) -> String {
    """
    \(visible(whose)) AND t.due BETWEEN \(DueKey.day("?2", -DueKey.margin)) AND \(DueKey.day("?3", DueKey.margin))
      AND \(DueKey.sql("t", in: zone)) >= ?2 AND \(DueKey.sql("t", in: zone)) < ?3
    """
  }

  /// The tasks of the list `?6` with one of the tags `?7`, if these are not NULL.
  private static let isWanted = """
    (?6 IS NULL OR t.list = ?6) AND (?7 IS NULL OR EXISTS (
      SELECT 1 FROM task_tags x WHERE x.list = t.list AND x.tag IN (SELECT value FROM json_each(?7)) AND x.task = t.id))
    """

  /// A task of a later day is hidden until it starts.
  private static func isShown(_ today: String, in zone: String) -> String {
    "(t.start IS NULL OR t.start <= \(today) OR substr(\(DueKey.sql("t", in: zone)), 1, 10) <= \(today))"
  }

  static func count(_ whose: DueOwner) -> String {
    """
    SELECT count(*) FROM (
      SELECT 1 \(due(of: whose, in: "?5")) AND \(isShown("?4", in: "?5")) AND \(isWanted)
        AND t.id NOT IN (SELECT value FROM json_each(?8)) LIMIT ?9)
    """
  }

  static let any = "SELECT 1 \(visible(.all)) LIMIT 1"

  /// A task with a due day that is another's to do.
  static let ofOthers = """
    SELECT 1 FROM memberships m CROSS JOIN lists l ON l.id = m.list
      CROSS JOIN memberships o ON o.list = m.list AND o.account <> ?1
      CROSS JOIN tasks t INDEXED BY tasks_assignee ON t.assignee = o.account AND t.list = m.list
    WHERE m.account = ?1 AND l.deleted IS NULL AND t.due IS NOT NULL AND t.done IS NULL AND t.deleted IS NULL LIMIT 1
    """

  /// An open task that is another's to do.
  static let anyOfOthers = """
    SELECT 1 FROM memberships m CROSS JOIN lists l ON l.id = m.list
      CROSS JOIN memberships o ON o.list = m.list AND o.account <> ?1
      CROSS JOIN tasks t INDEXED BY tasks_assignee ON t.assignee = o.account AND t.list = m.list
    WHERE m.account = ?1 AND l.deleted IS NULL AND t.done IS NULL AND t.deleted IS NULL LIMIT 1
    """

  /// The ids of a page are sorted in the index. The rows are read for the page only.
  static func page(_ whose: DueOwner) -> String {
    """
    SELECT \(TaskRowColumn.selection), l.name
    FROM (
      SELECT t.id AS id, \(DueKey.sql("t", in: "?5")) AS due, t.priority AS priority
      \(due(of: whose, in: "?5")) AND \(isShown("?4", in: "?5")) AND \(isWanted)
        AND t.id NOT IN (SELECT value FROM json_each(?8))
      ORDER BY 2, 3 DESC, 1 LIMIT ?9 OFFSET ?10) d
      CROSS JOIN tasks t ON t.id = d.id CROSS JOIN lists l ON l.id = t.list
    ORDER BY d.due, d.priority DESC, d.id
    """
  }

  /// The first task from a day on. The first one of each list after that day bounds the search.
  static func next(_ whose: DueOwner) -> String {
    """
    SELECT t.id, t.title, \(DueKey.sql("t", in: "?4")) AS local
    \(visible(whose)) AND t.due >= \(DueKey.day("?2", -DueKey.margin)) AND t.due <= \(DueKey.day(firstOfLists, 2 * DueKey.margin))
      AND \(DueKey.sql("t", in: "?4")) >= ?2 AND \(isShown("?3", in: "?4"))
    ORDER BY local, t.priority DESC, t.id LIMIT 1
    """
  }

  private static let firstOfLists = """
    coalesce((SELECT min((
        SELECT x.due FROM tasks x INDEXED BY tasks_due
        WHERE x.list = n.list AND x.due >= \(DueKey.day("?2", DueKey.margin)) AND x.done IS NULL AND x.deleted IS NULL
          AND (x.start IS NULL OR x.start <= ?3)
        ORDER BY x.due LIMIT 1))
      FROM memberships n CROSS JOIN lists k ON k.id = n.list WHERE n.account = ?1 AND k.deleted IS NULL), ?2)
    """

  /// The tasks with a time.
  static func timed(_ whose: DueOwner) -> String {
    """
    SELECT \(DueKey.sql("t", in: "?4")) \(due(of: whose, in: "?4")) AND t.time IS NOT NULL LIMIT ?5
    """
  }

  /// The first `?8` tasks of each day, among them the task `?9`, and how many the day has.
  static func firstOfDays(_ whose: DueOwner) -> String {
    """
    SELECT \(TaskRowColumn.selection), l.name, d.day, d.total
    FROM (
      SELECT id, due, priority, substr(due, 1, 10) AS day,
        row_number() OVER (PARTITION BY substr(due, 1, 10) ORDER BY id = ?9 DESC, due, priority DESC, id) AS number,
        count(*) OVER (PARTITION BY substr(due, 1, 10)) AS total
      FROM (
        SELECT t.id AS id, \(DueKey.sql("t", in: "?5")) AS due, t.priority AS priority
        \(due(of: whose, in: "?5")) AND \(isShown("?4", in: "?5")) AND \(isWanted))) d
      CROSS JOIN tasks t ON t.id = d.id CROSS JOIN lists l ON l.id = t.list
    WHERE d.number <= ?8 ORDER BY d.due, d.priority DESC, d.id
    """
  }

  /// The tasks that start between the days `?2` and `?3`, but for those that are due on that day.
  static func starting(_ whose: DueOwner) -> String {
    """
    SELECT t.id, t.title, t.list, l.name, t.start
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN tasks t INDEXED BY tasks_start ON t.list = m.list
    WHERE m.account = ?1 AND l.deleted IS NULL AND t.start BETWEEN ?2 AND ?3 AND t.done IS NULL AND t.deleted IS NULL
      AND t.due IS NOT t.start AND \(isWanted) \(isFor(whose)) ORDER BY t.start, t.id LIMIT ?8
    """
  }

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
