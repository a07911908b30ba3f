import GRDB

/// Rows that contradict each other: a programming error, or a write of another program.
struct Contradiction: Sendable {
  /// A query for the numbers of lists, sources or tasks.
  let sql: String
  /// What is wrong with one, with `#` for its number.
  let text: String
  /// Statements that rebuild it from the rows from which it follows; none if it follows from nothing else.
  var repair: [String] = []

  init(_ sql: String, _ text: String, repair: String...) { (self.sql, self.text, self.repair) = (sql, text, repair) }

  /// Columns of `table` that follow from other rows.
  private init(_ columns: String, of table: String, from values: String, _ text: String) {
    let wrong = "(\(columns)) <> (\(values))"
    self.init(
      "SELECT id FROM \(table) WHERE \(wrong)", text,
      repair: "UPDATE \(table) SET (\(columns)) = (\(values)) WHERE \(wrong)")
  }

  func findings(_ db: Database) throws -> [IntegrityProblem] {
    try Int64.fetchAll(db, sql: sql).map { number in
      .contradiction(text.replacing("#", with: "\(number)"), isRepairable: !repair.isEmpty)
    }
  }

  static let quick = [
    Contradiction(
      "open, completed", of: "lists",
      from: "SELECT coalesce(sum(t.open), 0), coalesce(sum(t.completed), 0) FROM tasks t WHERE t.list = lists.id",
      "list # counts its tasks wrongly"),
    // `search_docsize` has a row of each indexed task.
    Contradiction(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM tasks t WHERE NOT EXISTS (SELECT 1 FROM search_docsize i WHERE i.id = t.id))
        OR EXISTS (SELECT 1 FROM search_docsize i WHERE NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = i.id))
      """, "the index of words does not match the tasks", repair: "INSERT INTO search (search) VALUES ('rebuild')"),
  ]

  /// What a thorough check looks at in addition.
  static let slow = [
    Contradiction(
      "SELECT t.list \(missingTags) UNION SELECT x.list \(wrongTags)", "the tags of list # do not match its tasks",
      repair: "DELETE FROM task_tags WHERE (list, tag, task) IN (SELECT list, tag, task \(wrongTags))",
      "INSERT INTO task_tags (list, tag, task) SELECT DISTINCT t.list, n.value, t.id \(missingTags)"),
    Contradiction(
      "stored_tasks, stored_bytes", of: "lists",
      from: """
        SELECT count(*), coalesce(sum(t.bytes), 0)
          + (SELECT coalesce(sum(c.bytes), 0) FROM changes c WHERE c.list = lists.id)
          + coalesce(sum((SELECT sum(c.bytes) FROM comments c WHERE c.task = t.id)), 0) FROM tasks t WHERE t.list = lists.id
        """, "list # counts its stored bytes wrongly"),
    Contradiction(
      "SELECT t.list FROM tasks t WHERE t.source IS NOT NULL AND t.source IS NOT (\(sourceOfList)) GROUP BY t.list",
      "list # has tasks of a source that it doesn't follow",
      repair: "UPDATE tasks AS t SET source = (\(sourceOfList)) WHERE t.source IS NOT NULL"),
    // The last change may be older than the revision, because changes are forgotten after a time, but never newer.
    Contradiction(
      "SELECT id FROM lists WHERE revision < \(lastChange)", "list # does not know its last change",
      repair: "UPDATE lists SET revision = \(lastChange) WHERE revision < \(lastChange)"),
    Contradiction(
      "SELECT id FROM lists WHERE version > revision", "the name of list # is of a later change than its last"),
    Contradiction(
      "SELECT t.id FROM tasks t CROSS JOIN lists l ON l.id = t.list WHERE t.version > l.revision",
      "task # is of a later change than its list's last"),
    // `Write.settle` rules these out.
    Contradiction(
      """
      SELECT s.id FROM tasks s LEFT JOIN tasks p ON p.id = s.parent
      WHERE s.parent IS NOT NULL AND (p.list IS NOT s.list OR s.deleted IS NULL
        AND (p.deleted IS NOT NULL OR p.done IS NOT NULL AND s.done IS NULL))
      """, "task # is a step of a task that is completed, deleted, or in another list"),
  ]

  private static let sourceOfList = "SELECT s.id FROM sources s WHERE s.list = t.list"

  private static let lastChange = """
    max((SELECT coalesce(max(c.id), 0) FROM changes c WHERE c.list = lists.id),
      (SELECT coalesce(max(c.id), 0) FROM changes c WHERE c.other = lists.id))
    """

  /// The tags of tasks `t` that have no row in `task_tags`.
  private static let missingTags = """
    FROM tasks t CROSS JOIN json_each('["' || replace(t.tags, ' ', '","') || '"]') n
    WHERE t.tags IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM task_tags x WHERE x.list = t.list AND x.tag = n.value AND x.task = t.id)
    """

  /// The rows `x` of `task_tags` that follow from no task.
  private static let wrongTags = """
    FROM task_tags x WHERE NOT EXISTS (SELECT 1 FROM tasks t
      WHERE t.id = x.task AND t.list = x.list AND instr(' ' || t.tags || ' ', ' ' || x.tag || ' ') > 0)
    """
}

extension TaskStore {
  /// Rebuilds what is wrong and follows from other rows. Nothing else is written.
  ///
  /// A new epoch begins, because pages that were rendered from wrong data may be cached under the right names.
  package func repair() async throws(StoreError) {
    for contradiction in Contradiction.quick + Contradiction.slow {
      try await write { db, _ in
        if try contradiction.findings(db).isEmpty { return }
        for statement in contradiction.repair { try db.execute(sql: statement) }
      }
    }
    try await write { db, _ in try Meta.renewEpoch(db) }
  }
}
