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

struct Matches {
  /// Nil if the search has no text.
  var words: SearchWords?
  var keys: [FoundKey]
  var olderThan: TaskID?
  var bound: SearchAnswer.Bound?

  var areAll: Bool { olderThan == nil && bound == nil }
}

enum MatchAnswer {
  case noWords, tooManyWords
  case found(Matches)
}

extension Database {
  /// The matches of a search: those of its words, or of its filter alone.
  func matches(of search: Search) throws -> MatchAnswer {
    guard let text = search.text else { return .found(try filtered(search)) }
    let words = SearchWords(text)
    if words.words.isEmpty { return .noWords }
    if words.words.count > Limits.searchWords { return .tooManyWords }
    return .found(try worded(search, words))
  }

  private func filtered(_ search: Search) throws -> Matches {
    let scan = try FilterScan(self, search.account, search.filter, search.order, limit: search.window + 1)
    let bound: SearchAnswer.Bound? = scan.found.count > search.window ? .matches : scan.isCut ? .tasks : nil
    return Matches(keys: Array(scan.found.prefix(search.window)), bound: bound)
  }

  /// The newest matches of the words, up to one more than the window.
  private func worded(_ search: Search, _ words: SearchWords) throws -> Matches {
    let changed = try search.filter.changedSince.map { try firstChange(since: Milliseconds($0)) }
    let condition = search.filter.arguments(
      changed, tags: try search.filter.tag.map { try namesJSON(of: $0, for: search.account) })
    let arguments: [(any DatabaseValueConvertible)?] = [
      search.account.value, words.pattern(in: try termLists(of: search)), search.before?.value ?? .max,
      search.filter.status == .done, search.filter.status == .open,
    ]
    let rows = try Row.fetchCursor(
      try cachedStatement(sql: SearchQuery.tasks), arguments: StatementArguments(arguments + condition))
    var (keys, compared): ([FoundKey], Int) = ([], 0)
    // The task at which the search stops comparing.
    var last: Int64?
    while keys.count <= search.window, last == nil, let row = try rows.next() {
      compared += 1
      if compared == Limits.comparedTasks { last = row[0] }
      guard row[6] as Bool else { continue }
      var key = FoundKey(row)
      if search.order == .relevance { key.isInTitle = words.areIn(row[7] as String) }
      keys.append(key)
    }
    if keys.count > search.window {
      keys.removeLast()
      last = keys.last?.id
    }
    keys.sort(by: search.order.isBefore)
    return Matches(words: words, keys: keys, olderThan: last.map { TaskID($0) })
  }

  /// The lists whose terms narrow the index to the tasks that a search can find; nil if that takes longer than to skip other tasks: an
  /// account that has more than a few of all tasks finds enough among them.
  private func termLists(of search: Search) throws -> [Int64]? {
    let lists = try rows(SearchQuery.searchedLists, [search.account.value, search.filter.list?.value]) {
      (id: $0[0] as Int64, tasks: $0[1] as Int)
    }
    let all = try row("SELECT max(id) FROM tasks", []) { $0[0] as Int? } ?? nil
    guard !lists.isEmpty, lists.reduce(0, { $0 + $1.tasks }) < (all ?? 0) / SearchQuery.few else { return nil }
    return lists.map(\.id)
  }
}
