import GRDB

/// Rows that contradict each other: a programming error, or a write of another program.
enum Contradictions {
  /// One check: a query for the numbers of lists, accounts, sources or tasks, and what is wrong with them.
  struct Check: Sendable {
    let sql: String
    let finding: @Sendable (Int64) -> IntegrityProblem

    func findings(_ db: Database) throws -> [IntegrityProblem] {
      try Int64.fetchAll(db, sql: sql).map(finding)
    }
  }

  static func checks(_ depth: FileCheck.Depth) -> [Check] {
    switch depth {
    case .quick: quick
    case .full: quick + slow
    }
  }

  private static let quick = [
    Check(sql: ContradictionQuery.miscountedLists) { .contradiction(.taskCounts(list: $0)) },
    Check(sql: ContradictionQuery.mismatchedTrashes) { .contradiction(.trash(account: $0)) },
    Check(sql: ContradictionQuery.miscountedSources) { .contradiction(.copyCounts(source: $0)) },
    Check(sql: ContradictionQuery.misindexedTasks) { _ in .contradiction(.searchIndex) },
  ]

  private static let slow = [
    Check(sql: ContradictionQuery.mismatchedTags) { .contradiction(.tags(list: $0)) },
    Check(sql: ContradictionQuery.missizedLists) { .contradiction(.storedSize(list: $0)) },
    Check(sql: ContradictionQuery.missizedSources) { .contradiction(.copySize(source: $0)) },
    Check(sql: ContradictionQuery.oldRevisions) { .contradiction(.revision(list: $0)) },
    Check(sql: ContradictionQuery.futureLists) {
      .contradiction("the name of list \($0) is of a later change than its last")
    },
    Check(sql: ContradictionQuery.futureTasks) {
      .contradiction("task \($0) is of a later change than its list's last")
    },
    Check(sql: ContradictionQuery.hiddenSubtasks) {
      .contradiction("task \($0) is a step of a task that is completed, deleted, or in another list")
    },
  ]
}

private enum ContradictionQuery {
  /// What `Write.settle` rules out.
  static let hiddenSubtasks = """
    SELECT s.id FROM tasks s LEFT JOIN tasks p ON p.id = s.parent
    WHERE s.parent IS NOT NULL AND (p.list IS NOT s.list OR s.deleted IS NULL
      AND (p.deleted IS NOT NULL OR p.done IS NOT NULL AND s.done IS NULL))
    """

  /// A row if the index lacks a task or has one that is not there. `search_docsize` has a row of each indexed task.
  static let misindexedTasks = """
    SELECT 1 WHERE EXISTS (SELECT 1 FROM tasks t WHERE NOT EXISTS (SELECT 1 FROM search_docsize i WHERE i.id = t.id))
      OR EXISTS (SELECT 1 FROM search_docsize i WHERE NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = i.id))
    """

  static let miscountedLists = """
    SELECT l.id FROM lists l LEFT JOIN (
      SELECT list, count(*) FILTER (WHERE done IS NULL AND deleted IS NULL) AS open,
        count(*) FILTER (WHERE done IS NOT NULL AND deleted IS NULL) AS completed,
        count(*) FILTER (WHERE deleted IS NOT NULL) AS trashed
      FROM tasks GROUP BY list) t ON t.list = l.id
    WHERE l.open <> coalesce(t.open, 0) OR l.completed <> coalesce(t.completed, 0)
      OR l.trashed <> coalesce(t.trashed, 0)
    """

  /// Accounts whose rows in `trashed_tasks` do not match their deleted tasks, or whose `trash_counts` do not match these rows.
  static let mismatchedTrashes = """
    SELECT m.account FROM tasks t CROSS JOIN memberships m ON m.list = t.list WHERE \(SideTable.trash.isMissing)
    UNION
    SELECT x.account FROM trashed_tasks x WHERE \(SideTable.trash.isWrong)
    UNION
    SELECT account FROM (
      SELECT account, list, 1 AS items FROM trashed_tasks UNION ALL SELECT account, list, -items FROM trash_counts)
    GROUP BY account, list HAVING sum(items) <> 0
    """

  /// Lists whose rows in `task_tags` do not match the column of their tasks.
  static let mismatchedTags = """
    SELECT t.list FROM tasks t CROSS JOIN \(SideTable.tagNames) n WHERE \(SideTable.tags.isMissing)
    UNION
    SELECT x.list FROM task_tags x WHERE \(SideTable.tags.isWrong)
    """

  static let miscountedSources = """
    SELECT s.id FROM sources s LEFT JOIN (
      SELECT source, count(*) FILTER (WHERE status = 'open') AS open, count(*) FILTER (WHERE status <> 'open') AS closed
      FROM source_tasks GROUP BY source) t ON t.source = s.id
    WHERE coalesce(s.open, 0) <> coalesce(t.open, 0) OR coalesce(s.closed, 0) <> coalesce(t.closed, 0)
    """

  /// Lists of which the size is stored and wrong. Those that were not counted yet have none.
  static let missizedLists = """
    SELECT l.id FROM lists l
      LEFT JOIN (SELECT t.list, count(*) AS count, sum(\(UsageQuery.taskBytes)) AS bytes FROM tasks t GROUP BY t.list) t
        ON t.list = l.id
      LEFT JOIN (SELECT c.list, sum(\(UsageQuery.changeBytes)) AS bytes FROM changes c GROUP BY c.list) c ON c.list = l.id
    WHERE l.stored_tasks <> coalesce(t.count, 0) OR l.stored_bytes <> coalesce(t.bytes, 0) + coalesce(c.bytes, 0)
    """

  static let missizedSources = """
    SELECT s.id FROM sources s LEFT JOIN (
      SELECT t.source, sum(\(UsageQuery.copiedTaskBytes)) AS bytes FROM source_tasks t GROUP BY t.source) t ON t.source = s.id
    WHERE s.stored_bytes <> coalesce(t.bytes, 0)
    """

  /// The last change may be older than the revision, because changes are forgotten after a time, but never newer.
  static let oldRevisions = """
    SELECT l.id FROM lists l
      WHERE l.revision < (SELECT max(c.id) FROM changes c WHERE c.list = l.id)
        OR l.revision < (SELECT max(c.id) FROM changes c WHERE c.other = l.id)
    """

  static let futureLists = "SELECT id FROM lists WHERE version > revision"

  static let futureTasks = "SELECT t.id FROM tasks t CROSS JOIN lists l ON l.id = t.list WHERE t.version > l.revision"
}
