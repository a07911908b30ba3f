import GRDB
public import Tasks

extension TaskStore {
  /// Lists and tasks of the account in which words begin as those of a text do: all of them, in any order.
  ///
  /// Upper case and accents make no difference. A text without blanks, as in Chinese or Japanese, is one word up to the next
  /// mark: it is found by its beginning. Lists from elsewhere are found by their names, their tasks are not.
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
    let asked = SearchQuestion(
      text: text, account: account, includingCompleted: includingCompleted, before: before, limit: limit)
    if let answer = try await read({ db in try db.answer(to: asked, unindexedUpTo: 200) }) { return answer }
    do { try await indexWords(certainly: true) } catch {  // It only takes longer, then.
    }
    return try await read { db in try db.answer(to: asked, unindexedUpTo: .max) } ?? .noWords
  }
}

private struct SearchQuestion {
  let text: String
  let account: AccountID
  let includingCompleted: Bool
  let before: TaskID?
  let limit: Int
}

extension Database {
  /// Nil when the index does not know more than so many tasks: it should be told of them before.
  fileprivate func answer(to asked: SearchQuestion, unindexedUpTo most: Int) throws -> SearchAnswer? {
    let words = try SearchWords(asked.text, self)
    if words.words.isEmpty { return .noWords }
    if words.words.count > Limits.searchWords { return .tooManyWords }
    if try row("SELECT 1 FROM unindexed LIMIT 1 OFFSET ?", [most], { _ in true }) != nil { return nil }
    let lists = asked.before == nil ? try lists(with: words, for: asked.account) : []
    let pattern = words.pattern(for: asked.account, includingCompleted: asked.includingCompleted)
    let before = asked.before?.value ?? .max
    let indexed = try rows(
      SearchQuery.tasks, [asked.account.value, pattern, before, asked.limit + 1]
    ) { try FoundTask($0, words) }
    let unindexed = try rows(
      SearchQuery.unindexed, [asked.account.value, asked.includingCompleted, before]
    ) { try words.areIn($0[2], $0[3]) ? try FoundTask($0, words) : nil }
    var tasks = unindexed.isEmpty ? indexed : (indexed + unindexed.compactMap(\.self)).sorted { $0.id > $1.id }
    let isMore = tasks.count > asked.limit
    tasks.removeLast(max(0, tasks.count - asked.limit))
    return .found(SearchAnswer.Found(lists: lists, tasks: tasks, olderThan: isMore ? tasks.last?.id : nil))
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

  /// Tasks that the index does not know as they are now.
  static let unindexed = """
    SELECT t.id, l.name, t.title, t.notes, t.due, t.done
    FROM unindexed u CROSS JOIN tasks t ON t.id = u.task
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list
      CROSS JOIN lists l ON l.id = t.list
    WHERE (?2 OR t.done IS NULL) AND u.task < ?3 AND t.deleted IS NULL AND l.deleted IS NULL
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
