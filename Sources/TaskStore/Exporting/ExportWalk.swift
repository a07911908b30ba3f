import GRDB
import TaskFormats
import Tasks

/// The tasks of a list in the order of an export: each directly before its subtasks. Only their ids are in memory.
struct ExportWalk: Sendable {
  private let list: Int64
  private let isChosen: Bool
  /// The account whose comments are its own; nil for a format without comments.
  private let commentator: AccountID?
  /// The tasks that are still to be read, with the number of their ancestors in the export.
  private var rest: ArraySlice<(id: Int64, depth: Int)> = []

  init(_ list: ListExport, includesTrash: Bool, commentsFor commentator: AccountID?, _ db: Database) throws {
    (self.list, isChosen, self.commentator) = (list.id, list.chosen != nil, commentator)
    let all = try db.rows(ExportQuery.order, [list.id, includesTrash, Limits.subtaskLevels]) { row in
      (id: row[0] as Int64, depth: row[1] as Int)
    }
    // The depths of the exported tasks above the current one.
    var above: [Int] = []
    for task in all {
      while let last = above.last, last >= task.depth { above.removeLast() }
      guard list.chosen?.contains(task.id) ?? true else { continue }
      rest.append((task.id, above.count))
      above.append(task.depth)
    }
  }

  /// The next task; nil at the end. Those that were deleted meanwhile are missing, in a database without snapshots.
  mutating func next(_ db: Database) throws -> ExportedRow? {
    while let next = rest.popFirst() {
      guard
        var row = try db.row(ExportQuery.task, [list, next.id], { row in try ExportedRow(row, depth: next.depth) })
      else { continue }
      // Matches are without headings.
      if isChosen { row.task.section = nil }
      if let commentator {
        row.task.comments = try db.rows(ExportQuery.comments, [next.id]) { try PortableComment($0, for: commentator) }
      }
      return row
    }
    return nil
  }
}

struct ExportedRow: Sendable {
  var task: PortableTask
  /// The identifier of the task that it is a subtask of.
  let parent: String?

  init(_ row: Row, depth: Int) throws {
    parent = row[ExportedColumn.parent]
    let draft = try TaskDraft(row, at: ExportedColumn.count)
    // Tasks from before there were identifiers have one since a migration.
    let uid = row[ExportedColumn.uid] as String? ?? "fourfold-\(row[ExportedColumn.id] as Int64)"
    task = PortableTask(
      uid: uid, draft: draft, percent: row[ExportedColumn.percent], created: row.date(ExportedColumn.created),
      changed: row.moment(ExportedColumn.changed)?.date, completed: row.moment(ExportedColumn.done)?.date,
      deleted: row.moment(ExportedColumn.deleted)?.date, depth: depth, section: row[ExportedColumn.section])
    task.assignee = row[ExportedColumn.assignee]
  }
}

extension PortableComment {
  fileprivate init(_ row: Row, for account: AccountID) throws {
    let isOwn = row.idIfPresent(0) == account
    self.init(
      isOwn ? .own : .other(row[1] as String? ?? ""), CommentText(stored: row[2]), written: row.date(3),
      edited: row.moment(4)?.date)
  }
}

/// The columns of an exported task; those of `TaskField` follow.
enum ExportedColumn: Int, SelectedColumn {
  case id, uid, parent, percent, created, changed, done, deleted, section, assignee

  static let table = "tasks"
  static let expressions: [Self: String] = [
    .parent: "(SELECT p.uid FROM tasks p WHERE p.id = tasks.parent)",
    .section: """
    (SELECT s.name FROM sections s WHERE s.list = tasks.list AND s.deleted IS NULL AND s.position < tasks.position
      AND tasks.parent IS NULL ORDER BY s.position DESC LIMIT 1)
    """,
    .assignee: """
    (SELECT a.shown_name FROM memberships z CROSS JOIN accounts a ON a.id = z.account
      WHERE z.account = tasks.assignee AND z.list = tasks.list AND a.removed IS NULL)
    """,
  ]
}

extension Database {
  /// The tasks of each list that a search finds, however many they are.
  func exportedMatches(of text: String?, in filter: TaskFilter, for account: AccountID) throws -> [Int64: Set<Int64>] {
    var found: [Int64: Set<Int64>] = [:]
    if let text {
      var before: TaskID?
      repeat {
        let search = Search(
          text: text, filter: filter, order: .newest, before: before, window: Limits.searchMatches, account: account)
        guard case .found(let matches) = try self.matches(of: search) else { return [:] }
        for key in matches.keys { found[key.list.id, default: []].insert(key.id) }
        before = matches.olderThan
      } while before != nil
    } else {
      // List by list, because a scan compares only as many tasks as a few lists have.
      for list in try rows(FilterQuery.lists, [account.value, filter.list?.value], { $0[1] as Int64 }) {
        var filter = filter
        filter.list = ListID(list)
        let scan = try FilterScan(self, account, filter, .list, limit: 2 * Limits.tasksPerList)
        if scan.isCut { throw StoreError.internal("a list with more tasks than a filter compares") }
        if !scan.found.isEmpty { found[list] = Set(scan.found.map(\.id)) }
      }
    }
    return found
  }
}
