import GRDB
import Tasks

extension StoredTask {
  private var isOpen: Bool { done == nil }
  /// A task in a list in the trash is in the trash, too.
  private var isDeleted: Bool { deleted != nil || listDeleted != nil }

  /// Whether it can be changed: it is in the list, or in any with nil, and not in the trash.
  func isThere(in list: ListID?) -> Bool { (list == nil || self.list == list) && !isDeleted }

  /// Whether there is nothing left to do.
  func isDone(_ wanted: BulkChange) -> Bool {
    switch wanted {
    case .complete: !isOpen && !isDeleted
    case .due(let day): text.due == day && !isDeleted
    case .assign(let account): text.assignee == account.map { .account($0) } && !isDeleted
    case .priority(let priority): text.priority == priority && !isDeleted
    case .repeats(let draft, let today):
      (!isOpen || text.repeats?.ruleText == draft?.recurrence(due: text.due, today: today).ruleText) && !isDeleted
    case .addTag(let tag): text.tags.contains(tag) && !isDeleted
    case .replaceTag(let tag, let new): text.tags.replacing(tag, by: new) == text.tags && !isDeleted
    case .move(let list): self.list == list && !isDeleted
    case .delete: isDeleted
    }
  }
}

extension Write {
  /// The selected tasks that the account can see, in the order of its lists, and the number of the others.
  /// - Parameter leavingGone: whether a selection of which nothing is left is no error.
  func selected(
    _ selection: TaskSelection, leavingGone: Bool = false
  ) throws -> (found: [StoredTask], missing: Int) {
    switch selection {
    case .open(let list):
      let open = try db.rows(SelectionQuery.open, [account.value, list.value, Limits.tasksAtOnce + 1]) {
        $0[0] as Int64
      }
      try requireFew(open.count)
      return (try tasks(Set(open)), 0)
    case .tasks(let ids, _):
      let unique = Set(ids.map(\.value))
      try requireFew(unique.count)
      let found = try self.tasks(unique)
      if found.isEmpty, !unique.isEmpty, !leavingGone { throw StoreError.notFound }
      return (found, unique.count - found.count)
    case .matches(let text, let filter): return (try tasks(matches(of: text, in: filter)), 0)
    }
  }

  /// All matches of a search.
  ///
  /// - Throws: `limit` if there are more than can be changed at once.
  private func matches(of text: String?, in filter: TaskFilter) throws -> Set<Int64> {
    switch try db.ownMatches(of: Search(allOf: text, in: filter, for: account)) {
    case .noWords, .tooManyWords: return []
    case .found(let matches):
      if !matches.areAll { try requireFew(.max) }
      return Set(matches.keys.map(\.id))
    }
  }

  private func tasks(_ ids: Set<Int64>) throws -> [StoredTask] {
    let tasks = try db.rows(SelectionQuery.tasks, [account.value, ids.json], StoredTask.init)
    try tasks.forEach { try $0.requireOwn() }
    return tasks
  }

  private func requireFew(_ count: Int) throws {
    if count > Limits.tasksAtOnce { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
  }
}

enum SelectionQuery {
  static let tasks = """
    SELECT \(StoredTask.columns) FROM json_each(?2) j CROSS JOIN tasks t ON t.id = j.value
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list CROSS JOIN lists l ON l.id = t.list
    ORDER BY m.position, m.list, t.position, t.id
    """

  static let openAmong = """
    SELECT t.id, t.title FROM json_each(?3) j CROSS JOIN tasks t ON t.id = j.value
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2)
      AND t.list = ?2 AND t.done IS NULL AND t.deleted IS NULL
    ORDER BY t.position
    """

  static let open = """
    SELECT t.id FROM tasks t
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2)
      AND t.list = ?2 AND t.parent IS NULL AND t.done IS NULL AND t.deleted IS NULL
    ORDER BY t.position LIMIT ?3
    """
}
