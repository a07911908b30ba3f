import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// How many of the account's open tasks are due. Tasks of remote lists do not count.
  public func dueCounts(of account: AccountID, today: Day) async throws(StoreError) -> DueCounts {
    try await remembered(DueCountsKey(account: account, today: today), in: memory.dueCounts) { db in
      try db.dueCounts(of: account, today: today)
    }
  }

  /// The data of Today beside the tasks.
  public func todayHeader(for account: AccountID, today: Day) async throws(StoreError) -> TodayHeaderData {
    try await remembered(DueCountsKey(account: account, today: today), in: memory.todayHeaders) { db in
      let soon = DueSection.soon.days(at: today)
      let next = try db.row(DueQuery.next, [account.value, soon.upperBound.iso]) { row in
        NextDueTask(id: row.id(0), title: row[1], due: try row.day(2) ?? soon.upperBound)
      }
      let followed = try db.rows(DueQuery.followed, [account.value, TodayHeaderData.mostFollowed], ListQuery.summary)
      let sources = try db.sources(of: followed, for: account)
      return TodayHeaderData(
        counts: try db.dueCounts(of: account, today: today), soon: try db.count(in: soon, of: account), next: next,
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
    _ section: DueSection, _ number: Int, of size: Int, for account: AccountID, today: Day,
    including changed: ChangedRow? = nil
  ) async throws(StoreError) -> DueTaskPage {
    try await readShortly(rows: size) { db in
      let days = section.days(at: today)
      let paging = Paging(try db.count(in: days, of: account), of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      // The neighbours of the page decide whether the changed task is positioned on it.
      let first = max(0, shown.lowerBound - 1)
      let around = try db.rows(
        DueQuery.page,
        [account.value, days.lowerBound.iso, days.upperBound.iso, shown.upperBound + 1 - first, first], DueQuery.task)
      var tasks = Array(around.dropFirst(shown.lowerBound - first).prefix(shown.count))
      if let changed {
        tasks.removeAll { $0.row.id == changed.row.id }
        if let place = changed.duePlace, days.contains(place.due) {
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
  fileprivate func dueCounts(of account: AccountID, today: Day) throws -> DueCounts {
    DueCounts(
      late: try count(in: DueSection.late.days(at: today), of: account),
      today: try count(in: DueSection.today.days(at: today), of: account),
      hasDates: try row(DueQuery.any, [account.value]) { _ in true } ?? false)
  }

  /// At most ``DueCounts/most``.
  fileprivate func count(in days: Range<Day>, of account: AccountID) throws -> Int {
    try row(DueQuery.count, [account.value, days.lowerBound.iso, days.upperBound.iso, DueCounts.most]) {
      $0[0] as Int
    } ?? 0
  }
}

/// The place of a row in a section of Today.
struct DuePlace: Hashable, Comparable {
  let due: Day
  let priority: Priority
  let id: TaskID

  init(due: Day, priority: Priority, id: TaskID) {
    self.due = due
    self.priority = priority
    self.id = id
  }

  /// The place of an open task with a due day; tasks without come first.
  init(_ row: TaskRow) {
    self.init(due: row.due ?? .first, priority: row.priority, id: row.id)
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

  static let count = """
    SELECT count(*) FROM (SELECT 1 \(visible) AND d.due >= ?2 AND d.due < ?3 LIMIT ?4)
    """
  static let any = "SELECT 1 \(visible) LIMIT 1"

  static let page = """
    SELECT \(TaskRowColumn.selection), l.name
    FROM due_tasks d CROSS JOIN lists l ON l.id = d.list CROSS JOIN tasks t ON t.id = d.task
    WHERE d.account = ?1 AND l.deleted IS NULL AND d.due >= ?2 AND d.due < ?3 \(order) LIMIT ?4 OFFSET ?5
    """

  /// The first task from a day on.
  static let next = """
    SELECT d.task, t.title, d.due
    FROM due_tasks d CROSS JOIN lists l ON l.id = d.list CROSS JOIN tasks t ON t.id = d.task
    WHERE d.account = ?1 AND l.deleted IS NULL AND d.due >= ?2 \(order) LIMIT 1
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
