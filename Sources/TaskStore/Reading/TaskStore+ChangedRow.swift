import Foundation
import GRDB
public import Tasks

/// The row of a task that was just changed, at the place where it was. A page shows it there with an undo, so that nothing moves
/// when its task was completed, deleted, or got another day or list.
public struct ChangedRow: Hashable, Sendable {
  /// The task as it is now.
  public let row: TaskRow
  /// The name of its list now.
  public let listName: String
  /// The list that it was in.
  public let list: ListID
  /// Its position among the open tasks of ``list``, in the order in which the account looks at them.
  public let position: RowPosition
  /// What it is now.
  public let state: State

  /// What the task is after the change.
  public enum State: Hashable, Sendable {
    case open, completed, deleted
    /// It is in another list.
    case moved
  }

  /// When it was due, on the reader's clock.
  public let due: DueTime?
  /// The task that it was a step of.
  public let parent: TaskID?

  let priority: Priority
  let place: Place
  /// When it was completed; nil if it was open.
  let done: Int64?
  /// The task of its next date, which the change added.
  let successor: TaskID?

  /// Whether it is not in ``list`` any more.
  var isGone: Bool {
    switch state {
    case .deleted, .moved: true
    case .open, .completed: false
    }
  }

  /// Its place on Today; nil if it had no due day.
  var duePlace: DuePlace? { due.map { DuePlace(due: $0, priority: priority, id: row.id) } }

  /// Its place in an order of ``list``.
  func rank(in order: TaskOrder) -> Rank { Rank(due: due, priority: priority, place, in: order) }

  /// The section of Today that it was in; nil if it was in none.
  public func section(at now: ZonedTime) -> DueSection? { due.flatMap { DueSection(of: $0, at: now.time) } }
}

extension TaskStore {
  /// The row of the task that a change is about; nil if it is not about one task, or the lists are not there any more.
  /// - Parameter zone: the IANA name of the reader's time zone.
  public func changedRow(
    _ id: ChangeID, for account: AccountID, in zone: String = "GMT"
  ) async throws(StoreError) -> ChangedRow? {
    try await readShortly { db in
      let change = try db.row(Self.changedTask, [account.value, id.value]) { row in
        (task: row.idIfPresent(0) as TaskID?, inverse: row[1] as String?)
      }
      guard let task = change?.task, let stored = try StoredTask.find(task, for: account, db),
        stored.listDeleted == nil
      else { return nil }
      return try db.changedRow(stored, Self.patches(change?.inverse), for: account, in: zone)
    }
  }

  private static let changedTask = """
    SELECT c.task, c.inverse FROM changes c
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ? AND m.list = c.list) AND c.id = ?
    """

  private static func patches(_ inverse: String?) throws -> [Patch] {
    try inverse.map { try JSONDecoder().decode([Patch].self, from: Data($0.utf8)) } ?? []
  }
}

extension Database {
  fileprivate func changedRow(
    _ task: StoredTask, _ patches: [Patch], for account: AccountID, in zone: String
  ) throws -> ChangedRow? {
    // The values of its columns before the change, as far as that changed them.
    let before = patches.first { $0.table == .tasks && $0.ids.contains(task.id.value) }?.was ?? [:]
    var (list, due, priority, place) = (task.list, task.text.due, task.text.priority, task.place)
    if case .integer(let id) = before[.list] { list = ListID(id) }
    var time = task.text.time
    if let before = before[.time] { time = before.time }
    switch before[.due] {
    case .text(let text): due = Day(iso: text)
    case .null: due = nil
    case .integer, .timeOfUndo, nil: break
    }
    let dueTime = due.map { DueTime($0, time, in: TimeZone(identifier: zone) ?? .gmt) }
    var done = task.done?.value
    switch before[.done] {
    case .integer(let moment): done = moment
    case .null: done = nil
    case .text, .timeOfUndo, nil: break
    }
    if case .integer(let value) = before[.priority], let known = Priority(rawValue: Int(value)) { priority = known }
    // A move within the list shows the row at its new place.
    if before[.list] != nil, case .integer(let position) = before[.position] { place.position = position }
    var parent = task.parent
    // In another list it is no step.
    if before[.list] != nil, case .integer(let id) = before[.parent] { parent = TaskID(id) }
    if list != task.list, try row(ListQuery.one, [account.value, list.value], ListQuery.summary) == nil { return nil }
    let order = ShownOrder(try order(of: list, for: account), in: zone)
    let position =
      if let parent { try openPlace(of: parent, in: list, for: account, zone) } else {
        try openPosition(
          of: Rank(due: dueTime, priority: priority, place, in: order.order), in: order, of: list, for: account)
      }
    guard let position else { return nil }
    let state: ChangedRow.State =
      if task.deleted != nil { .deleted } else if list != task.list { .moved } else if task.done != nil {
        .completed
      } else { .open }
    return ChangedRow(
      row: TaskRow(
        id: task.id, list: task.list, title: task.text.title, hasNotes: !task.text.notes.isEmpty, due: task.text.due,
        time: task.text.time, repeats: task.text.repeats, start: task.text.start, tags: task.text.tags,
        priority: task.text.priority, done: task.done?.date, version: task.version,
        parent: try parents(of: task.id).last, steps: task.isFolded ? .folded : .shown),
      listName: task.listName, list: list, position: position, state: state, due: dueTime, parent: parent,
      priority: priority, place: place, done: done,
      successor: patches.first(where: \.isOfSuccessors)?.ids.first.map { TaskID($0) })
  }
}
