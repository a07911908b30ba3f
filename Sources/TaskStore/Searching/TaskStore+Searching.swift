import GRDB
public import Tasks

extension TaskStore {
  /// The account's lists and tasks that contain all words of a text, in any order. A word matches words that begin with it.
  ///
  /// Case and diacritics are ignored. Text without spaces, as in Chinese or Japanese, is one word up to the next punctuation mark
  /// and is found by its beginning. Remote lists are found by name; their tasks are not searched. Of tasks that are not indexed
  /// yet, only the newest are scanned; the answer reports whether there are more.
  ///
  /// - Parameters:
  ///   - text: the search text.
  ///   - account: the account to search, without its trash.
  ///   - includingCompleted: whether to search completed tasks too.
  ///   - before: searches only tasks older than this one, and no lists; nil for the newest.
  ///   - limit: the maximum number of tasks.
  public func search(
    _ text: String, for account: AccountID, includingCompleted: Bool = false, before: TaskID? = nil, limit: Int
  ) async throws(StoreError) -> SearchAnswer {
    let asked = SearchKey(
      text: text, account: account, includingCompleted: includingCompleted, before: before, limit: limit)
    return try await read { db in try db.answer(to: asked) }
  }

  /// Whether some of the account's tasks cannot be found yet, because too many were written recently or the index is being
  /// rebuilt.
  public func isSearchBehind(for account: AccountID) async throws(StoreError) -> Bool {
    try await read { db in
      try db.isIndexIncomplete(for: account)
        || db.owners(for: account).contains { owner in
          try db.row(SearchQuery.isManyUnindexed, [owner, SearchQuery.unindexedTasks], { _ in true }) == true
        }
    }
  }
}

private struct SearchKey {
  let text: String
  let account: AccountID
  let includingCompleted: Bool
  let before: TaskID?
  let limit: Int
}

extension Database {
  fileprivate func answer(to asked: SearchKey) throws -> SearchAnswer {
    let words = try SearchWords(asked.text, self)
    if words.words.isEmpty { return .noWords }
    if words.words.count > Limits.searchWords { return .tooManyWords }
    let lists = asked.before == nil ? try lists(with: words, for: asked.account) : []
    var tasks = try indexedTasks(asked, words)
    let unindexed = try unindexedTasks(asked, words)
    if !unindexed.tasks.isEmpty { tasks = (tasks + unindexed.tasks).sorted { $0.id > $1.id } }
    let isMore = tasks.count > asked.limit
    tasks.removeLast(max(0, tasks.count - asked.limit))
    return .found(
      SearchAnswer.Found(
        lists: lists, tasks: tasks, olderThan: isMore ? tasks.last?.id : nil,
        isBehind: try unindexed.isMore || isIndexIncomplete(for: asked.account)))
  }

  /// The matches in the index, up to one more than the limit.
  private func indexedTasks(_ asked: SearchKey, _ words: SearchWords) throws -> [FoundTask] {
    let pattern = words.pattern(for: asked.account, includingCompleted: asked.includingCompleted)
    let rows = try Row.fetchCursor(
      try cachedStatement(sql: SearchQuery.tasks),
      arguments: [
        asked.account.value, pattern, asked.before?.value ?? .max, words.areCut ? -1 : asked.limit + 1,
      ])
    var found: [FoundTask] = []
    while found.count <= asked.limit, let row = try rows.next() {
      if try !words.areCut || words.areIn(row[2], row[3]) { found.append(try FoundTask(row, words)) }
    }
    return found
  }

  /// The matches among the newest tasks that are not indexed yet, and whether there are more such tasks.
  private func unindexedTasks(
    _ asked: SearchKey, _ words: SearchWords
  ) throws -> (tasks: [FoundTask], isMore: Bool) {
    var (found, count, bytes): ([FoundTask], Int, Int) = ([], 0, 0)
    for owner in try owners(for: asked.account) {
      let rows = try Row.fetchCursor(
        try cachedStatement(sql: SearchQuery.unindexed),
        arguments: [
          asked.account.value, asked.includingCompleted, asked.before?.value ?? .max, owner,
          SearchQuery.unindexedTasks + 1,
        ])
      while let row = try rows.next() {
        count += 1
        if count > SearchQuery.unindexedTasks || bytes > SearchQuery.unindexedBytes { return (found, true) }
        guard row[6] as Bool else { continue }
        let (title, notes): (String, String?) = (row[2], row[3])
        bytes += title.utf8.count + (notes?.utf8.count ?? 0)
        if try words.areIn(title, notes) { found.append(try FoundTask(row, words)) }
      }
    }
    return (found, false)
  }

