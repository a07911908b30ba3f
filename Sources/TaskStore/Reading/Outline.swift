import GRDB
import Tasks

/// Which subtasks follow the tasks of a page.
package enum ShownSubtasks: Hashable, Sendable {
  /// The subtasks that the reader has not folded.
  case unfolded
  case all
  /// None: a task tells how many of its subtasks are done.
  case none

  var outline: Outline {
    switch self {
    case .unfolded: Outline()
    case .all: Outline(unfolds: true)
    case .none: Outline(unfolds: true, budget: 0)
    }
  }
}

/// Reads tasks with their subtasks, level by level.
struct Outline {
  /// Whether subtasks of folded tasks are read, too.
  var unfolds = false
  /// The maximum number of subtasks.
  var budget = Limits.shownSubtasks

  /// Rows of a list, each followed by its subtasks, in the order of the list.
  ///
  /// A task of which not all subtasks fit is shown without them. That bounds a page, however many subtasks its tasks have.
  func rows(_ rows: [TaskRow], of list: ListID, for account: AccountID, _ db: Database) throws -> [TaskRow] {
    guard try db.hasSubtasks(in: list) else { return rows }
    var (budget, level, depth) = (budget, rows, 0)
    var subtasks: [TaskID: [TaskRow]] = [:]
    var counts: [TaskID: SubtaskProgress] = [:]
    while !level.isEmpty, depth < Limits.subtaskLevels - 1 {
      let found = try db.subtaskCounts(of: level.map(\.id), in: list)
      counts.merge(found) { $1 }
      var parents: [TaskID] = []
      for row in level where unfolds || row.subtasks == .shown {
        guard let count = found[row.id], count.total <= budget else { continue }
        budget -= count.total
        parents.append(row.id)
      }
      level = try db.subtasks(of: parents, in: list, for: account)
      subtasks.merge(Dictionary(grouping: level) { $0.parent?.id ?? $0.id }) { $1 }
      depth += 1
    }
    return rows.flatMap { branch($0, depth: 0, siblings: nil, subtasks, counts) }
  }

  private func branch(
    _ row: TaskRow, depth: Int, siblings: RowPosition?, _ subtasks: [TaskID: [TaskRow]],
    _ counts: [TaskID: SubtaskProgress]
  ) -> [TaskRow] {
    let own = subtasks[row.id] ?? []
    let below = own.enumerated().flatMap { index, subtask in
      branch(subtask, depth: depth + 1, siblings: RowPosition(before: index, total: own.count), subtasks, counts)
    }
    let height = (below.map(\.place.depth).max() ?? depth) - depth
    let progress = counts[row.id]
    let isFolded = row.subtasks == .folded && !unfolds
    let display: SubtasksDisplay = progress == nil || !own.isEmpty ? .shown : isFolded ? .folded : .elsewhere
    let place = OutlinePosition(depth: depth, siblings: siblings, height: height)
    return [row.placed(at: place, progress: progress, subtasks: display)] + below
  }
}

extension Database {
  /// An outline with the subtasks at their places that were deleted or moved to another list. All others are still there.
  func holding(_ changed: [ChangedRow], in rows: [TaskRow], of list: ListID) throws -> [TaskRow] {
    // The last one first, because each takes the place of one that is still there.
    let gone = changed.filter { $0.list == list && $0.parent != nil && $0.isGone }.sorted { $1.place < $0.place }
    return try gone.reduce(into: rows) { rows, subtask in try hold(subtask, in: &rows, of: list) }
  }

  private func hold(_ changed: ChangedRow, in rows: inout [TaskRow], of list: ListID) throws {
    guard let parent = changed.parent, let top = rows.firstIndex(where: { $0.id == parent }),
      rows[top].subtasks == .shown
    else { return }
    let before = try subtaskCount(before: changed, under: parent, in: list)
    let depth = rows[top].place.depth + 1
    let end = rows[(top + 1)...].firstIndex { $0.place.depth < depth } ?? rows.endIndex
    let siblings = (top + 1..<end).filter { rows[$0].place.depth == depth }
    rows.insert(
      changed.row.placed(at: OutlinePosition(depth: depth), progress: nil, subtasks: .shown),
      at: before < siblings.count ? siblings[before] : end)
  }

