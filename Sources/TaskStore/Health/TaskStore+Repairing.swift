import GRDB

extension TaskStore {
  /// Rebuilds derived data in short transactions, from the rows from which it follows. Nothing else is written.
  ///
  /// A new epoch begins, because pages that were rendered from wrong data may be cached under the right names.
  public func rebuild(_ derived: DerivedData) async throws(StoreError) {
    switch derived {
    case .taskCounts(let list): try await run(RebuildQuery.taskCounts, list)
    case .storedSize(let list):
      try await run("UPDATE lists SET stored_bytes = NULL, stored_tasks = NULL WHERE id = ?1", list)
      try await countUsage()
    case .revision(let list): try await run(RebuildQuery.revision, list)
    case .tags(let list): try await rebuild(.tags, of: list)
    case .trash(let account):
      try await rebuild(.trash, of: account)
      try await run(RebuildQuery.forgetTrashCounts, account)
      try await run(RebuildQuery.trashCounts, account)
    case .copyCounts(let source): try await run(RebuildQuery.copyCounts, source)
    case .copySize(let source):
      try await run("UPDATE sources SET stored_bytes = NULL WHERE id = ?1", source)
      try await countUsage()
    case .searchIndex:
      try await write { db, _ in try db.execute(sql: "INSERT INTO search (search) VALUES ('rebuild')") }
    }
    try await write { db, _ in try Meta.renewEpoch(db) }
  }

  private func run(_ sql: String, _ number: Int64) async throws(StoreError) {
    try await write { db, _ in try db.run(sql, [number]) }
  }

  /// The number of rows that one transaction deletes and inserts.
  private static let rowsPerStep = 1_000

  private func rebuild(_ table: SideTable, of owner: Int64) async throws(StoreError) {
    try await runSteps { () async throws(StoreError) in
      try await write { db, _ in
        try db.run(RebuildQuery.deleteWrong(table), [owner, Self.rowsPerStep])
        let deleted = db.changesCount
        try db.run(RebuildQuery.insertMissing(table), [owner, Self.rowsPerStep])
        return deleted + db.changesCount > 0
      }
    }
  }
}

private enum RebuildQuery {
  static let taskCounts = """
    UPDATE lists SET (open, completed, trashed) = (
      SELECT count(*) FILTER (WHERE done IS NULL AND deleted IS NULL),
        count(*) FILTER (WHERE done IS NOT NULL AND deleted IS NULL), count(*) FILTER (WHERE deleted IS NOT NULL)
      FROM tasks t WHERE t.list = ?1)
    WHERE id = ?1
    """

  static let forgetTrashCounts = "DELETE FROM trash_counts WHERE account = ?1"
  static let trashCounts = """
    INSERT INTO trash_counts SELECT account, list, count(*) FROM trashed_tasks WHERE account = ?1 GROUP BY list
    """

  static let revision = """
    UPDATE lists SET revision = max(revision,
      coalesce((SELECT max(c.id) FROM changes c WHERE c.list = ?1), 0),
      coalesce((SELECT max(c.id) FROM changes c WHERE c.other = ?1), 0))
    WHERE id = ?1
    """

  static let copyCounts = """
    UPDATE sources SET (open, closed) = (
      SELECT count(*) FILTER (WHERE status = 'open'), count(*) FILTER (WHERE status <> 'open')
      FROM source_tasks t WHERE t.source = ?1)
    WHERE id = ?1
    """

  static func deleteWrong(_ table: SideTable) -> String {
    """
    DELETE FROM \(table.name) WHERE (\(table.key)) IN (
      SELECT \(table.key) FROM \(table.name) x WHERE x.\(table.owner) = ?1 AND \(table.isWrong) LIMIT ?2)
    """
  }

  static func insertMissing(_ table: SideTable) -> String {
    """
    INSERT OR REPLACE INTO \(table.name) (\(table.columns))
      SELECT DISTINCT \(table.values) FROM \(table.rows) AND \(table.isMissing) LIMIT ?2
    """
  }
}
