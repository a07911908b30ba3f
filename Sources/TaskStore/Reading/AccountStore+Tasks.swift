import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// The open tasks of a list in its own order without subtasks, at most `limit` of them; nil returns all.
  package func openTasks(in list: ListID, limit: Int? = nil) async throws(Problem) -> [TaskRow] {
    try await readShortly { db in
      let rows = try db.openRows(of: list, in: .hand, for: account, from: 0, limit).map(\.row)
      if rows.isEmpty { try db.requireReadable(list, for: account) }
      return rows
    }
  }

  /// The tasks among some that are open in a list, in its own order.
  package func openTasks(among tasks: [TaskID], in list: ListID) async throws(Problem) -> [OpenTask] {
    try await readShortly { db in
      try db.rows(SelectionQuery.openAmong, [account.value, list.value, Set(tasks).json]) {
        OpenTask(id: $0.id(0), title: $0[1])
      }
    }
  }

  /// The open tasks that the card of a list shows: those that are late or due today first, then the others in the list's order.
  package func cardTasks(
    in list: ListID, now: ZonedTime, limit: Int
  ) async throws(Problem) -> CardTasks {
    try await readShortly { db in
      let tomorrow = DueTime(startOf: now.day.adding(days: 1))
      let due = try db.rows(
        TaskQuery.dueFirst, [account.value, list.value, tomorrow.description, now.zone, limit], TaskQuery.row)
      let late = try db.count(TaskQuery.lateCount, [account.value, list.value, now.time.description, now.zone])
      let open = try db.openRows(of: list, in: .hand, for: account, from: 0, limit + due.count).map(\.row)
      if open.isEmpty { try db.requireReadable(list, for: account) }
      let others = open.filter { row in !due.contains { $0.id == row.id } }
      return CardTasks(Array((due + others).prefix(limit)), late: late)
    }
  }

  /// One page of the open tasks of a list in the order in which the account looks at it, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - size: the number of tasks on a page without their subtasks; nil for all tasks.
  ///   - section: which of the tasks; those of a section that is gone are none.
  ///   - changed: tasks that were changed since the page was opened. They stay where they were.
  package func openPage(
    _ number: Int, of size: Int?, in list: ListID, section: ShownSection = .all, including changed: [ChangedRow] = [],
    subtasks: ShownSubtasks = .unfolded
  ) async throws(Problem) -> TaskRowPage {
    try await readShortly { db in
      guard let places = try db.positions(of: section, in: list) else {
        return TaskRowPage([], number: 1, paging: Paging(0, of: size))
      }
      return try db.outlinePage(
        number, of: size, in: list, places, for: account, keeping: changed, zone, subtasks: subtasks)
    }
  }

  /// The position of a task, or the one it would have if it were open; nil if the task is not in the list, or is in the trash. A
  /// subtask has the position of the task that contains it.
  /// - Parameter changed: tasks that stay where they were; see ``openPage(_:of:in:for:including:subtasks:)``.
  package func openPlace(
    of task: TaskID, in list: ListID, section: ShownSection = .all, including changed: [ChangedRow] = []
  ) async throws(Problem) -> RowPosition? {
    try await readShortly { db in
      try db.positions(of: section, in: list).flatMap {
        try db.openPlace(of: task, in: list, $0, for: account, keeping: changed, zone)
      }
    }
  }

  /// One page of the completed tasks of a list without their subtasks, the last completed first, or the nearest existing page.
  package func completedPage(
    _ number: Int, of size: Int, in list: ListID
  ) async throws(Problem) -> TaskRowPage {
    try await readShortly { db in try db.completedPage(number, of: size, in: list, for: account) }
  }

  /// One task.
  ///
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the task or its list is in the trash.
  package func task(_ id: TaskID) async throws(Problem) -> TaskDetail {
    try await readShortly { db in try db.task(id, for: account) }
  }
}

