import GRDB
public import Tasks

extension TaskStore {
  /// Lists and tasks of the account in which words begin as those of a text do: all of them, in any order.
  ///
  /// Upper case and accents make no difference. A text without blanks, as in Chinese or Japanese, is one word up to the next
  /// mark: it is found by its beginning. Lists from elsewhere are found by their names, their tasks are not. Of tasks that the
  /// index was not told of yet only the newest are looked through; the answer says whether there are more.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - account: whose lists and tasks; those in the trash are left out.
  ///   - includingCompleted: whether completed tasks are searched too.
  ///   - before: only tasks older than that one, and no lists; nil for the newest.
  ///   - limit: how many tasks at most.
  public func search(
    _ text: String, for account: AccountID, includingCompleted: Bool = false, before: TaskID? = nil, limit: Int
  ) async throws(StoreError) -> SearchAnswer {
    let asked = SearchKey(
      text: text, account: account, includingCompleted: includingCompleted, before: before, limit: limit)
    return try await read { db in try db.answer(to: asked) }
  }

  /// Whether some of the account's tasks can't be found yet: more were written just now than a search looks through by itself, or
  /// the index is being built anew.
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

  /// What the index finds, one more than asked for.
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

  /// What is found among the newest tasks that the index does not know as they are, and whether there are more of those.
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

  /// Under whose numbers tasks wait to be indexed that the account can see: its own, but for lists that others are in as well.
  fileprivate func owners(for account: AccountID) throws -> [Int64] {
    try rows(SearchQuery.owners, [account.value]) { $0[0] as Int64 }
  }

  /// Whether the index is being built anew and has not come to the oldest of the account's tasks.
  fileprivate func isIndexIncomplete(for account: AccountID) throws -> Bool {
    guard let below = try row(IndexQuery.below, [], { $0[0] as Int64 }), below > 0 else { return false }
    return try row(SearchQuery.hasTaskUpTo, [account.value, below], { _ in true }) == true
  }
}

enum SearchQuery {
  /// Of all the account's lists, as they are few: the index has the words of tasks only.
  static let lists = """
    SELECT l.id, l.name FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND l.deleted IS NULL ORDER BY m.position, m.list
    """

  /// The index leaps to the account's tasks; whose they are is said by memberships, here as everywhere.
  static let tasks = """
    SELECT t.id, l.name, t.title, t.notes, t.due, t.done
    FROM search s CROSS JOIN tasks t ON t.id = s.rowid
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list
      CROSS JOIN lists l ON l.id = t.list
    WHERE s.search MATCH ?2 AND s.rowid < ?3 AND l.deleted IS NULL
      AND NOT EXISTS (SELECT 1 FROM unindexed WHERE unindexed.task = s.rowid)
    ORDER BY s.rowid DESC LIMIT ?4
    """

  /// How many tasks that the index does not know yet a search looks through by itself, and how much text.
  static let unindexedTasks = 1_000
  static let unindexedBytes = 1 << 20

  static let owners = """
    SELECT DISTINCT (SELECT min(o.account) FROM memberships o WHERE o.list = m.list) FROM memberships m WHERE m.account = ?
    """

  /// Tasks that the index does not know as they are now; the last column says whether the search is for such as them.
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
