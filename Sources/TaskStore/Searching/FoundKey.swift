import GRDB
import Tasks

/// The columns that the results of a search are sorted by. Titles and notes are read for the rows of a page only.
struct FoundKey: Hashable {
  let id: Int64
  /// Sorts by the due date: ``DueTime``.
  let due: String?
  let done: Int64?
  /// The place of its list in the account's order.
  let list: SortKey
  let position: Int64
  /// Whether the title alone contains all words.
  var isInTitle = true

  /// The columns of a task `t` and a membership `m`, which ``init(_:)`` reads.
  /// - Parameter zone: the parameter with the reader's time zone: the last one of ``TaskFilter/condition(from:)``.
  static func columns(in zone: String) -> String {
    "t.id, \(DueKey.sql("t", in: zone)), t.done, t.position, m.position, m.list"
  }

  init(_ row: Row) { self.init(row, list: SortKey(position: row[4], id: row[5])) }

  /// Reads the columns of the task; its list is known.
  init(_ row: Row, list: SortKey) {
    id = row[0]
    due = row[1]
    done = row[2]
    position = row[3]
    self.list = list
  }
}

extension SearchOrder {
  /// Whether a result comes before another one. The order is total.
  func isBefore(_ left: FoundKey, _ right: FoundKey) -> Bool {
    switch self {
    case .newest: return left.id > right.id
    case .relevance:
      if left.isInTitle != right.isInTitle { return left.isInTitle }
      if (left.done == nil) != (right.done == nil) { return left.done == nil }
      return left.id > right.id
    case .date:
      if let isBefore = isCompletedBefore(left, right) { return isBefore }
      if left.due != right.due {
        guard let due = left.due, let otherDue = right.due else { return left.due != nil }
        return due < otherDue
      }
      return isListedBefore(left, right)
    case .list:
      if left.list != right.list { return left.list < right.list }
      return isCompletedBefore(left, right) ?? isListedBefore(left, right)
    }
  }

  /// The order of two tasks of which one at least is completed: open tasks first, then the last completed.
  private func isCompletedBefore(_ left: FoundKey, _ right: FoundKey) -> Bool? {
    switch (left.done, right.done) {
    case (nil, nil): nil
    case (nil, _): true
    case (_, nil): false
    case (let left?, let right?) where left != right: left > right
    case (_?, _?): left.id > right.id
    }
  }

  private func isListedBefore(_ left: FoundKey, _ right: FoundKey) -> Bool {
    if left.list != right.list { return left.list < right.list }
    return SortKey(position: left.position, id: left.id) < SortKey(position: right.position, id: right.id)
  }
}

extension TaskFilter {
  /// The condition on a task `t` as SQL, with fourteen parameters from `?first` on: ``arguments(_:)``. NULL counts as false.
  static func condition(from first: Int) -> String {
    let all = (first..<first + 14).map { "?\($0)" }
    let (list, undated, from, to) = (all[0], all[1], all[2], all[3])
    let (priority, version, since, tags, repeats) = (all[4], all[5], all[6], all[7], all[8])
    let (without, untagged, zone) = (all[9], all[10], all[11])
    return """
      (\(list) IS NULL OR t.list = \(list)) AND (NOT \(undated) OR t.due IS NULL)
        AND (\(from) IS NULL OR \(DueKey.isBetween(from, to, "t", in: zone))) AND (\(priority) IS NULL OR t.priority = \(priority))
        AND (\(version) IS NULL OR t.version >= \(version) OR t.done >= \(since))
        AND (NOT \(repeats) OR t.repeats IS NOT NULL)
        AND (\(tags) IS NULL OR NOT EXISTS (
          SELECT 1 FROM json_each(\(tags)) a WHERE NOT EXISTS (
            SELECT 1 FROM json_each(a.value) j CROSS JOIN task_tags g
              ON g.list = t.list AND g.tag = j.value AND g.task = t.id)))
        AND \(tagsAreMissing(without, untagged)) AND \(isAssigned(all[12], all[13]))
      """
  }