  /// The accounts under which the account's unindexed tasks are queued. A shared list is queued under its first member.
  fileprivate func owners(for account: AccountID) throws -> [Int64] {
    try rows(SearchQuery.owners, [account.value]) { $0[0] as Int64 }
  }

  /// Whether the index is being rebuilt and has not reached the oldest of the account's tasks.
  fileprivate func isIndexIncomplete(for account: AccountID) throws -> Bool {
    guard let below = try row(IndexQuery.below, [], { $0[0] as Int64 }), below > 0 else { return false }
    return try row(SearchQuery.hasTaskUpTo, [account.value, below], { _ in true }) == true
  }
}

enum SearchQuery {
  /// Scans all of the account's lists, which are few: only tasks are indexed.
  static let lists = """
    SELECT l.id, l.name FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND l.deleted IS NULL ORDER BY m.position, m.list
    """

  /// The owner terms narrow the index to the account's tasks; access is decided by `memberships`, as in every query.
  static let tasks = """
    SELECT t.id, l.name, t.title, t.notes, t.due, t.done
    FROM search s CROSS JOIN tasks t ON t.id = s.rowid
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list
      CROSS JOIN lists l ON l.id = t.list
    WHERE s.search MATCH ?2 AND s.rowid < ?3 AND l.deleted IS NULL
      AND NOT EXISTS (SELECT 1 FROM unindexed WHERE unindexed.task = s.rowid)
    ORDER BY s.rowid DESC LIMIT ?4
    """

  /// The limits of unindexed tasks and text bytes that a search scans.
  static let unindexedTasks = 1_000
  static let unindexedBytes = 1 << 20

  static let owners = """
    SELECT DISTINCT (SELECT min(o.account) FROM memberships o WHERE o.list = m.list) FROM memberships m WHERE m.account = ?
    """

  /// Tasks whose index entry is missing or out of date. The last column is whether the search includes them.
  static let unindexed = """
    SELECT u.task, l.name, t.title, t.notes, t.due, t.done,
      (?2 OR t.done IS NULL) AND t.deleted IS NULL AND l.deleted IS NULL AND m.account IS NOT NULL
    FROM unindexed u LEFT JOIN tasks t ON t.id = u.task
      LEFT JOIN memberships m ON m.account = ?1 AND m.list = t.list
      LEFT JOIN lists l ON l.id = t.list
    WHERE u.account = ?4 AND u.task < ?3 ORDER BY u.task DESC LIMIT ?5
    """

  static let isManyUnindexed = "SELECT 1 FROM unindexed WHERE account = ? LIMIT 1 OFFSET ?"

  static let hasTaskUpTo = """
    SELECT 1 FROM memberships m WHERE m.account = ? AND EXISTS (SELECT 1 FROM tasks t WHERE t.list = m.list AND t.id <= ?)
    """
}

extension Database {
  fileprivate func lists(with words: SearchWords, for account: AccountID) throws -> [FoundList] {
    try rows(SearchQuery.lists, [account.value]) { list in
      let (name, has) = try words.mark(list[1])
      return has.count == words.words.count ? FoundList(id: list.id(0), name: name) : nil
    }.compactMap(\.self)
  }
}

extension FoundTask {
  fileprivate init(_ row: Row, _ words: SearchWords) throws {
    let (title, has) = try words.mark(row[2])
    let missing = Set(words.words.indices).subtracting(has)
    let notes = missing.isEmpty ? nil : row[3] as String?
    self.init(
      id: row.id(0), listName: row[1], title: title,
      excerpt: try notes.flatMap { try words.excerpt(of: $0, for: missing) }, due: try row.day(4),
      done: row.moment(5)?.date)
  }
}
