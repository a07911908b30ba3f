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

  /// The patches that move a task among the open tasks of its list; empty if it is already in place.
  func moves(of task: StoredTask, _ direction: Move) throws -> [Patch] {
    let order = Order(of: task.list, db)
    switch direction {
    case .up: return try swap(task.place, with: visibleTask(.before, task.place, in: task.list), .tasks, order)
    case .down: return try swap(task.place, with: visibleTask(.after, task.place, in: task.list), .tasks, order)
    case .top:
      let isFirst = try visibleTask(.before, task.place, in: task.list) == nil
      return isFirst ? [] : [try move(task.place, .tasks, to: order.top())]
    case .bottom:
      let isLast = try visibleTask(.after, task.place, in: task.list) == nil
      return isLast ? [] : [try move(task.place, .tasks, to: order.bottom())]
    case .position(let number):
      return try moves(of: task, toNumber: number, order)
    }
  }

  private func moves(of task: StoredTask, toNumber number: Int, _ order: Order) throws -> [Patch] {
    guard let (current, count) = try openNumber(of: task) else { return [] }
    let target = min(max(number, 1), count) - 1
    guard target != current else { return [] }
    if target == 0 { return [try move(task.place, .tasks, to: order.top())] }
    if target == count - 1 { return [try move(task.place, .tasks, to: order.bottom())] }
    guard let above = try openPosition(number: target > current ? target : target - 1, in: task.list) else { return [] }
    let position = try order.free(after: above)
    // Making room may have moved this row, so the patch records its current position.
    let place = Place(position: try order.position(of: task.place.id), id: task.place.id)
    return [try move(place, .tasks, to: position)]
  }

  /// The number of open tasks before an open task of the list, and the number of open tasks in total.
  private func openNumber(of task: StoredTask) throws -> (before: Int, count: Int)? {
    try db.row(TaskQuery.place(in: .hand), [account.value, task.list.value, task.id.value]) { ($0[0], $0[1]) }
  }

  private func openPosition(number: Int, in list: ListID) throws -> Int64? {
    try db.row(
      """
      SELECT position FROM tasks WHERE list = ? AND done IS NULL AND deleted IS NULL
      ORDER BY position, id LIMIT 1 OFFSET ?
      """, [list.value, number]
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
  /// The nearest open task of the list before or after a place.
  func visibleTask(_ side: Side, _ place: Place, in list: ListID) throws -> Place? {
    try neighbour(
      side, place, "SELECT position, id FROM tasks WHERE list = ? AND done IS NULL AND deleted IS NULL", list.value,
      key: "id")
  }

  /// The account's nearest list before or after a place, except lists in the trash.
  func visibleList(_ side: Side, _ place: Place) throws -> Place? {
    try neighbour(
      side, place,
      """
      SELECT m.position, m.list FROM memberships m CROSS JOIN lists l ON l.id = m.list
      WHERE m.account = ? AND l.deleted IS NULL
      """, account.value, key: "list")
  }

  private func neighbour(_ side: Side, _ place: Place, _ rows: String, _ scope: Int64, key: String) throws -> Place? {
    let (comparison, direction) =
      switch side {
      case .before: ("<", "DESC")
      case .after: (">", "ASC")
      }
    return try db.row(
      """
      \(rows) AND (position, \(key)) \(comparison) (?, ?)
      ORDER BY position \(direction), \(key) \(direction) LIMIT 1
      """, [scope, place.position, place.id]
    ) { Place(position: $0[0], id: $0[1]) }
  }
}
