import Foundation
import GRDB
package import Tasks

/// The row of a task that was changed since its page was opened, at the place where it was then. A page shows it there with an undo, so
/// that nothing moves when its task was completed, deleted, or got another day or list.
package struct ChangedRow: Hashable, Sendable {
  /// The last change of the task that is not undone.
  package let change: Change
  /// The task as it is now.
  package let row: TaskRow
  /// The name of its list now.
  package let listName: String
  /// The list that it was in.
  package let list: ListID
  /// What it is now.
  package let state: State

  /// What the task is after its changes.
  package enum State: Hashable, Sendable {
    case open, completed, deleted
    /// The task is in another list.
    case moved
  }

  /// When it was due, on the reader's clock.
  package let due: DueTime?
  /// The task that it was a subtask of.
  package let parent: TaskID?
  /// Whether the first of its changes added it.
  package let isAdded: Bool

  let priority: Priority
  let place: SortKey
  /// When it was completed; nil if it was open.
  let done: Int64?
  /// The tasks of its next dates, which its changes added.
  let successors: [TaskID]
  /// The place of the row now among the open tasks of ``list``; nil if it is not among them.
  fileprivate let openPlace: SortKey?

  /// Whether it is not in ``list`` any more.
  var isGone: Bool {
    switch state {
    case .deleted, .moved: true
    case .open, .completed: false
    }
  }

  /// The place of the row on Today; nil if it had no due day.
  var dueRank: Rank? { due.map { Rank(due: $0, priority: priority, id: row.id) } }

  /// The place of the row in an order of ``list``.
  func rank(in order: TaskOrder) -> Rank { Rank(due: due, priority: priority, place, in: order) }

  /// The place of the row now in an order of ``list``; nil if it is not among the open tasks.
  func openRank(in order: ShownOrder) -> Rank? {
    openPlace.map { Rank(due: row.dueTime(in: order.timeZone), priority: row.priority, $0, in: order.order) }
  }

  /// Whether it was a row of a list, and no subtask.
  func isRow(of list: ListID) -> Bool { self.list == list && parent == nil }

  /// The section of Today that it was in; nil if it was in none.
  package func section(at now: ZonedTime) -> DueSection? { due.flatMap { DueSection(of: $0, at: now.time) } }

  /// The maximum number of rows that stay on a page: those that were changed last.
  package static let most = 100
  /// The number of rows under the field for a new task that a small window shows.
  package static let inSight = 6
}

extension AccountStore {
  /// The rows of the tasks that the account changed one by one, the one that was changed last first. A task whose changes are all undone
  /// is not among them, nor one whose list is not there any more.
  package func changedRows(
    from first: ChangeID, to last: ChangeID
  ) async throws(Problem) -> [ChangedRow] {
    try await readShortly { db in
      let changes = try db.rows(ChangedRowQuery.changes, [account.value, first.value, last.value]) { row in
        ChangeOfRow(id: row.id(0), task: row.id(1), isUndone: row[2], isAddition: row[3], inverse: row[4] as String?)
      }
      var tasks: [TaskID] = []
      for change in changes where !tasks.contains(change.task) && tasks.count < ChangedRow.most {
        tasks.append(change.task)
      }
      let byTask = Dictionary(grouping: changes, by: \.task)
      return try tasks.compactMap { try db.changedRow(of: $0, byTask[$0] ?? [], for: account, in: zone) }
    }
  }
}

private struct ChangeOfRow {
  let id: ChangeID
  let task: TaskID
  let isUndone, isAddition: Bool
  let inverse: String?

  var patches: [Patch] { inverse.flatMap(Patch.stored) ?? [] }
}