extension Database {
  func openPlace(
    of task: TaskID, in list: ListID, _ places: ClosedRange<Int64> = .everyPosition, for account: AccountID,
    keeping changed: [ChangedRow] = [], _ zone: String
  ) throws -> RowPosition? {
    let order = ShownOrder(try order(of: list, for: account), in: zone)
    let kept = changed.filter { $0.isRow(of: list) && places.contains($0.place.position) }
    if let row = kept.first(where: { $0.row.id == task }) {
      return try openPosition(of: row.rank(in: order.order), in: order, of: list, places, for: account, keeping: kept)
    }
    let outermost = try outermost(of: task)
    if outermost != task, try !exists(SubtaskQuery.isThere, [task.value]) { return nil }
    let arguments: StatementArguments = [
      account.value, list.value, outermost.value, zone, places.lowerBound, places.upperBound,
    ]
    let place = try row(TaskQuery.place(in: order.order), arguments) { RowPosition(before: $0[0], total: $0[1]) }
    guard place != nil, !kept.isEmpty, let stored = try StoredTask.find(outermost, for: account, self) else {
      return place
    }
    let due = stored.text.due.map { DueTime($0, stored.text.time, in: order.timeZone) }
    let rank = Rank(due: due, priority: stored.text.priority, stored.place, in: order.order)
    return try openPosition(of: rank, in: order, of: list, places, for: account, keeping: kept)
  }

  /// The position of a rank among the open tasks of a list and those that stay where they were.
  private func openPosition(
    of rank: Rank, in order: ShownOrder, of list: ListID, _ places: ClosedRange<Int64>, for account: AccountID,
    keeping kept: [ChangedRow]
  ) throws -> RowPosition? {
    let arguments: StatementArguments = [
      account.value, list.value, rank.place.position, rank.place.id, rank.key, order.zone, places.lowerBound,
      places.upperBound,
    ]
    let others = try row(TaskQuery.placeOfRank(in: order.order), arguments) { RowPosition(before: $0[0], total: $0[1]) }
    guard let others else { return nil }
    let open = kept.compactMap { $0.openRank(in: order) }
    return RowPosition(
      before: others.before - open.count { $0 < rank && $0.place.id != rank.place.id }
        + kept.count { $0.rank(in: order.order) < rank },
      total: others.total - open.count + kept.count)
  }

  /// A page of open tasks with their subtasks.
  func outlinePage(
    _ number: Int, of size: Int?, in list: ListID, _ places: ClosedRange<Int64> = .everyPosition,
    for account: AccountID, keeping changed: [ChangedRow] = [], _ zone: String, subtasks: ShownSubtasks
  ) throws -> TaskRowPage {
    let page = try openPage(number, of: size, in: list, places, for: account, keeping: changed, zone)
    let outline = try subtasks.outline.rows(page.rows, of: list, for: account, self)
    return TaskRowPage(try holding(changed, in: outline, of: list), number: page.number, paging: page.paging)
  }

  func completedPage(
    _ number: Int, of size: Int, in list: ListID, for account: AccountID
  ) throws -> TaskRowPage {
    let total = try count(TaskQuery.completedCount, [account.value, list.value])
    if total == 0 { try requireReadable(list, for: account) }
    return try TaskRowPage(nearest: number, of: size, total: total) { shown in
      let rows = try rows(
        TaskQuery.completed, [account.value, list.value, shown.count, shown.lowerBound], TaskQuery.row)
      let counts = try hasSubtasks(in: list) ? subtaskCounts(of: rows.map(\.id), in: list) : [:]
      return rows.map { $0.placed(at: $0.place, progress: counts[$0.id], subtasks: .elsewhere) }
    }
  }

