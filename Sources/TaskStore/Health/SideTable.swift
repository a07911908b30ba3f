/// A table whose rows follow from tasks: which rows of it are wrong, and which are missing. Triggers maintain it.
struct SideTable {
  let name: String
  /// Its primary key.
  let key: String
  let columns: String
  /// The column of the list or account that owns a row.
  let owner: String
  /// The rows from which it follows, with a condition for one owner, `?1`.
  let rows: String
  /// The values of its columns in a row of these.
  let values: String
  /// The condition that such a row has no row in the table.
  let isMissing: String
  /// The condition that a row `x` of the table follows from no task.
  let isWrong: String

  /// The items of the trash of each account: deleted tasks without the steps that were deleted with them.
  static let trash = SideTable(
    name: "trashed_tasks", key: "account, deleted, task", columns: "account, deleted, task, list", owner: "account",
    rows: "memberships m CROSS JOIN tasks t ON t.list = m.list WHERE m.account = ?1",
    values: "m.account, t.deleted, t.id, t.list",
    isMissing: """
      t.deleted > 0 AND NOT \(isPart) AND NOT EXISTS (SELECT 1 FROM trashed_tasks x
        WHERE x.account = m.account AND x.deleted = t.deleted AND x.task = t.id AND x.list = t.list)
      """,
    isWrong: """
      NOT EXISTS (SELECT 1 FROM tasks t CROSS JOIN memberships m ON m.list = t.list AND m.account = x.account
        WHERE t.id = x.task AND t.deleted = x.deleted AND t.list = x.list AND NOT \(isPart))
      """)

  /// Whether a deleted task `t` is a step that was deleted with its task.
  static let isPart = "EXISTS (SELECT 1 FROM tasks p WHERE p.id = t.parent AND p.deleted = t.deleted)"

  /// The names in the column `tags` of a task `t`.
  static let tagNames = #"json_each('["' || replace(t.tags, ' ', '","') || '"]')"#

  /// The tags of the tasks of each list.
  static let tags = SideTable(
    name: "task_tags", key: "list, tag, task", columns: "list, tag, task", owner: "list",
    rows: "tasks t CROSS JOIN \(tagNames) n WHERE t.list = ?1",
    values: "t.list, n.value, t.id",
    isMissing: """
      t.tags IS NOT NULL AND NOT EXISTS (SELECT 1 FROM task_tags x
        WHERE x.list = t.list AND x.tag = n.value AND x.task = t.id)
      """,
    isWrong: """
      NOT EXISTS (SELECT 1 FROM tasks t
        WHERE t.id = x.task AND t.list = x.list AND instr(' ' || t.tags || ' ', ' ' || x.tag || ' ') > 0)
      """)
}
