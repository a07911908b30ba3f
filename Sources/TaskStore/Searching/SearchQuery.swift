import Tasks

enum SearchQuery {
  /// The account's lists in its order.
  static let lists = """
    SELECT l.id, l.name FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND l.deleted IS NULL ORDER BY m.position, m.list
    """

  /// The number of tasks with the words that a search compares with its filter, or with a longer word than the index has.
  static let comparedTasks = 1_500

  /// The owner terms narrow the index to the account's tasks; access is decided by `memberships`, as in every query. The last
  /// columns are whether the filter covers the task, and its text.
  static let tasks = """
    SELECT \(FoundKey.columns), (\(TaskFilter.condition(from: 4))) IS TRUE, t.title, t.notes
    FROM search s CROSS JOIN tasks t ON t.id = s.rowid
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list
      CROSS JOIN lists l ON l.id = t.list
    WHERE s.search MATCH ?2 AND s.rowid < ?3 AND l.deleted IS NULL
      AND NOT EXISTS (SELECT 1 FROM unindexed WHERE unindexed.task = s.rowid)
    ORDER BY s.rowid DESC
    """

  static let one = """
    SELECT \(TaskRowColumn.selection), l.name, t.notes
    FROM tasks t CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list CROSS JOIN lists l ON l.id = t.list
    WHERE t.id = ?2
    """

  /// The limits of unindexed tasks and text bytes that a search scans.
  static let unindexedTasks = 1_000
  static let unindexedBytes = 1 << 20

  static let isAnyUnindexed = "SELECT 1 FROM unindexed LIMIT 1"

  static let owners = """
    SELECT DISTINCT (SELECT min(o.account) FROM memberships o WHERE o.list = m.list) FROM memberships m WHERE m.account = ?
    """

  /// Tasks whose index entry is missing or out of date. The last columns are those of ``tasks``.
  static let unindexed = """
    SELECT \(FoundKey.columns),
      (t.deleted IS NULL AND l.deleted IS NULL AND m.account IS NOT NULL
        AND (NOT ?4 OR t.done IS NOT NULL) AND (NOT ?5 OR t.done IS NULL) AND \(TaskFilter.condition(from: 7))) IS TRUE,
      t.title, t.notes
    FROM unindexed u LEFT JOIN tasks t ON t.id = u.task
      LEFT JOIN memberships m ON m.account = ?1 AND m.list = t.list
      LEFT JOIN lists l ON l.id = t.list
    WHERE u.account = ?2 AND u.task < ?3 ORDER BY u.task DESC LIMIT ?6
    """

  static let isManyUnindexed = "SELECT 1 FROM unindexed WHERE account = ? LIMIT 1 OFFSET ?"

  static let changeFrom = "SELECT id, at FROM changes WHERE id >= ? ORDER BY id LIMIT 1"

  static let hasTaskUpTo = """
    SELECT 1 FROM memberships m WHERE m.account = ? AND EXISTS (SELECT 1 FROM tasks t WHERE t.list = m.list AND t.id <= ?)
    """
}
