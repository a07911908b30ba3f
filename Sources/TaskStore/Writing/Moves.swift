import GRDB
import Tasks

extension Write {
  /// The patches that move a list; empty if it is already in place.
  func moves(of list: WritableList, _ direction: Direction) throws -> [Patch] {
    let place = Place(position: list.position, id: list.id.value)
    let order = Order(of: account, db)
    switch direction {
    case .up: return try swap(place, with: visibleList(.before, place), .places, order)
    case .down: return try swap(place, with: visibleList(.after, place), .places, order)
    case .top: return try visibleList(.before, place) == nil ? [] : [move(place, .places, to: order.top())]
    case .bottom: return try visibleList(.after, place) == nil ? [] : [move(place, .places, to: order.bottom())]
    }
  }

  /// The patches that move a task among the open tasks of its list, or a step among those of its parent; empty if it is already in
  /// place, or cannot be moved there.
  func moves(of task: StoredTask, _ direction: Move) throws -> [Patch] {
    let order = Order(of: task.list, db)
    switch direction {
    case .up: return try swap(task.place, with: sibling(.before, task), .tasks, order)
    case .down: return try swap(task.place, with: sibling(.after, task), .tasks, order)
    case .top:
      return try sibling(.before, task) == nil ? [] : [move(task.place, .tasks, to: order.top())]
    case .bottom:
      return try sibling(.after, task) == nil ? [] : [move(task.place, .tasks, to: order.bottom())]
    case .position(let number):
      return try moves(of: task, toNumber: number, order)
    case .indent: return try indent(task, order)
    case .outdent: return try outdent(task, order)
    }
  }

  /// Makes a task the last step of the open task before it.
  private func indent(_ task: StoredTask, _ order: Order) throws -> [Patch] {
    guard let before = try sibling(.before, task).map({ TaskID($0.id) }) else { return [] }
    let height = try subtasks(below: task.id, in: [task.list]).map(\.level).max() ?? 0
    guard try db.parents(of: task.id).count + 2 + height <= Limits.subtaskLevels else { return [] }
    let last = try db.row(SubtaskQuery.lastPosition, [task.list.value, before.value]) { $0[0] as Int64? } ?? nil
    return [try move(task, under: before, after: last ?? order.position(of: before.value), order)]
  }

  /// Makes a step the next task after its parent, on the parent's level.
  private func outdent(_ task: StoredTask, _ order: Order) throws -> [Patch] {
    guard let parent = task.parent else { return [] }
    let above = try db.parents(of: task.id).dropLast().last?.id
    return [try move(task, under: above, after: order.position(of: parent.value), order)]
  }

  private func move(
    _ task: StoredTask, under parent: TaskID?, after position: Int64, _ order: Order
  ) throws -> Patch {
    let free = try order.free(after: position)
    // Making room may have moved this row, so the patch records its current position.
    let now = try order.position(of: task.id.value)
    func stored(_ parent: TaskID?) -> Stored { parent.map { .integer($0.value) } ?? .null }
    return Patch(
      .tasks, [task.id.value], was: [.position: .integer(now), .parent: stored(task.parent)],
      now: [.position: .integer(free), .parent: stored(parent)])
  }

  private func moves(of task: StoredTask, toNumber number: Int, _ order: Order) throws -> [Patch] {
    let (current, count) = try openNumber(of: task)
    let target = min(max(number, 1), count) - 1
    guard target != current else { return [] }
    if target == 0 { return [try move(task.place, .tasks, to: order.top())] }
    if target == count - 1 { return [try move(task.place, .tasks, to: order.bottom())] }
    guard let above = try openPosition(number: target > current ? target : target - 1, besides: task) else { return [] }
    let position = try order.free(after: above)
    // Making room may have moved this row, so the patch records its current position.
    let place = Place(position: try order.position(of: task.place.id), id: task.place.id)
    return [try move(place, .tasks, to: position)]
  }

  /// The number of open siblings before an open task, and the number of them in total.
  private func openNumber(of task: StoredTask) throws -> (before: Int, count: Int) {
    let numbers = try db.row(
      SubtaskQuery.openSiblings, [task.list.value, task.parent?.value, task.place.position, task.place.id]
    ) { (before: $0[0] as Int? ?? 0, count: $0[1] as Int) }
    return numbers ?? (0, 0)
  }

  private func openPosition(number: Int, besides task: StoredTask) throws -> Int64? {
    try db.row(
      """
      SELECT position FROM tasks WHERE list = ? AND parent IS ? AND done IS NULL AND deleted IS NULL
      ORDER BY position, id LIMIT 1 OFFSET ?
      """, [task.list.value, task.parent?.value, number]
    ) { $0[0] as Int64 }
  }

  private func move(_ place: Place, _ table: Patch.Table, to position: Int64) throws -> Patch {
    Patch(table, [place.id], was: [.position: .integer(place.position)], now: [.position: .integer(position)])
  }

  private func swap(_ place: Place, with other: Place?, _ table: Patch.Table, _ order: Order) throws -> [Patch] {
    guard let other else { return [] }
    return [try move(place, table, to: other.position), try move(other, table, to: place.position)]
  }
}

/// The direction in which a neighbour is searched.
enum Side {
  case before, after
}

extension Write {
  /// The nearest open task before or after a task, of the same list and parent.
  func sibling(_ side: Side, _ task: StoredTask) throws -> Place? {
    let rows = "SELECT position, id FROM tasks WHERE list = ? AND done IS NULL AND deleted IS NULL"
    guard let parent = task.parent else {
      return try neighbour(side, task.place, rows + " AND parent IS NULL", [task.list.value], key: "id")
    }
    return try neighbour(side, task.place, rows + " AND parent = ?", [task.list.value, parent.value], key: "id")
  }

  /// The account's nearest list before or after a place, except lists in the trash.
  func visibleList(_ side: Side, _ place: Place) throws -> Place? {
    try neighbour(
      side, place,
      """
      SELECT m.position, m.list FROM memberships m CROSS JOIN lists l ON l.id = m.list
      WHERE m.account = ? AND l.deleted IS NULL
      """, [account.value], key: "list")
  }

  private func neighbour(_ side: Side, _ place: Place, _ rows: String, _ scope: StatementArguments, key: String) throws
    -> Place?
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
    ) { Place(position: $0[0], id: $0[1]) }
  }
}
