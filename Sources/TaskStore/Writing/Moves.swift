import GRDB
import Tasks

extension Write {
  /// The patches that move a list; empty if it is already in place.
  ///
  /// Throws `forbidden` for the Inbox, which stays before all other lists.
  func moves(of list: WritableList, _ move: ListMove) throws -> [Patch] {
    try list.requireNoInbox()
    let place = SortKey(position: list.position, id: list.id.value)
    let order = Order(of: account, db)
    let free: Int64
    switch move {
    case .top:
      guard try visibleList(.before, place) != nil else { return [] }
      free = try order.top()
    case .bottom:
      guard try visibleList(.after, place) != nil else { return [] }
      free = try order.bottom()
    case .before(let id):
      let target = try anyList(id)
      try target.requireThere()
      try target.requireNoInbox()
      let before = try visibleList(.before, SortKey(position: target.position, id: id.value))
      guard id != list.id, before?.id != list.id.value else { return [] }
      free = try order.free(before: id.value)
    }
    // Making room may have moved this row, so the patch records its current position.
    let now = try order.position(of: list.id.value)
    return [Patch(.places, [list.id.value], was: [.position: .integer(now)], now: [.position: .integer(free)])]
  }

  /// The patch that moves a task within its list, with its subtasks; nil if it is already in place, or cannot be moved there.
  func patch(moving task: StoredTask, _ move: TaskMove) throws -> Patch? {
    let order = Order(of: task.list, db)
    let parent: TaskID?
    let free: Int64
    switch move {
    case .top:
      let isBelow = try db.headings(of: task.list).contains { $0.position < task.place.position }
      guard try task.parent != nil || isBelow || sibling(.before, task) != nil else { return nil }
      (parent, free) = (nil, try order.top())
    case .bottom:
      let isAbove = try db.headings(of: task.list).contains { $0.position > task.place.position }
      guard try task.parent != nil || isAbove || sibling(.after, task) != nil else { return nil }
      (parent, free) = (nil, try order.bottom())
    case .before(let id):
      guard let target = try target(id, of: task, isParent: false),
        try sibling(.before, target)?.id != task.id.value
          || db.headings(of: task.list).contains(where: {
            task.place.position < $0.position && $0.position < target.place.position
          })
      else { return nil }
      (parent, free) = (target.parent, try order.free(before: id.value))
    case .endOf(let section):
      guard let places = try db.positions(of: ShownSection(section), in: task.list) else { throw StoreError.notFound }
      if task.parent == nil, places.contains(task.place.position),
        try sibling(.after, task).map({ !places.contains($0.position) }) ?? true
      {
        return nil
      }
      (parent, free) = (nil, try order.positions(for: 1, at: .bottom, of: ShownSection(section)).first)
    case .into(let id):
      guard try target(id, of: task, isParent: true) != nil else { return nil }
      if task.parent == id, try sibling(.after, task) == nil { return nil }
      let last = try db.row(SubtaskQuery.lastPosition, [task.list.value, id.value]) { $0[0] as Int64? } ?? nil
      (parent, free) = (id, try order.free(after: last ?? order.position(of: id.value)))
    }
    // Making room may have moved this row, so the patch records its current position.
    let now = try order.position(of: task.id.value)
    func stored(_ parent: TaskID?) -> Stored { parent.map { .integer($0.value) } ?? .null }
    var (was, then): ([Patch.Column: Stored], [Patch.Column: Stored]) =
      ([.position: .integer(now)], [.position: .integer(free)])
    if parent != task.parent { (was[.parent], then[.parent]) = (stored(task.parent), stored(parent)) }
    return Patch(.tasks, [task.id.value], was: was, now: then)
  }

  /// The open task of the same list that a task is moved before, or becomes a subtask of; nil if it is itself, one of its own subtasks, or
  /// so deep that its subtasks would have no level.
  private func target(_ id: TaskID, of task: StoredTask, isParent: Bool) throws -> StoredTask? {
    let target = try self.task(id)
    guard target.list == task.list, target.done == nil, id != task.id else { return nil }
    let parents = try db.parents(of: id).map(\.id)
    let height = try subtasks(below: task.id, in: [task.list]).height
    let level = parents.count + (isParent ? 1 : 0)
    guard !parents.contains(task.id), level + 1 + height <= Limits.subtaskLevels else { return nil }
    return target
  }
}

/// The direction in which a neighbour is searched.
enum Side {
  case before, after
}

extension Write {
  /// The nearest open task before or after a task, of the same list and parent.
  func sibling(_ side: Side, _ task: StoredTask) throws -> SortKey? {
    let rows = "SELECT position, id FROM tasks WHERE list = ? AND done IS NULL AND deleted IS NULL"
    guard let parent = task.parent else {
      return try neighbour(side, task.place, rows + " AND parent IS NULL", [task.list.value], key: "id")
    }
    return try neighbour(side, task.place, rows + " AND parent = ?", [task.list.value, parent.value], key: "id")
  }

  /// The account's nearest list before or after a place, except its Inbox and lists in the trash.
  func visibleList(_ side: Side, _ place: SortKey) throws -> SortKey? {
    try neighbour(
      side, place,
      """
      SELECT m.position, m.list FROM memberships m CROSS JOIN lists l ON l.id = m.list
      WHERE m.account = ? AND m.inbox IS NULL AND l.deleted IS NULL
      """, [account.value], key: "list")
  }

  private func neighbour(_ side: Side, _ place: SortKey, _ rows: String, _ scope: StatementArguments, key: String)
    throws
    -> SortKey?
  {
    let (comparison, direction) =
      switch side {
      case .before: ("<", "DESC")
      case .after: (">", "ASC")
      }
    return try db.row(
      """
      \(rows) AND (position, \(key)) \(comparison) (?, ?)
      ORDER BY position \(direction), \(key) \(direction) LIMIT 1
      """, scope + [place.position, place.id]
    ) { SortKey(position: $0[0], id: $0[1]) }
  }
}