extension Database {
  /// - Parameter changes: the changes of the task, the last one first.
  fileprivate func changedRow(
    of id: TaskID, _ changes: [ChangeOfRow], for account: AccountID, in zone: String
  ) throws -> ChangedRow? {
    guard let last = changes.first(where: { !$0.isUndone }),
      let change = try row(ChangeQuery.byID, [account.value, last.id.value, nil], ChangeQuery.single),
      change.isReadable,
      let task = try StoredTask.find(id, for: account, self), task.listDeleted == nil
    else { return nil }
    let patches = changes.map(\.patches)
    var former = FormerTask(task)
    // The first change comes last, so its values hold.
    for patches in patches {
      former.revert(patches.first { $0.table == .tasks && $0.ids.contains(id.value) }?.was ?? [:])
    }
    if former.list != task.list, try row(ListQuery.byID, [account.value, former.list.value], ListQuery.summary) == nil {
      return nil
    }
    let state: ChangedRow.State =
      if task.deleted != nil { .deleted } else if former.list != task.list { .moved } else if task.done != nil {
        .completed
      } else { .open }
    // The rule went to the task of the next date. The row still tells it, so it is as high as before.
    let text = task.done == nil ? task.text : task.text.with { $0.repeats = $0.repeats ?? former.repeats }
    return ChangedRow(
      change: change,
      row: TaskRow(
        id: task.id, list: task.list, text: text, done: task.done?.date, version: task.version,
        parent: try parents(of: id).last, subtasks: task.isFolded ? .folded : .shown, assigned: task.assigned),
      listName: task.listName, list: former.list, state: state,
      due: former.due.map { DueTime($0, former.time, in: TimeZone(identifier: zone) ?? .gmt) }, parent: former.parent,
      isAdded: changes.last?.isAddition == true, priority: former.priority, place: former.place, done: former.done,
      successors: patches.joined().filter(\.isOfSuccessors).compactMap { $0.ids.first.map { TaskID($0) } },
      openPlace: state == .open && task.parent == nil ? task.place : nil)
  }
}

/// The values of a task that decide about the place of its row, as they were before changes.
private struct FormerTask {
  var list: ListID
  var due: Day?
  var time: ClockTime?
  var priority: Priority
  var place: SortKey
  var done: Int64?
  var parent: TaskID?
  var repeats: Recurrence?

  init(_ task: StoredTask) {
    (list, due, time, priority) = (task.list, task.text.due, task.text.time, task.text.priority)
    (place, done, parent, repeats) = (task.place, task.done?.value, task.parent, task.text.repeats)
  }

  /// Takes the values before a change.
  mutating func revert(_ before: [Patch.Column: Stored]) {
    if let before = before[.time] { time = before.time }
    if let before = before[.due] { due = before.plain.flatMap { Day(iso: $0) } }
    if let before = before[.done] { done = before.number }
    if let before = before[.repeats] { repeats = before.recurrence }
    if let known = before[.priority]?.number.flatMap({ Priority(rawValue: Int($0)) }) { priority = known }
    guard let id = before[.list]?.number else { return }
    list = ListID(id)
    // A move within the list shows the row at its new place. In another list it is no subtask.
    if let position = before[.position]?.number { place.position = position }
    if let id = before[.parent]?.number { parent = TaskID(id) }
  }
}

enum ChangedRowQuery {
  /// The changes of single tasks that their rows report, the last one first.
  static let changes = """
    SELECT c.id, c.task, c.undone IS NOT NULL, c.kind = 'task-added', c.inverse
    FROM memberships m CROSS JOIN changes c ON c.list = m.list
    WHERE m.account = ?1 AND c.id BETWEEN ?2 AND ?3 AND c.account = ?1 AND c.task IS NOT NULL AND c.kind IN (
      'task-added', 'task-edited', 'task-skipped', 'task-completed', 'task-reopened', 'task-scheduled', 'task-moved', 'task-transferred',
      'task-deleted', 'task-restored')
    ORDER BY c.id DESC LIMIT 1000
    """
}

/// Rows that stay on a page where they were, among the others: the page is a part of all of them in one order, so that neither its rows
/// nor the numbers of pages change.
struct KeptRows<Row> {
  private let kept: [(rank: Rank, row: Row)]

  init(_ kept: [(rank: Rank, row: Row)]) { self.kept = kept.sorted { $0.rank < $1.rank } }

  var count: Int { kept.count }

  /// Which of the other rows a page may need.
  func others(for shown: Range<Int>) -> Range<Int> { max(0, shown.lowerBound - count)..<shown.upperBound }

  /// The rows of a page.
  /// - Parameter others: those in ``others(for:)``, in order.
  func rows(_ shown: Range<Int>, among others: [(rank: Rank, row: Row)]) -> [Row] {
    let first = self.others(for: shown).lowerBound
    // If these are not the first of the others, every kept row before them is on an earlier page.
    let before = first == 0 ? 0 : others.first.map { next in kept.count { $0.rank < next.rank } } ?? 0
    var merged: [Row] = []
    var rest = kept.dropFirst(before)
    for other in others {
      while let next = rest.first, next.rank < other.rank { merged.append(rest.removeFirst().row) }
      merged.append(other.row)
    }
    merged += rest.map(\.row)
    return Array(merged.dropFirst(shown.lowerBound - first - before).prefix(shown.count))
  }
}
