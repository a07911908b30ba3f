import GRDB
import Tasks

/// The search for tasks by a filter, without words.
///
/// It reads list by list, in the order of an index, and only as many rows as the result can have: with a due date from
/// `tasks_due`, with a priority from `tasks_priority`. What no index decides is compared row by row. How many rows
/// that takes is counted in advance, and lists beyond ``Limits/comparedTasks`` are left out. Of the first tag, the tasks that have it are
/// read and compared; otherwise, of those that repeat, these.
struct FilterScan {
  private let db: Database
  private let account: AccountID
  private let filter: TaskFilter
  private let order: SearchOrder
  /// The number of matches to find.
  private let limit: Int
  private let changed: Int64?
  private let tags: FilterTags
  private var budget = Limits.comparedTasks

  private(set) var found: [FoundKey] = []
  /// Whether lists were left out because of their number of tasks.
  private(set) var isCut = false

  init(_ db: Database, _ account: AccountID, _ filter: TaskFilter, _ order: SearchOrder, limit: Int) throws {
    (self.db, self.account, self.filter, self.order, self.limit) = (db, account, filter, order, limit)
    changed = try filter.changedSince.map { try db.firstChange(since: Milliseconds($0)) }
    tags = try FilterTags(filter.tags, for: account, splitsFirst: true, db)
    if let first = tags.first {
      try run(among: FilterQuery.tagged, first)
    } else if filter.repeats {
      try run(among: FilterQuery.repeating, nil)
    } else if case .account(let assignee) = filter.assignee {
      try run(among: FilterQuery.assigned, assignee.value)
    } else {
      try run()
    }
  }

  /// A list's tasks that one index has in order.
  private enum Part {
    case dated(ClosedRange<DueTime>)
    case undated
    /// All open tasks, in the list's order.
    case open
    /// Completed tasks, the last completed first.
    case completed(since: Int64 = .min)

    /// The part without tasks that come after a task of it.
    func bounded(by last: FoundKey) -> Part {
      switch self {
      case .dated(let times):
        guard let due = last.due.flatMap({ DueTime($0) }), times.contains(due) else { return self }
        return .dated(times.lowerBound...due)
      case .completed(let since): return .completed(since: max(since, last.done ?? .min))
      case .undated, .open: return self
      }
    }
  }

  private var parts: [Part] {
    var parts: [Part] = []
    switch filter.status {
    case .open, .all:
      switch filter.due {
      case .between(let times): parts = [.dated(times)]
      case .undated: parts = [.undated]
      case nil where order == .list && filter.priority == nil: parts = [.open]
      case nil: parts = [.dated(DueTime.first...DueTime(.last, nil)), .undated]
      }
    case .done: break
    }
    switch filter.status {
    case .all, .done: parts.append(.completed())
    case .open: break
    }
    return parts
  }

  private var lists: [SortKey] {
    get throws {
      try db.rows(FilterQuery.lists, [account.value, filter.list?.value]) { SortKey(position: $0[0], id: $0[1]) }
    }
  }

  private mutating func run() throws {
    let lists = try lists
    if order == .list {
      for list in lists where found.count < limit {
        var matches: [FoundKey] = []
        for part in parts { matches += try self.matches(part, in: list, wanted: limit - found.count) }
        found += matches.sorted(by: order.isBefore).prefix(limit - found.count)
      }
    } else {
      for part in parts where found.count < limit { try find(part, in: lists) }
    }
  }

  /// Adds the matches among few tasks, which a statement selects list by list.
  private mutating func run(among sql: String, _ first: (any DatabaseValueConvertible)?) throws {
    let condition = filter.arguments(changed, tags)
    for list in try lists where order != .list || found.count < limit {
      let arguments: [(any DatabaseValueConvertible)?] = [
        account.value, list.id, first, filter.status == .done, filter.status == .open, budget + 1,
      ]
      let rows = try db.rows(sql, StatementArguments(arguments + condition)) { row -> FoundKey? in
        row[4] as Bool ? FoundKey(row, list: list) : nil
      }
      guard rows.count <= budget else {
        isCut = true
        continue
      }
      budget -= rows.count
      let matches = rows.compactMap(\.self)
      found += order == .list ? matches.sorted(by: order.isBefore) : matches
    }
    if order != .list { found.sort(by: order.isBefore) }
    found.removeLast(max(0, found.count - limit))
  }

