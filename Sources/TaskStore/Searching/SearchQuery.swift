import Tasks

enum SearchQuery {
  /// The account's lists in its order.
  static let lists = """
    SELECT l.id, l.name FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND l.deleted IS NULL ORDER BY m.position, m.list
    """

  /// The lists that a search reads, with the numbers of their tasks.
  static let searchedLists = """
    SELECT m.list, l.stored_tasks FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ?1 AND (?2 IS NULL OR m.list = ?2) AND l.deleted IS NULL
    """

  /// The part of all tasks, one in so many, below which the terms of their lists make a search faster. Measured with 100,000 tasks: of one
  /// in forty the terms take a third of the time for a common word, of one in eight three times as long for two.
  static let few = 16

  /// The newest tasks that match. Access is decided by `memberships`, as in every query. The last columns are whether the filter covers
  /// the task, and its title.
  static let tasks = """
    SELECT \(FoundKey.columns(in: "?15")),
      (t.deleted IS NULL AND (NOT ?4 OR t.done IS NOT NULL) AND (NOT ?5 OR t.done IS NULL)
        AND \(TaskFilter.condition(from: 6))) IS TRUE,
      t.title
    FROM search s CROSS JOIN tasks t ON t.id = s.rowid
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list
      CROSS JOIN lists l ON l.id = t.list
    WHERE s.search MATCH ?2 AND s.rowid < ?3 AND l.deleted IS NULL
    ORDER BY s.rowid DESC
    """

  static let one = """
    SELECT \(TaskRowColumn.selection), l.name, t.notes
    FROM tasks t CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list CROSS JOIN lists l ON l.id = t.list
    WHERE t.id = ?2
    """

  static let changeFrom = "SELECT id, at FROM changes WHERE id >= ? ORDER BY id LIMIT 1"
}
