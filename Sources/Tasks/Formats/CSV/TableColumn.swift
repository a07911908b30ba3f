/// The columns of the app's own table of tasks, in order.
///
/// | Column | Value |
/// |---|---|
/// | `list` | the name of the list; rows of one list follow each other |
/// | `section` | the heading within the list |
/// | `depth` | the number of tasks that contain the task, which follows them; empty for none |
/// | `title`, `notes`, `due`, `time`, `repeats`, `start`, `tags`, `priority` | as in the JSON of an export (``ExportText``) |
/// | `percent` | the percentage that is completed, 1 to 99 |
/// | `created-at`, `changed-at`, `completed-at`, `deleted-at` | moments: `2026-01-31T23:59:59.123Z` |
/// | `uid` | identifies the task |
///
/// Only `title` is required. Other orders and other columns are read, too.
enum TableColumn: Hashable {
  case list, section, depth
  case field(TaskField)
  case percent
  case created, changed, completed, deleted
  case uid

  static let all: [TableColumn] =
    [.list, .section, .depth] + TaskField.all.map { .field($0) }
    + [.percent, .created, .changed, .completed, .deleted, .uid]

  /// The name in the first row.
  var name: String {
    switch self {
    case .list: "list"
    case .section: "section"
    case .depth: "depth"
    case .field(let field): field.name
    case .percent: "percent"
    case .created: "created-at"
    case .changed: "changed-at"
    case .completed: "completed-at"
    case .deleted: "deleted-at"
    case .uid: "uid"
    }
  }
}
