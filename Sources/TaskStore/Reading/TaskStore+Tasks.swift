import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// The open tasks of a list in its own order without steps, at most `limit` of them; nil returns all.
  public func openTasks(
    in list: ListID, for account: AccountID, limit: Int? = nil
  ) async throws(StoreError) -> [TaskRow] {
    try await readShortly { db in
      let rows = try db.openRows(of: list, in: .hand, for: account, from: 0, limit).map(\.row)
      if rows.isEmpty { try db.requireReadable(list, for: account) }
      return rows
    }
  }

  /// The open tasks that the card of a list shows: those that are late or due today first, then the others in the list's order.
  public func cardTasks(
    in list: ListID, for account: AccountID, now: ZonedTime, limit: Int
  ) async throws(StoreError) -> CardTasks {
    try await readShortly { db in
      let tomorrow = DueTime(startOf: now.day.adding(days: 1))
      let due = try db.rows(
        TaskQuery.dueFirst, [account.value, list.value, tomorrow.description, now.zone, limit], TaskQuery.row)
      let late =
        try db.row(TaskQuery.lateCount, [account.value, list.value, now.time.description, now.zone]) { $0[0] as Int }
        ?? 0
      let open = try db.openRows(of: list, in: .hand, for: account, from: 0, limit + due.count).map(\.row)
      if open.isEmpty { try db.requireReadable(list, for: account) }
      let others = open.filter { row in !due.contains { $0.id == row.id } }
      return CardTasks(rows: Array((due + others).prefix(limit)), late: late)
    }
  }

  /// One page of the open tasks of a list in the order in which the account looks at it, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - number: the page number, from 1.
  ///   - size: the number of tasks on a page without their steps; nil for all tasks.
  ///   - changed: a task that was changed on this page, which stays where it was if its place is on the page.
  ///   - steps: which of their steps follow them.
  ///   - zone: the IANA name of the reader's time zone.
  public func openPage(
    _ number: Int, of size: Int?, in list: ListID, for account: AccountID, including changed: ChangedRow? = nil,
    steps: ShownSubtasks = .unfolded, zone: String = "GMT"
  ) async throws(StoreError) -> TaskRowPage {
    try await readShortly { db in
      let total = try db.row(TaskQuery.openCount, [account.value, list.value]) { $0[0] as Int } ?? 0
      if total == 0 { try db.requireReadable(list, for: account) }
      let order = ShownOrder(try db.order(of: list, for: account), in: zone)
      let paging = Paging(total, of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      let rows =
        if let changed, changed.list == list, changed.parent == nil {
          switch changed.state {
          case .open: try db.openRows(shown, of: list, in: order, for: account, asBefore: changed)
          case .completed, .deleted, .moved:
            try db.openRows(shown, of: list, in: order, for: account, total: total, with: changed)
          }
        } else {
          try db.openRows(of: list, in: order, for: account, from: shown.lowerBound, shown.count)
        }
      let outline = try steps.outline?.rows(rows.map(\.row), of: list, db) ?? rows.map(\.row)
      return TaskRowPage(
        rows: try db.holding(changed, in: outline, of: list), number: number, paging: paging)
    }
  }

  /// The position of a task, or the one it would have if it were open; nil if the task is not in the list, or is in the trash. A
  /// step has the position of the task that contains it.
  public func openPlace(
    of task: TaskID, in list: ListID, for account: AccountID, zone: String = "GMT"
  ) async throws(StoreError) -> RowPosition? {
    try await readShortly { db in try db.openPlace(of: task, in: list, for: account, zone) }
  }

  /// One page of the completed tasks of a list without their steps, the last completed first, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - number: the page number, from 1.
  ///   - size: the number of rows on a page.
  public func completedPage(
    _ number: Int, of size: Int, in list: ListID, for account: AccountID
  ) async throws(StoreError) -> TaskRowPage {
    try await readShortly { db in
      let total = try db.row(TaskQuery.completedCount, [account.value, list.value]) { $0[0] as Int } ?? 0
      if total == 0 { try db.requireReadable(list, for: account) }
      let paging = Paging(total, of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      let rows = try db.rows(
        TaskQuery.completed, [account.value, list.value, shown.count, shown.lowerBound], TaskQuery.row)
      let counts = try db.hasSubtasks(in: list) ? db.subtaskCounts(of: rows.map(\.id), in: list) : [:]
      return TaskRowPage(
        rows: rows.map { $0.placed(at: $0.place, progress: counts[$0.id], steps: .elsewhere) }, number: number,
        paging: paging)
    }
  }

  /// One task.
  ///
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the task or its list is in the trash.
  public func task(_ id: TaskID, for account: AccountID) async throws(StoreError) -> TaskDetail {
    try await readShortly { db in try db.task(id, for: account) }
  }
}

extension Database {
  func openPlace(of task: TaskID, in list: ListID, for account: AccountID, _ zone: String) throws -> RowPosition? {
    let outermost = try outermost(of: task)
    if outermost != task, try row(SubtaskQuery.isThere, [task.value], { _ in true }) != true { return nil }
    let order = try order(of: list, for: account)
    var arguments: StatementArguments = [account.value, list.value, outermost.value]
    if order == .date { arguments += [zone] }
    return try row(TaskQuery.place(in: order), arguments) {
      RowPosition(before: $0[0], total: $0[1])
    }
  }

  /// - Parameter other: a task to leave out.
  fileprivate func openRows(
    of list: ListID, in order: ShownOrder, for account: AccountID, from start: Int, _ limit: Int?,
    without other: TaskID? = nil
  ) throws -> [(rank: Rank, row: TaskRow)] {
    var arguments: StatementArguments = [account.value, list.value, limit ?? -1, start, other?.value ?? 0]
    if order.order == .date { arguments += [order.zone] }
    let zone = order.timeZone
    return try rows(TaskQuery.open(in: order.order), arguments) { row in
      try TaskQuery.ranked(row, in: order.order, zone: zone)
    }
  }

  /// The rows of a page, with a task that is still open at the place where it was.
  fileprivate func openRows(
    _ shown: Range<Int>, of list: ListID, in order: ShownOrder, for account: AccountID, asBefore changed: ChangedRow
  ) throws -> [(rank: Rank, row: TaskRow)] {
    let rank = changed.rank(in: order.order)
    let before = try openPosition(of: rank, in: order, of: list, for: account)?.before ?? 0
    let isBefore = before < shown.lowerBound
    let isShown = shown.contains(before)
    var rows = try openRows(
      of: list, in: order, for: account, from: shown.lowerBound - (isBefore ? 1 : 0), shown.count - (isShown ? 1 : 0),
      without: changed.row.id)
    if isShown { rows.insert((rank, changed.row), at: min(before - shown.lowerBound, rows.count)) }
    return rows
  }

  /// The rows of a page, and a task that is not open in the list any more if its place was on the page.
  fileprivate func openRows(
    _ shown: Range<Int>, of list: ListID, in order: ShownOrder, for account: AccountID, total: Int,
    with changed: ChangedRow
  ) throws -> [(rank: Rank, row: TaskRow)] {
    // The neighbours of the page decide whether the task is positioned on it.
    let first = max(0, shown.lowerBound - 1)
    let around = try openRows(of: list, in: order, for: account, from: first, shown.upperBound + 1 - first)
    var rows = Array(around.dropFirst(shown.lowerBound - first).prefix(shown.count))
    let rank = changed.rank(in: order.order)
    let isAfter = first == shown.lowerBound || around.first.map { $0.rank < rank } ?? true
    let isBefore = shown.upperBound == total || around.last.map { rank < $0.rank } ?? true
    if isAfter && isBefore {
      rows.insert((rank, changed.row), at: rows.firstIndex { rank < $0.rank } ?? rows.endIndex)
    }
    return rows
  }

  /// The position of a task among the open tasks of a list if it had a rank.
  func openPosition(
    of rank: Rank, in order: ShownOrder, of list: ListID, for account: AccountID
  ) throws -> RowPosition? {
    var arguments: StatementArguments = [account.value, list.value, rank.place.position, rank.place.id]
    if order.order != .hand { arguments += [rank.key] }
    if order.order == .date { arguments += [order.zone] }
    return try row(TaskQuery.placeOfRank(in: order.order), arguments) { RowPosition(before: $0[0], total: $0[1]) }
  }

  /// The order in which the account looks at a list.
  func order(of list: ListID, for account: AccountID) throws -> TaskOrder {
    let stored = try row(TaskQuery.order, [account.value, list.value]) { $0[0] as String }
    return stored.flatMap { TaskOrder(rawValue: $0) } ?? .hand
  }

  func task(_ id: TaskID, for account: AccountID) throws -> TaskDetail {
    guard let task = try StoredTask.find(id, for: account, self) else { throw StoreError.notFound }
    try task.requireThere()
    return TaskDetail(
      id: task.id, list: task.list, listName: task.listName, text: task.text, done: task.done?.date,
      percent: task.percent, created: task.created.date, changed: task.changed.date, version: task.version,
      parents: task.parent == nil ? [] : try parents(of: id), progress: try subtaskCounts(of: [id], in: task.list)[id])
  }
}
