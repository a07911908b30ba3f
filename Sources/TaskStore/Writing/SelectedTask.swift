import GRDB
import Tasks

/// A selected task, as far as a bulk change needs it.
struct SelectedTask {
  let id: TaskID
  let list: ListID
  let title: String
  let isOpen, isDeleted: Bool
  let due, time: String?
  let priority: Priority
  let position: Int64
  /// Nil for most tasks.
  let repeats: Recurrence?
  let tags: TagSet
  let parent: TaskID?

  init(_ row: Row) throws {
    id = row.id(0)
    list = row.id(1)
    title = row[2]
    isOpen = row[3]
    isDeleted = row[4]
    due = row[5]
    priority = try row.priority(6)
    position = row[7]
    repeats = row.recurrence(8)
    tags = row.tags(9)
    time = row[10]
    parent = row.idIfPresent(11)
  }

  /// Whether it can be changed: it is in the list, or in any with nil, and not in the trash.
  func isThere(in list: ListID?) -> Bool { (list == nil || self.list == list) && !isDeleted }

  func recurrence(_ draft: RecurrenceDraft?, from today: Day) -> Recurrence? {
    draft?.recurrence(due: due.flatMap { Day(iso: $0) }, today: today)
  }

  private var rule: String? { repeats?.ruleText }

  /// Whether there is nothing left to do.
  func isDone(_ wanted: BulkChange) -> Bool {
    switch wanted {
    case .complete: !isOpen && !isDeleted
    case .due(let day): due == day?.iso && !isDeleted
    case .priority(let priority): self.priority == priority && !isDeleted
    case .repeats(let draft, let today): (!isOpen || rule == recurrence(draft, from: today)?.ruleText) && !isDeleted
    case .addTag(let tag): tags.contains(tag) && !isDeleted
    case .replaceTag(let tag, _): !tags.contains(tag) && !isDeleted
    case .move(let list): self.list == list && !isDeleted
    case .delete: isDeleted
    }
  }
}

extension Write {
  /// The selected tasks that the account can see, in the order of its lists, and the number of the others.
  func selected(_ selection: TaskSelection) throws -> (found: [SelectedTask], missing: Int) {
    switch selection {
    case .open(let list):
      let arguments: StatementArguments = [account.value, list.value, Limits.tasksAtOnce + 1]
      let found = try db.rows(SelectionQuery.open, arguments, SelectedTask.init)
      try requireFew(found.count)
      return (found, 0)
    case .tasks(let ids, _):
      let unique = Set(ids.map(\.value))
      try requireFew(unique.count)
      let found = try self.tasks(unique)
      if found.isEmpty, !unique.isEmpty { throw StoreError.notFound }
      return (found, unique.count - found.count)
    case .matches(let text, let filter): return (try tasks(matches(of: text, in: filter)), 0)
    }
  }

  /// All matches of a search.
  ///
  /// - Throws: `limit` if there are more than can be changed at once.
  private func matches(of text: String?, in filter: TaskFilter) throws -> Set<Int64> {
    switch try db.matches(of: Search(allOf: text, in: filter, for: account)) {
    case .noWords, .tooManyWords: return []
    case .found(let matches):
      if !matches.areAll { try requireFew(.max) }
      return Set(matches.keys.map(\.id))
    }
  }

  private func tasks(_ ids: Set<Int64>) throws -> [SelectedTask] {
    let json = "[\(ids.map(String.init).joined(separator: ","))]"
    return try db.rows(SelectionQuery.tasks, [account.value, json], SelectedTask.init)
  }

  private func requireFew(_ count: Int) throws {
    if count > Limits.tasksAtOnce { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
  }
}

enum SelectionQuery {
  /// A task in a list in the trash is in the trash, too.
  static let columns = """
    t.id, t.list, t.title, t.done IS NULL, t.deleted IS NOT NULL OR l.deleted IS NOT NULL, t.due, t.priority, t.position,
      t.repeats, t.tags, t.time, t.parent
    """

  static let tasks = """
    SELECT \(columns) FROM json_each(?2) j CROSS JOIN tasks t ON t.id = j.value
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list CROSS JOIN lists l ON l.id = t.list
    ORDER BY m.position, m.list, t.position, t.id
    """

  static let open = """
    SELECT \(columns) FROM tasks t CROSS JOIN lists l ON l.id = ?2
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2)
      AND t.list = ?2 AND t.parent IS NULL AND t.done IS NULL AND t.deleted IS NULL
    ORDER BY t.position, t.id LIMIT ?3
    """
}
