import GRDB

/// Data that is stored beside the rows from which it follows, and that can be rebuilt from them.
public enum DerivedData: Hashable, Sendable {
  /// The numbers of open and completed tasks in the row of a list.
  case taskCounts(list: Int64)
  /// The number of tasks and bytes in the row of a list, for quotas.
  case storedSize(list: Int64)
  /// The last change in the row of a list.
  case revision(list: Int64)
  /// The tags of a list's tasks, in `task_tags`.
  case tags(list: Int64)
  /// The numbers of open and completed tasks in the row of a source.
  case copyCounts(source: Int64)
  /// The number of bytes in the row of a source.
  case copySize(source: Int64)
  /// The index of words.
  case searchIndex

  /// That it is wrong, in one line for the log.
  var finding: String {
    switch self {
    case .taskCounts(let list): "list \(list) counts its tasks wrongly"
    case .storedSize(let list): "list \(list) counts its stored bytes wrongly"
    case .revision(let list): "list \(list) does not know its last change"
    case .tags(let list): "the tags of list \(list) do not match its tasks"
    case .copyCounts(let source): "source \(source) counts its copy's tasks wrongly"
    case .copySize(let source): "source \(source) counts its copy's bytes wrongly"
    case .searchIndex: "the index of words does not match the tasks"
    }
  }

  /// What it is, for "Rebuilt …".
  public var name: String {
    switch self {
    case .taskCounts(let list): "the task counts of list \(list)"
    case .storedSize(let list): "the stored size of list \(list)"
    case .revision(let list): "the last change of list \(list)"
    case .tags(let list): "the tags of list \(list)"
    case .copyCounts(let source): "the task counts of source \(source)"
    case .copySize(let source): "the stored size of source \(source)"
    case .searchIndex: "the index of words"
    }
  }
}

extension TaskStore {
  /// Rebuilds derived data from the rows from which it follows. Nothing else is written.
  ///
  /// A new epoch begins, because pages that were rendered from wrong data may be cached under the right names.
  public func rebuild(_ derived: DerivedData) async throws(StoreError) {
    switch derived {
    case .taskCounts(let list):
      try await set("lists", "(open, completed) = (\(DerivedQuery.taskCounts))", list)
    case .storedSize(let list):
      try await set("lists", "(stored_tasks, stored_bytes) = (\(DerivedQuery.storedSize))", list)
    case .revision(let list):
      try await set("lists", "revision = max(revision, \(DerivedQuery.lastChange))", list)
    case .tags(let list): try await rebuildTags(of: list)
    case .copyCounts(let source):
      try await set("sources", "(open, closed) = (\(DerivedQuery.copyCounts))", source)
    case .copySize(let source):
      try await set("sources", "stored_bytes = (\(UsageQuery.copyBytes))", source)
    case .searchIndex:
      try await write { db, _ in try db.execute(sql: "INSERT INTO search (search) VALUES ('rebuild')") }
    }
    try await write { db, _ in try Meta.renewEpoch(db) }
  }

  private func set(_ table: String, _ columns: String, _ id: Int64) async throws(StoreError) {
    try await write { db, _ in try db.run("UPDATE \(table) SET \(columns) WHERE id = ?", [id]) }
  }

  private func rebuildTags(of list: Int64) async throws(StoreError) {
    try await runSteps { () async throws(StoreError) in
      try await write { db, _ in
        try db.run(DerivedQuery.deleteWrongTags, [list])
        let deleted = db.changesCount
        try db.run(DerivedQuery.insertMissingTags, [list])
        return deleted + db.changesCount > 0
      }
    }
  }
}

/// Rows that contradict each other: a programming error, or a write of another program.
struct Contradiction: Sendable {
  /// A query for the numbers of lists, sources or tasks.
  let sql: String
  /// What is wrong with one.
  let finding: @Sendable (Int64) -> IntegrityProblem

  func findings(_ db: Database) throws -> [IntegrityProblem] {
    try Int64.fetchAll(db, sql: sql).map(finding)
  }

