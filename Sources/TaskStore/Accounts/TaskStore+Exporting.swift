import GRDB
public import Tasks

extension TaskStore {
  /// All that the account has, as it was at one moment: its lists in its order, then those in the trash, each with all of
  /// its tasks; of a list from elsewhere only where it lives.
  public func export(of account: AccountID) async throws(StoreError) -> AccountExport {
    let now = Milliseconds(now())
    return try await read { db in
      let name = try db.account(account).name
      let lists = try db.rows(ExportQuery.lists, [account.value]) { row in
        guard let role = Role(rawValue: row[2]) else { throw StoreError.internal("an unknown role") }
        return ExportedList(
          name: row[1], role: role, created: row.date(3), deleted: row.moment(4)?.date, source: row[5],
          tasks: try db.rows(ExportQuery.tasks, [row[0] as Int64], ExportQuery.task))
      }
      return AccountExport(account: name, exported: now.date, lists: lists)
    }
  }
}

private enum ExportQuery {
  static let lists = """
    SELECT l.id, l.name, m.role, l.created, l.deleted, s.url
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ? ORDER BY l.deleted IS NOT NULL, m.position, m.list
    """

  static let tasks = """
    SELECT title, notes, due, priority, created, done, deleted FROM tasks WHERE list = ? ORDER BY position, id
    """

  @Sendable static func task(_ row: Row) throws -> ExportedTask {
    ExportedTask(
      text: TaskDraft(title: row[0], notes: row[1] ?? "", due: try row.day(2), priority: try row.priority(3)),
      created: row.date(4), completed: row.moment(5)?.date, deleted: row.moment(6)?.date)
  }
}