  /// The condition on a task `t` that it is an account's to do; with a flag, or no one's.
  static func isAssigned(_ account: String, _ orNobody: String) -> String {
    """
    (\(account) IS NULL OR iif(t.assignee IS NOT NULL AND \(PersonQuery.isAssigned), t.assignee = \(account), \(orNobody)))
    """
  }

  /// The condition on a task `t` that it has none of some tags, or none at all.
  static func tagsAreMissing(_ without: String, _ untagged: String) -> String {
    """
    (\(without) IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(\(without)) j CROSS JOIN task_tags g ON g.list = t.list AND g.tag = j.value AND g.task = t.id))
      AND (NOT \(untagged) OR t.tags IS NULL)
    """
  }

  /// - Parameters:
  ///   - version: the first change since ``changedSince``.
  ///   - tags: the names of the tags that tasks have and don't have.
  func arguments(_ version: Int64?, _ tags: FilterTags) -> [(any DatabaseValueConvertible)?] {
    let (isUndated, times) = due.parts
    let others: [(any DatabaseValueConvertible)?] = [
      list?.value, isUndated, times?.lowerBound.description, times?.upperBound.description,
      priority.map { Int64($0.rawValue) }, version,
      changedSince.map { Milliseconds($0).value }, tags.all, repeats, tags.none, tags.isUntagged, zone,
    ]
    return others + assignee.arguments
  }

  /// Whether it compares more than the status of a task.
  var isRestrictive: Bool {
    list != nil || due != nil || priority != nil || !tags.isEmpty || repeats || assignee != nil
      || changedSince != nil
  }
}

extension AssigneeFilter? {
  /// The arguments of ``TaskFilter/isAssigned(_:_:)``.
  var arguments: [(any DatabaseValueConvertible)?] {
    switch self {
    case .account(let account): [account.value, false]
    case .accountOrNobody(let account): [account.value, true]
    case nil: [nil, false]
    }
  }
}

/// The tags of a filter as arguments of a statement.
struct FilterTags {
  /// The names of the first tag, as a JSON array; nil without tags.
  var first: String?
  /// For each tag, or for each other one, the array of its names.
  var all: String?
  var none: String?
  var isUntagged = false

  /// - Parameter splitsFirst: whether the first tag selects the tasks, and the others are compared.
  init(_ tags: TagFilter, for account: AccountID, splitsFirst: Bool, _ db: Database) throws {
    var names = try tags.all.map { try db.namesJSON(of: [$0], for: account) }
    if splitsFirst, !names.isEmpty { first = names.removeFirst() }
    if !names.isEmpty { all = "[\(names.joined(separator: ","))]" }
    if !tags.none.isEmpty { none = try db.namesJSON(of: tags.none, for: account) }
    isUntagged = tags.isUntagged
  }
}

extension DueFilter? {
  /// Whether tasks have no due date, and between which ones they are due otherwise; nil for any.
  var parts: (isUndated: Bool, times: ClosedRange<DueTime>?) {
    switch self {
    case .undated: (true, nil)
    case .between(let times): (false, times)
    case nil: (false, nil)
    }
  }
}

extension Database {
  /// The first change at a moment or later, or a greater id if there is none. Changes have no index by time, but their ids grow
  /// with it.
  func firstChange(since moment: Milliseconds) throws -> Int64 {
    let last = try row("SELECT seq FROM sqlite_sequence WHERE name = 'changes'", []) { $0[0] as Int64 } ?? 0
    var (low, high) = (Int64(1), last + 1)
    while low < high {
      let middle = low + (high - low) / 2
      let found = try row(SearchQuery.changeFrom, [middle]) { (id: $0[0] as Int64, at: $0[1] as Int64) }
      if let found, found.at < moment.value { low = found.id + 1 } else { high = middle }
    }
    return low
  }
}