  static let quick = [
    Contradiction(sql: "SELECT id FROM lists WHERE (open, completed) <> (\(DerivedQuery.taskCounts))") {
      .contradiction(.taskCounts(list: $0))
    },
    Contradiction(
      sql: "SELECT id FROM sources WHERE (coalesce(open, 0), coalesce(closed, 0)) <> (\(DerivedQuery.copyCounts))"
    ) { .contradiction(.copyCounts(source: $0)) },
    Contradiction(sql: DerivedQuery.misindexedTasks) { _ in .contradiction(.searchIndex) },
  ]

  /// What a thorough check looks at in addition.
  static let slow = [
    Contradiction(sql: DerivedQuery.mismatchedTags) { .contradiction(.tags(list: $0)) },
    Contradiction(sql: "SELECT id FROM lists WHERE (stored_tasks, stored_bytes) <> (\(DerivedQuery.storedSize))") {
      .contradiction(.storedSize(list: $0))
    },
    Contradiction(sql: "SELECT id FROM sources WHERE stored_bytes <> (\(UsageQuery.copyBytes))") {
      .contradiction(.copySize(source: $0))
    },
    // The last change may be older than the revision, because changes are forgotten after a time, but never newer.
    Contradiction(sql: "SELECT id FROM lists WHERE revision < \(DerivedQuery.lastChange)") {
      .contradiction(.revision(list: $0))
    },
    Contradiction(sql: "SELECT id FROM lists WHERE version > revision") {
      .contradiction("the name of list \($0) is of a later change than its last")
    },
    Contradiction(sql: "SELECT t.id FROM tasks t CROSS JOIN lists l ON l.id = t.list WHERE t.version > l.revision") {
      .contradiction("task \($0) is of a later change than its list's last")
    },
    // `Write.settle` rules these out.
    Contradiction(
      sql: """
        SELECT s.id FROM tasks s LEFT JOIN tasks p ON p.id = s.parent
        WHERE s.parent IS NOT NULL AND (p.list IS NOT s.list OR s.deleted IS NULL
          AND (p.deleted IS NOT NULL OR p.done IS NOT NULL AND s.done IS NULL))
        """
    ) { .contradiction("task \($0) is a step of a task that is completed, deleted, or in another list") },
  ]
}

/// The values of derived columns of a row of `lists` or `sources`, from the rows from which they follow.
private enum DerivedQuery {
  static let taskCounts = """
    SELECT count(*) FILTER (WHERE t.done IS NULL), count(*) FILTER (WHERE t.done IS NOT NULL)
    FROM tasks t WHERE t.list = lists.id AND t.deleted IS NULL
    """

  static let storedSize = """
    SELECT count(*), coalesce(sum(t.bytes), 0)
      + (SELECT coalesce(sum(c.bytes), 0) FROM changes c WHERE c.list = lists.id) FROM tasks t WHERE t.list = lists.id
    """

  static let lastChange = """
    max((SELECT coalesce(max(c.id), 0) FROM changes c WHERE c.list = lists.id),
      (SELECT coalesce(max(c.id), 0) FROM changes c WHERE c.other = lists.id))
    """

  static let copyCounts = """
    SELECT count(*) FILTER (WHERE t.status = 'open'), count(*) FILTER (WHERE t.status <> 'open')
    FROM source_tasks t WHERE t.source = sources.id
    """

  /// A row if the index lacks a task or has one that is not there. `search_docsize` has a row of each indexed task.
  static let misindexedTasks = """
    SELECT 1 WHERE EXISTS (SELECT 1 FROM tasks t WHERE NOT EXISTS (SELECT 1 FROM search_docsize i WHERE i.id = t.id))
      OR EXISTS (SELECT 1 FROM search_docsize i WHERE NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = i.id))
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

  static let mismatchedTags = "SELECT t.list \(missingTags) UNION SELECT x.list \(wrongTags)"

  static let deleteWrongTags = """
    DELETE FROM task_tags
      WHERE (list, tag, task) IN (SELECT list, tag, task \(wrongTags) AND x.list = ?1 LIMIT 500)
    """

  static let insertMissingTags = """
    INSERT INTO task_tags (list, tag, task)
      SELECT DISTINCT t.list, n.value, t.id \(missingTags) AND t.list = ?1 LIMIT 500
    """
}
