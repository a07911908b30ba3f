import GRDB
package import Tasks

extension AccountStore {
  /// The account's lists, tags and tasks that contain all words of a text, in any order; without text, the tasks that a filter covers.
  /// See ``SearchWords``: a word matches words that begin with it, `-word` excludes, and `"a b"` is a phrase.
  ///
  /// Case, accents, width, ligatures, German spellings of umlauts and the Arabic article are ignored. In text without spaces, as in Chinese, Japanese or Thai, any characters that stand
  /// next to each other are found.
  ///
  /// - Parameters:
  ///   - text: the search text; nil to search by the filter alone, in one of the orders ``SearchOrder/withoutWords``.
  ///   - filter: the tasks to search. Lists are found only by a filter that restricts nothing but the status.
  ///   - order: the order of the matching tasks.
  ///   - before: searches only tasks older than this one, and no lists; nil for the newest. Only with a text.
  ///   - page: the number of the page of tasks, from 1.
  ///   - size: the number of tasks on a page.
  ///   - window: the maximum number of matches to collect and sort: the newest, or without text the first.
  ///   - changed: tasks that were changed since the page was opened. They stay where they were, whether they still match or not.
  package func search(
    _ text: String?, in filter: TaskFilter = TaskFilter(), by order: SearchOrder, before: TaskID? = nil, page: Int = 1,
    of size: Int, window: Int = Limits.searchMatches, including changed: [ChangedRow] = []
  ) async throws(Problem) -> SearchAnswer {
    let search = Search(text: text, filter: filter, order: order, before: before, window: window, account: account)
    return try await read { db in try db.answer(to: search, page: page, of: size, including: changed) }
  }

  /// The number of tasks that a search finds, counted up to ``Limits/countedMatches``; nil for a text that can't be searched.
  package func matchCount(
    of text: String?, in filter: TaskFilter
  ) async throws(Problem) -> Int? {
    let search = Search(
      text: text, filter: filter, order: text == nil ? .list : .newest, window: Limits.countedMatches, account: account)
    return try await read { db in
      switch try db.matches(of: search) {
      case .found(let matches): matches.keys.count
      case .noWords, .tooManyWords: nil
      }
    }
  }

  /// The number of tasks that a search finds and that can be changed, if all of them can be at once; nil if they are more, or not all
  /// known. A text that can't be searched finds none.
  package func selectableMatches(
    of text: String?, in filter: TaskFilter
  ) async throws(Problem) -> Int? {
    let search = Search(allOf: text, in: filter, for: account)
    return try await read { db in
      switch try db.ownMatches(of: search) {
      case .found(let matches): matches.areAll ? matches.keys.count : nil
      case .noWords, .tooManyWords: 0
      }
    }
  }
}

extension Database {
  fileprivate func answer(
    to search: Search, page: Int, of size: Int, including changed: [ChangedRow]
  ) throws -> SearchAnswer {
    var matches: Matches
    switch try self.matches(of: search) {
    case .noWords: return .noWords
    case .tooManyWords: return .tooManyWords
    case .found(let found): matches = found
    }
    let matchCount = matches.keys.count
    for changed in changed { try keep(changed, in: &matches, of: search) }
    let isFirst = search.before == nil && page <= 1 && !search.filter.isRestrictive
    let isNamed = isFirst && search.filter.status != .done
    let named = isNamed ? try matches.words.map { try tags(with: $0, search) } : nil
    let paging = Paging(matches.keys.count, of: size)
    let number = paging.nearest(page)
    return .found(
      SearchAnswer.Found(
        lists: try isNamed ? matches.words.map { try lists(with: $0, for: search.account) } ?? [] : [],
        tags: named?.found ?? [], areTagsCut: named?.isCut ?? false,
        tasks: try matches.keys[paging.rows(on: number)].compactMap { key in
          try row(SearchQuery.byID, [search.account.value, key.id]) { try FoundTask($0, matches.words) }
        },
        number: number, paging: paging, matchCount: matchCount, olderThan: matches.olderThan, bound: matches.bound))
  }

