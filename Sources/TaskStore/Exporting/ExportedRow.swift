import GRDB
import Tasks

struct ExportedRow: Sendable {
  let id: Int64
  let position: Int64
  var task: PortableTask
  /// The identifier of the task that it is a step of.
  let parent: String?

  init(_ row: Row, depth: Int = 0) throws {
    id = row[ExportedColumn.id]
    position = row[ExportedColumn.position]
    parent = row[ExportedColumn.parent]
    let draft = try TaskDraft(row, at: ExportedColumn.count)
    // Tasks from before there were identifiers have one since a migration.
    let uid = row[ExportedColumn.uid] as String? ?? "fourfold-\(id)"
    task = PortableTask(
      uid: uid, draft: draft, percent: row[ExportedColumn.percent], created: row.date(ExportedColumn.created),
      changed: row.moment(ExportedColumn.changed)?.date, completed: row.moment(ExportedColumn.done)?.date,
      deleted: row.moment(ExportedColumn.deleted)?.date, depth: depth, section: row[ExportedColumn.section])
  }

  /// About the memory that it takes.
  var bytes: Int { task.draft.bytes + 200 }
}

/// The columns of an exported task; those of `TaskField` follow.
enum ExportedColumn: Int, SelectedColumn {
  case id, position, uid, parent, percent, created, changed, done, deleted, section

  static let table = "tasks"
  static let expressions: [Self: String] = [
    .parent: "(SELECT p.uid FROM tasks p WHERE p.id = tasks.parent)",
    .section: """
    (SELECT s.name FROM sections s WHERE s.list = tasks.list AND s.deleted IS NULL AND s.position < tasks.position
      AND tasks.parent IS NULL ORDER BY s.position DESC LIMIT 1)
    """,
  ]
}
