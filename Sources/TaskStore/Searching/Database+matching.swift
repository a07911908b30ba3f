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
    if words.count > Limits.searchWords { return .tooManyWords }
    return .found(try worded(search, words))
  }

  /// The matches that can be changed: those of followed lists are left out.
  func ownMatches(of search: Search) throws -> MatchAnswer {
    let answer = try matches(of: search)
    guard case .found(var matches) = answer else { return answer }
    let own = Set(try rows(KeptQuery.own, [matches.keys.map(\.id).json]) { $0[0] as Int64 })
    matches.keys.removeAll { !own.contains($0.id) }
    return .found(matches)
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
      changed, try FilterTags(search.filter.tags, for: search.account, splitsFirst: false, self))
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

  /// Puts a task that was just changed where it was among the matches before. It may match no more, or have another place.
  func keep(_ changed: ChangedRow, in matches: inout Matches, of search: Search) throws {
    guard let former = try formerKey(of: changed, in: matches, search) else { return }
    matches.keys.removeAll { $0.id == former.id }
    let place = matches.keys.firstIndex { search.order.isBefore(former, $0) } ?? matches.keys.endIndex
    matches.keys.insert(former, at: place)
    // The task of its next date would push it down as the newest one.
    for successor in changed.successors {
      if let next = matches.keys.firstIndex(where: { $0.id == successor.value }), next < place {
        matches.keys.insert(matches.keys.remove(at: next), at: place)
      }
    }
  }

  /// The key by which a task was sorted before its change; nil if it was not among the matches.
  private func formerKey(of changed: ChangedRow, in matches: Matches, _ search: Search) throws -> FoundKey? {
    let id = changed.row.id
    let position = try row(KeptQuery.list, [search.account.value, changed.list.value]) { $0[0] as Int64 }
    guard let position, search.before.map({ id < $0 }) ?? true else { return nil }
    // A row that was kept among open tasks while it was completed stood where it is as an open one.
    let done: Int64? =
      switch search.filter.status {
      case .open: nil
      case .all: changed.done
      case .done: changed.done ?? changed.row.done.map { Milliseconds($0).value }
      }
    var key = FoundKey(
      id: id.value, due: changed.due?.description, done: done,
      list: SortKey(position: position, id: changed.list.value), position: changed.place.position)
    let isMatch = matches.keys.contains { $0.id == id.value }
    if let words = matches.words {
      key.isInTitle = words.areIn(changed.row.title)
      if !isMatch, !key.isInTitle {
        let texts = try row(KeptQuery.texts, [id.value]) { [$0[0] as String?, $0[1] as String?] } ?? []
        guard words.areIn([changed.row.title, changed.row.tags.text] + texts) else { return nil }
      }
    }
    if isMatch { return key }
    // Beyond the last one are matches that are not collected.
    let isCut = matches.olderThan != nil || matches.bound != nil
    if isCut, let last = matches.keys.last, search.order.isBefore(last, key) { return nil }
    return search.filter.covered(changed) ? key : nil
  }
}

extension FoundKey {
  fileprivate init(id: Int64, due: String?, done: Int64?, list: SortKey, position: Int64) {
    (self.id, self.due, self.done, self.list, self.position) = (id, due, done, list, position)
  }
}

extension TaskFilter {
  /// Whether it covered a task before its change, by what the change of a row can have changed.
  fileprivate func covered(_ changed: ChangedRow) -> Bool {
    if let list, list != changed.list { return false }
    if let priority, priority != changed.priority { return false }
    let hasDate =
      switch due {
      case .between(let times): changed.due.map { times.contains($0) } ?? false
      case .undated: changed.due == nil
      case nil: true
      }
    let hasStatus =
      switch status {
      case .open: changed.done == nil
      case .done: changed.done != nil
      case .all: true
      }
    return hasDate && hasStatus
  }
}

private enum KeptQuery {
  static let own = "SELECT t.id FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value WHERE t.source IS NULL"
  static let list = "SELECT position FROM memberships WHERE account = ? AND list = ?"
  static let texts = "SELECT notes, comments FROM task_texts WHERE id = ?"
}