  /// Adds the matches of a part in all lists, which come after those of the parts before it.
  private mutating func find(_ part: Part, in lists: [SortKey]) throws {
    let wanted = limit - found.count
    var part = try bounded(part, in: lists, wanted: wanted)
    var best: [FoundKey] = []
    for list in lists {
      if case .undated = part, best.count >= wanted { break }
      best += try matches(part, in: list, wanted: wanted)
      guard best.count >= wanted else { continue }
      best.sort(by: order.isBefore)
      best.removeLast(best.count - wanted)
      if let last = best.last { part = part.bounded(by: last) }
    }
    found += best.sorted(by: order.isBefore)
  }

  /// The part without tasks that come after the wanted number of others. The first few tasks of every list bound it, so that not
  /// all that are wanted are read from every list.
  private mutating func bounded(_ part: Part, in lists: [SortKey], wanted: Int) throws -> Part {
    let share = wanted / max(1, lists.count) + 1
    guard share < wanted, !isCompared(part) else { return part }
    var first: [FoundKey] = []
    for list in lists { first += try matches(part, in: list, wanted: share) }
    guard first.count >= wanted else { return part }
    return part.bounded(by: first.sorted(by: order.isBefore)[wanted - 1])
  }

  private mutating func matches(_ part: Part, in list: SortKey, wanted: Int) throws -> [FoundKey] {
    let compared = try comparisons(part, in: list)
    guard compared <= budget else {
      isCut = true
      return []
    }
    budget -= compared
    let rest: [(any DatabaseValueConvertible)?] = [
      filter.priority.map { Int64($0.rawValue) }, changed, filter.changedSince.map { Milliseconds($0).value },
    ]
    func arguments(
      _ wanted: Int, _ bounds: [(any DatabaseValueConvertible)?] = []
    ) -> [(any DatabaseValueConvertible)?] {
      let all = [account.value, list.id] + rest + [wanted, filter.zone] + bounds
      let last: [(any DatabaseValueConvertible)?] = [tags.none, tags.isUntagged]
      return all + Array(repeating: nil, count: 11 - all.count) + last + filter.assignee.arguments
    }
    switch part {
    case .dated(let times):
      let sql = filter.priority == nil ? FilterQuery.dated : FilterQuery.datedOfPriority
      let bounds = [times.lowerBound.description, times.upperBound.description]
      return try datedKeys(sql, arguments(-1, bounds), list, wanted)
    case .undated:
      return try keys(
        filter.priority == nil ? FilterQuery.undated : FilterQuery.undatedOfPriority, arguments(wanted), list)
    case .open: return try keys(FilterQuery.open, arguments(wanted), list)
    case .completed(let since):
      let (isUndated, times) = filter.due.parts
      let bounds = [times?.lowerBound.description, times?.upperBound.description]
      return try keys(FilterQuery.completed, arguments(wanted, [isUndated, bounds[0], bounds[1], since]), list)
    }
  }

  private func isCompared(_ part: Part) -> Bool {
    if tags.none != nil || tags.isUntagged || filter.assignee != nil { return true }
    return switch part {
    case .dated, .open: changed != nil
    case .undated: changed != nil || filter.priority == nil
    case .completed: changed != nil || filter.priority != nil || filter.due != nil
    }
  }

  /// The number of rows that are compared one by one; one more than the budget if it is more.
  private func comparisons(_ part: Part, in list: SortKey) throws -> Int {
    guard isCompared(part) else { return 0 }
    let count = if case .completed = part { FilterQuery.completedCount } else { FilterQuery.openCount }
    return try db.count(count, [account.value, list.id, budget + 1])
  }

  /// At least the first ones that are wanted. The index has them by the days that are stored, so others of the next few days may come
  /// before them on the reader's clock.
  private func datedKeys(
    _ sql: String, _ arguments: [(any DatabaseValueConvertible)?], _ list: SortKey, _ wanted: Int
  ) throws -> [FoundKey] {
    let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
    var (keys, last): ([FoundKey], String?) = ([], nil)
    while let row = try rows.next() {
      let day: String = row[4]
      if let last, day > last { break }
      keys.append(FoundKey(row, list: list))
      if keys.count == wanted { last = Day(iso: day)?.adding(days: 2 * DueKey.margin).iso }
    }
    return keys
  }

  private func keys(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?], _ list: SortKey) throws -> [FoundKey]
  {
    try db.rows(sql, StatementArguments(arguments)) { FoundKey($0, list: list) }
  }
}

/// The statements of a ``FilterScan``. Each names its index, so that its cost does not depend on the planner's statistics.
enum FilterQuery {
  /// The account's lists in its order. Lists are few.
  static let lists = """
    SELECT m.position, m.list FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ?1 AND (?2 IS NULL OR m.list = ?2) AND l.deleted IS NULL
    ORDER BY m.position, m.list
    """

