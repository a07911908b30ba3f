import GRDB
import Tasks

/// A search through an account's tasks.
struct Search {
  let text: String?
  let filter: TaskFilter
  let order: SearchOrder
  var before: TaskID?
  /// The maximum number of matches to collect.
  let window: Int
  let account: AccountID
}

extension Search {
  /// The search for all matches, as many as can be changed at once.
  init(allOf text: String?, in filter: TaskFilter, for account: AccountID) {
    self.init(
      text: text, filter: filter, order: text == nil ? .list : .newest, window: Limits.tasksAtOnce, account: account)
  }
}

/// The matches of a search, in order.
struct Matches {
  /// Nil if the search has no text.
  var words: SearchWords?
  var keys: [FoundKey]
  var olderThan: TaskID?
  var isBehind = false
  var bound: SearchAnswer.Bound?

  /// Whether there are no other matches.
  var areAll: Bool { olderThan == nil && bound == nil && !isBehind }
}

enum MatchAnswer {
  case noWords, tooManyWords
  case found(Matches)
}

extension Database {
  /// The matches of a search: those of its words, or of its filter alone.
  func matches(of search: Search) throws -> MatchAnswer {
    guard let text = search.text else { return .found(try filtered(search)) }
    let words = try SearchWords(text, self)
    if words.words.isEmpty { return .noWords }
    if words.words.count > Limits.searchWords { return .tooManyWords }
    return .found(try worded(search, words))
  }

  private func filtered(_ search: Search) throws -> Matches {
    let scan = try FilterScan(self, search.account, search.filter, search.order, limit: search.window + 1)
    let bound: SearchAnswer.Bound? = scan.found.count > search.window ? .matches : scan.isCut ? .tasks : nil
    return Matches(keys: Array(scan.found.prefix(search.window)), bound: bound)
  }

  private func worded(_ search: Search, _ words: SearchWords) throws -> Matches {
    let changed = try search.filter.changedSince.map { try firstChange(since: Milliseconds($0)) }
    let condition = search.filter.arguments(
      changed, tags: try search.filter.tag.map { try namesJSON(of: $0, for: search.account) })
    let indexed = try indexedMatches(search, words, condition)
    let unindexed = try unindexedMatches(search, words, condition)
    var keys = indexed.keys
    if !unindexed.keys.isEmpty { keys = (keys + unindexed.keys).sorted { $0.id > $1.id } }
    // Older tasks than the last compared one are left for the next search.
    if let last = indexed.last { keys.removeAll { $0.id < last } }
    let isMore = keys.count > search.window
    keys.removeLast(max(0, keys.count - search.window))
    let oldest = isMore ? keys.last?.id : indexed.last
    keys.sort(by: search.order.isBefore)
    return Matches(
      words: words, keys: keys, olderThan: oldest.map { TaskID($0) },
      isBehind: try unindexed.isMore || isIndexIncomplete(for: search.account))
  }

  /// The newest matches in the index, up to one more than the window. `last` is the task at which the search stopped comparing.
  private func indexedMatches(
    _ search: Search, _ words: SearchWords, _ condition: [(any DatabaseValueConvertible)?]
  ) throws -> (keys: [FoundKey], last: Int64?) {
    let arguments: [(any DatabaseValueConvertible)?] = [
      search.account.value, words.pattern(for: search.account, search.filter.status), search.before?.value ?? .max,
    ]
    let rows = try Row.fetchCursor(
      try cachedStatement(sql: SearchQuery.tasks), arguments: StatementArguments(arguments + condition))
    var (keys, compared): ([FoundKey], Int) = ([], 0)
    while keys.count <= search.window, let row = try rows.next() {
      compared += 1
      if try row[6] as Bool && (!words.areCut || words.areIn(row[7], row[8])) {
        var key = FoundKey(row)
        if search.order == .relevance { key.isInTitle = try words.mark(row[7]).has.count == words.words.count }
        keys.append(key)
      }
      if compared == SearchQuery.comparedTasks { return (keys, row[0]) }
    }
    return (keys, nil)
  }

  /// The matches among the newest tasks that are not indexed yet, and whether there are more such tasks.
  private func unindexedMatches(
    _ search: Search, _ words: SearchWords, _ condition: [(any DatabaseValueConvertible)?]
  ) throws -> (keys: [FoundKey], isMore: Bool) {
    var (found, count, bytes): ([FoundKey], Int, Int) = ([], 0, 0)
    for owner in try owners(for: search.account) {
      let arguments: [(any DatabaseValueConvertible)?] = [
        search.account.value, owner, search.before?.value ?? .max, search.filter.status == .done,
        search.filter.status == .open, SearchQuery.unindexedTasks + 1,
      ]
      let rows = try Row.fetchCursor(
        try cachedStatement(sql: SearchQuery.unindexed), arguments: StatementArguments(arguments + condition))
      while let row = try rows.next() {
        count += 1
        if count > SearchQuery.unindexedTasks || bytes > SearchQuery.unindexedBytes { return (found, true) }
        guard row[6] as Bool else { continue }
        let (title, notes): (String, String?) = (row[7], row[8])
        bytes += title.utf8.count + (notes?.utf8.count ?? 0)
        guard try words.areIn(title, notes) else { continue }
        var key = FoundKey(row)
        key.isInTitle = try words.mark(title).has.count == words.words.count
        found.append(key)
      }
    }
    return (found, false)
  }

  /// The accounts under which the account's unindexed tasks are queued; empty if no task of any account is queued. A shared list is
  /// queued under its first member.
  func owners(for account: AccountID) throws -> [Int64] {
    // Looking up the first member of each list takes milliseconds with thousands of lists, and the queue is empty most of the time.
    guard try row(SearchQuery.isAnyUnindexed, [], { _ in true }) == true else { return [] }
    return try rows(SearchQuery.owners, [account.value]) { $0[0] as Int64 }
  }

  /// Whether the index is being rebuilt and has not reached the oldest of the account's tasks.
  func isIndexIncomplete(for account: AccountID) throws -> Bool {
    guard let below = try row(IndexQuery.below, [], { $0[0] as Int64 }), below > 0 else { return false }
    return try row(SearchQuery.hasTaskUpTo, [account.value, below], { _ in true }) == true
  }
}