  /// Scans all of the account's lists, which are few: only tasks are indexed.
  private func lists(with words: SearchWords, for account: AccountID) throws -> [FoundList] {
    try rows(SearchQuery.lists, [account.value]) { list in
      words.areIn(list[1] as String) ? FoundList(id: list.id(0), name: words.mark(list[1]).text) : nil
    }.compactMap(\.self)
  }

  /// Scans the names of the account's tags, which are few. One that no open task has leads nowhere, unless completed ones are searched.
  /// Looking for an open task takes time for each of the account's lists, so only the first names are looked up.
  fileprivate func tags(with words: SearchWords, _ search: Search) throws -> (found: [FoundTag], isCut: Bool) {
    let named = try rows(TagQuery.page, [search.account.value, Limits.tagsPerAccount, 0]) { row in
      let tag = Tag(stored: row[1] as String)
      return words.areIn(tag.name) ? FoundTag(tag, name: words.mark(tag.name).text) : nil
    }.compactMap(\.self)
    let first = named.prefix(Limits.foundTags)
    let found = try first.filter { tag in
      try search.filter.status != .open
        || row(TagQuery.open, [search.account.value, tag.tag.key, 1]) { $0[0] as Int } == 1
    }
    return (found, first.count < named.count)
  }
}

extension FoundTask {
  /// Reads a result; without words nothing is marked.
  fileprivate init(_ row: Row, _ words: SearchWords?) throws {
    let task = try TaskQuery.row(row)
    let texts =
      words == nil ? [] : [1, 2].compactMap { row[TaskRowColumn.count + $0] as String? }
    let (marked, has) =
      words?.mark(task.title) ?? (MarkedText([MarkedText.Run(task.title, isMarked: false)]), [])
    let missing = Set((words?.words ?? []).indices).subtracting(has)
    self.init(
      task, listName: row[TaskRowColumn.count], title: marked,
      excerpt: missing.isEmpty ? nil : texts.lazy.compactMap { words?.excerpt(of: $0, for: missing) }.first)
  }
}

enum SearchQuery {
  /// The account's lists in its order.
  static let lists = """
    SELECT l.id, l.name FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND l.deleted IS NULL ORDER BY m.position, m.list
    """

  /// The lists that a search reads, with the numbers of their tasks.
  static let searchedLists = """
    SELECT m.list, l.stored_tasks FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ?1 AND (?2 IS NULL OR m.list = ?2) AND l.deleted IS NULL
    """

  /// The part of all tasks, one in so many, below which the terms of their lists make a search faster. Measured with 100,000 tasks: of one
  /// in forty the terms take a third of the time for a common word, of one in eight three times as long for two.
  static let few = 16

  /// The newest tasks that match. Access is decided by `memberships`, as in every query. The last columns are whether the filter covers
  /// the task, and its title.
  static let tasks = """
    SELECT \(FoundKey.columns(in: "?17")),
      (t.deleted IS NULL AND (NOT ?4 OR t.done IS NOT NULL) AND (NOT ?5 OR t.done IS NULL)
        AND \(TaskFilter.condition(from: 6))) IS TRUE,
      t.title
    FROM search s CROSS JOIN tasks t ON t.id = s.rowid
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list
      CROSS JOIN lists l ON l.id = t.list
    WHERE s.search MATCH ?2 AND s.rowid < ?3 AND l.deleted IS NULL
    ORDER BY s.rowid DESC
    """

  static let byID = """
    SELECT \(TaskRowColumn.selection), l.name, t.notes, (SELECT x.comments FROM task_texts x WHERE x.id = t.id)
    FROM tasks t CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list CROSS JOIN lists l ON l.id = t.list
    WHERE t.id = ?2
    """

  static let changeFrom = "SELECT id, at FROM changes WHERE id >= ? ORDER BY id LIMIT 1"
}