  private func openPage(
    _ number: Int, of size: Int?, in list: ListID, _ places: ClosedRange<Int64>, for account: AccountID,
    keeping changed: [ChangedRow], _ zone: String
  ) throws -> TaskRowPage {
    let changed = changed.filter { $0.isRow(of: list) && places.contains($0.place.position) }
    let order = ShownOrder(try order(of: list, for: account), in: zone)
    let total = try count(TaskQuery.openCount, [account.value, list.value, places.lowerBound, places.upperBound])
    if total == 0 { try requireReadable(list, for: account) }
    let others = total - changed.count { $0.openRank(in: order) != nil }
    return try TaskRowPage(nearest: number, of: size, total: others + changed.count) { shown in
      let rows = KeptRows(changed.map { (rank: $0.rank(in: order.order), row: $0.row) })
      let wanted = rows.others(for: shown)
      let found = try openRows(
        of: list, in: order, places, for: account, from: wanted.lowerBound, wanted.count,
        without: changed.map(\.row.id))
      return rows.rows(shown, among: found)
    }
  }

  /// - Parameter others: tasks to leave out.
  func openRows(
    of list: ListID, in order: ShownOrder, _ places: ClosedRange<Int64> = .everyPosition, for account: AccountID,
    from start: Int, _ limit: Int?, without others: [TaskID] = []
  ) throws -> [(rank: Rank, row: TaskRow)] {
    let arguments: StatementArguments = [
      account.value, list.value, limit ?? -1, start, others.json, order.zone, places.lowerBound, places.upperBound,
    ]
    let zone = order.timeZone
    return try rows(TaskQuery.open(in: order.order), arguments) { row in
      try TaskQuery.ranked(row, in: order.order, zone: zone)
    }
  }

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
      parents: task.parent == nil ? [] : try parents(of: id), progress: try subtaskCounts(of: [id], in: task.list)[id],
      isReadOnly: task.isFollowed || !task.role.may(.write), assigned: task.assigned)
  }
}

extension AccountStore {
  /// Whether a task is another one, or is among its subtasks or theirs.
  package func isSubtask(_ subtask: TaskID, in task: TaskID) async throws(Problem) -> Bool {
    try await readShortly { db in
      guard try StoredTask.find(subtask, for: account, db) != nil else { throw StoreError.notFound }
      return try subtask == task || db.parents(of: subtask).contains { $0.id == task }
    }
  }

  /// One page of the subtasks of a task in their order, completed or not, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - size: the number of subtasks on a page, without subtasks of subtasks.
  ///   - changed: tasks that were changed since the page was opened. They stay where they were, if their places are on the page.
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the task or its list is in the trash.
  package func subtasksPage(
    _ number: Int, of size: Int, of task: TaskID, including changed: [ChangedRow] = []
  ) async throws(Problem) -> TaskRowPage {
    try await readShortly { db in
      guard let parent = try StoredTask.find(task, for: account, db) else { throw StoreError.notFound }
      try parent.requireThere()
      let total = try db.subtaskCounts(of: [task], in: parent.list)[task]?.total ?? 0
      return try TaskRowPage(nearest: number, of: size, total: total) { shown in
        let subtasks = try db.rows(
          SubtaskQuery.page, [account.value, parent.list.value, task.value, shown.count, shown.lowerBound],
          TaskQuery.row)
        var rows = try db.holding(
          changed, in: Outline().rows(subtasks, of: parent.list, for: account, db), of: parent.list)
        let gone = changed.filter { $0.parent == task && $0.list == parent.list && $0.isGone }
        for subtask in gone.sorted(by: { $1.place < $0.place }) {
          let before = try db.subtaskCount(before: subtask, under: task, in: parent.list)
          guard (shown.lowerBound...max(shown.lowerBound, shown.upperBound)).contains(before) else { continue }
          let starts = rows.indices.filter { rows[$0].place.depth == 0 }
          let index = before - shown.lowerBound
          rows.insert(subtask.row, at: index < starts.count ? starts[index] : rows.endIndex)
        }
        return rows
      }
    }
  }
}