  /// The number of subtasks of a task before the place of a changed one.
  func subtaskCount(before changed: ChangedRow, under parent: TaskID, in list: ListID) throws -> Int {
    let (position, id) = (changed.place.position, changed.row.id.value)
    return try count(SubtaskQuery.before, [list.value, parent.value, position, position, id])
  }

  /// Whether a list has subtasks, in the trash or not. Lists without pay one look-up for all of them.
  func hasSubtasks(in list: ListID) throws -> Bool { try exists(SubtaskQuery.any, [list.value]) }

  /// Whether a task of a list names a parent that it is no subtask of.
  func hasWaitingSubtasks(in list: ListID) throws -> Bool { try exists(SubtaskQuery.anyWaiting, [list.value]) }

  /// The subtasks of tasks that are not in the trash, those of each task in their order.
  func subtasks(of tasks: [TaskID], in list: ListID, for account: AccountID) throws -> [TaskRow] {
    if tasks.isEmpty { return [] }
    return try rows(SubtaskQuery.ofTasks, [account.value, list.value, tasks.json], TaskQuery.row)
  }

  /// How many subtasks of tasks are done, for those that have subtasks.
  func subtaskCounts(of tasks: [TaskID], in list: ListID) throws -> [TaskID: SubtaskProgress] {
    let counts = try rows(SubtaskQuery.counts, [list.value, tasks.json]) { row in
      (task: row.id(0) as TaskID, progress: SubtaskProgress(done: row[2], total: row[1]))
    }
    return Dictionary(counts.map { ($0.task, $0.progress) }) { $1 }
  }

  /// The tasks that a task is a subtask of, the outermost first, in the trash or not.
  func parents(of task: TaskID) throws -> [ParentTask] {
    try rows(SubtaskQuery.parents, [task.value, Limits.subtaskLevels]) { ParentTask(id: $0.id(0), title: $0[1]) }
  }

  /// The task of its own that has a task among its subtasks, or the task itself.
  func outermost(of task: TaskID) throws -> TaskID { try parents(of: task).first?.id ?? task }
}

extension Sequence where Element: LosslessStringConvertible {
  /// A JSON array of ids, for `json_each`.
  var json: String { "[\(map(\.description).joined(separator: ","))]" }
}

enum SubtaskQuery {
  static let lastPosition = "SELECT max(position) FROM tasks WHERE list = ? AND parent = ?"

  static let isThere = "SELECT 1 FROM tasks WHERE id = ? AND deleted IS NULL"

  /// The number of subtasks of a task before a place.
  static let before = """
    SELECT count(*) FROM tasks WHERE list = ? AND parent = ? AND deleted IS NULL
      AND (position < ? OR position = ? AND id < ?)
    """

  static let any = "SELECT 1 FROM tasks WHERE list = ? AND parent IS NOT NULL LIMIT 1"

  static let anyWaiting = "SELECT 1 FROM tasks WHERE list = ? AND awaits IS NOT NULL LIMIT 1"

  static let page = """
    SELECT \(TaskRowColumn.selection) FROM tasks t
    WHERE t.list = ?2 AND t.parent = ?3 AND t.deleted IS NULL ORDER BY t.position LIMIT ?4 OFFSET ?5
    """

  static let ofTasks = """
    SELECT \(TaskRowColumn.selection) FROM json_each(?3) j CROSS JOIN tasks t ON t.list = ?2 AND t.parent = j.value
    WHERE t.deleted IS NULL ORDER BY j.key, t.position
    """

  static let counts = """
    SELECT t.parent, count(*), count(t.done) FROM tasks t
    WHERE t.list = ?1 AND t.parent IN (SELECT value FROM json_each(?2)) AND t.deleted IS NULL GROUP BY t.parent
    """

  /// The chain of parents is bounded, in case it is a circle.
  static let parents = """
    WITH RECURSIVE above (id, parent, title, level) AS (
      SELECT id, parent, title, 0 FROM tasks WHERE id = ?1
      UNION ALL
      SELECT t.id, t.parent, t.title, above.level + 1 FROM above CROSS JOIN tasks t ON t.id = above.parent
        WHERE above.level <= ?2)
    SELECT id, title FROM above WHERE level > 0 ORDER BY level DESC
    """
}