  /// The tasks of a list with a tag, whose names are a JSON array, and whether the filter covers each of them.
  static let tagged = """
    SELECT t.id, \(DueKey.sql("t", in: "?18")), t.done, t.position, (\(TaskFilter.condition(from: 7))) IS TRUE
    FROM json_each(?3) j CROSS JOIN task_tags g ON g.list = ?2 AND g.tag = j.value CROSS JOIN tasks t ON t.id = g.task
    WHERE \(ListQuery.isReadable) AND t.deleted IS NULL AND (NOT ?4 OR t.done IS NOT NULL)
      AND (NOT ?5 OR t.done IS NULL)
    LIMIT ?6
    """

  /// The tasks of a list that repeat, which are open, with whether they match.
  static let repeating = """
    SELECT t.id, \(DueKey.sql("t", in: "?18")), t.done, t.position, (\(TaskFilter.condition(from: 7))) IS TRUE
    FROM tasks t INDEXED BY tasks_repeating
    WHERE \(ListQuery.isReadable) AND t.list = ?2 AND t.repeats IS NOT NULL AND t.done IS NULL AND t.deleted IS NULL
      AND ?3 IS NULL AND NOT ?4 AND ?5 IN (0, 1)
    LIMIT ?6
    """

  /// The tasks of a list that are an account's to do, with whether they match.
  static let assigned = """
    SELECT t.id, \(DueKey.sql("t", in: "?18")), t.done, t.position, (\(TaskFilter.condition(from: 7))) IS TRUE
    FROM tasks t INDEXED BY tasks_assignee
    WHERE \(ListQuery.isReadable) AND t.assignee = ?3 AND t.list = ?2 AND t.deleted IS NULL
      AND (NOT ?4 OR t.done IS NOT NULL) AND (NOT ?5 OR t.done IS NULL)
    LIMIT ?6
    """

  static let dated = select(
    from: "tasks_due", where: "\(isOpen) AND \(DueKey.isBetween("?8", "?9", "t", in: "?7"))", by: DueKey.indexOrder("t")
  )
  static let datedOfPriority = select(
    from: "tasks_priority", where: "\(isOfPriority) AND \(isOpen) AND \(DueKey.isBetween("?8", "?9", "t", in: "?7"))",
    by: DueKey.indexOrder("t"))
  static let undated = select(from: "tasks_open", where: "\(isOpen) AND t.due IS NULL", by: "t.position")
  static let undatedOfPriority = select(
    from: "tasks_priority", where: "\(isOfPriority) AND \(isOpen) AND t.due IS NULL", by: DueKey.indexOrder("t"))
  static let open = select(from: "tasks_open", where: isOpen, by: "t.position")
  static let completed = select(
    from: "tasks_completed",
    where: """
      t.done >= ?11 AND t.deleted IS NULL AND (NOT ?8 OR t.due IS NULL)
        AND (?9 IS NULL OR \(DueKey.isBetween("?9", "?10", "t", in: "?7")))
      """, by: "t.done DESC")

  /// The second comparison makes the partial index apply. As a likely one, it is not preferred to the first.
  private static let isOfPriority = "t.priority = ?3 AND likelihood(t.priority > 0, 0.9999)"
  private static let isOpen = "t.done IS NULL AND t.deleted IS NULL"

  static let openCount = count(in: "tasks_open", where: isOpen)
  static let completedCount = count(in: "tasks_completed", where: "t.done IS NOT NULL AND t.deleted IS NULL")

  private static func count(in index: String, where condition: String) -> String {
    """
    SELECT count(*) FROM (SELECT 1 FROM tasks t INDEXED BY \(index)
      WHERE \(ListQuery.isReadable) AND t.list = ?2 AND \(condition) LIMIT ?3)
    """
  }

  private static func select(from index: String, where condition: String, by order: String) -> String {
    """
    SELECT t.id, \(DueKey.sql("t", in: "?7")), t.done, t.position, t.due FROM tasks t INDEXED BY \(index)
    WHERE \(ListQuery.isReadable) AND t.list = ?2 AND \(condition)
      AND (?3 IS NULL OR t.priority = ?3) AND (?4 IS NULL OR t.version >= ?4 OR t.done >= ?5)
      AND \(TaskFilter.tagsAreMissing("?12", "?13")) AND \(TaskFilter.isAssigned("?14", "?15"))
    ORDER BY \(order) LIMIT ?6
    """
  }
}
