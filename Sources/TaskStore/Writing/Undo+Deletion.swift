import GRDB
import Tasks

/// Bulk undo of deletions and restorations in one list: a fixed number of statements for any number of tasks.
extension Undo {
  /// The only patch of a change that set nothing but `deleted` on several tasks; nil for any other change.
  var deletion: Patch? {
    guard task == nil, other == nil, patches.count == 1, let patch = patches.first, patch.table == .tasks,
      patch.columns == [.deleted]
    else { return nil }
    return patch
  }

  /// Reverts the tasks that are still as the change left them. Returns nil if all tasks are reverted already.
  func restore(_ deletion: Patch) throws -> ChangeID? {
    guard let found = deletion.now[.deleted], let wanted = deletion.was[.deleted]?.at(write.now) else {
      throw StoreError.internal("a deletion without its moment")
    }
    let all = Self.json(deletion.ids)
    let ids = try write.db.rows(DeletionQuery.asLeft, [all, list.value, found.databaseValue]) { $0[0] as Int64 }
    guard !ids.isEmpty else {
      let back = try write.db.row(DeletionQuery.backCount, [all, list.value, wanted == .null]) { $0[0] as Int }
      if back != deletion.ids.count { throw StoreError.conflict(.changedSince(id)) }
      return nil
    }
    try write.requireQuota(for: Usage(changing: all.utf8.count), overdraft: 10)
    let undoing = try recordUndoing()
    let patch = Patch(.tasks, ids, was: [.deleted: found], now: [.deleted: wanted])
    try write.applyDeletion(patch, in: list)
    if wanted == .null { try write.requireRoom(in: list, for: 0) }
    let settled = try write.settle(ids.map(TaskID.init), in: [list], undoing)
    let rejoined =
      if wanted == .null, case .integer(let deleted) = found {
        try write.rejoin(ids.map(TaskID.init), deleted: deleted, in: list, undoing)
      } else { [] as [Patch] }
    try write.setInverse([patch] + settled + rejoined, of: undoing)
    try markUndone(by: undoing)
    return undoing
  }

  fileprivate static func json(_ ids: [Int64]) -> String { "[\(ids.map(String.init).joined(separator: ","))]" }
}

extension Write {
  /// Moves tasks of a list to the trash or restores them: many in bulk, few one by one. A change over hundreds of lists has few in
  /// each, and counting a list anew takes longer than the triggers of its rows.
  func applyDeletion(_ patch: Patch, in list: ListID) throws {
    let (moment, ids) = (patch.now[.deleted]?.databaseValue ?? .null, Undo.json(patch.ids))
    if patch.ids.count <= DeletionQuery.few { return try run(DeletionQuery.set, [moment, ids, list.value]) }
    try run(DeletionQuery.begin, [])
    try run(DeletionQuery.mark, [list.value, ids])
    try run(DeletionQuery.takeOut, [list.value, ids])
    let takenOut = db.changesCount
    try run(DeletionQuery.set, [moment, ids, list.value])
    try run(DeletionQuery.putIn, [list.value, ids])
    let added = db.changesCount - takenOut
    try run(DeletionQuery.beginCounting, [list.value])
    try run(DeletionQuery.countItems, [list.value, added])
    try run(DeletionQuery.count, [list.value])
    try run(DeletionQuery.end, [])
  }
}

enum DeletionQuery {
  /// The number of tasks up to which rows are changed one by one.
  static let few = 2

  static let asLeft = """
    SELECT t.id FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value WHERE t.list = ? AND t.deleted IS ?
    """

  static let backCount = """
    SELECT count(*) FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value
    WHERE t.list = ? AND (t.deleted IS NULL) = ?
    """

  // Between `begin` and `end` the triggers do no indexing and counting; the statements below do it in bulk.
  static let begin = "UPDATE index_build SET is_bulk = 1"
  static let end = "UPDATE index_build SET is_bulk = 0"

  static let mark = """
    INSERT INTO unindexed (task, account, scope)
      SELECT t.id, coalesce((SELECT min(account) FROM memberships WHERE list = ?1), 0),
        CASE WHEN t.deleted IS NOT NULL THEN NULL
          WHEN t.done IS NULL THEN (
            SELECT group_concat(char(57344) || 'o' || account, ' ') FROM memberships WHERE list = ?1)
          ELSE (SELECT group_concat(char(57344) || 'd' || account, ' ') FROM memberships WHERE list = ?1) END
      FROM json_each(?2) j CROSS JOIN tasks t ON t.id = j.value
      WHERE t.list = ?1 AND t.id > (SELECT below FROM index_build)
      ON CONFLICT DO UPDATE SET account = excluded.account WHERE account <> excluded.account
    """

  /// The tasks, and their steps, whose place in the trash may depend on them.
  private static let concerned = """
    WITH concerned (task) AS (
      SELECT value FROM json_each(?2)
      UNION
      SELECT s.id FROM json_each(?2) j CROSS JOIN tasks s INDEXED BY tasks_steps ON s.list = ?1 AND s.parent = j.value)
    """

  static let takeOut = """
    \(concerned)
    DELETE FROM trashed_tasks WHERE (account, deleted, task) IN (
      SELECT m.account, t.deleted, t.id FROM concerned c CROSS JOIN tasks t ON t.id = c.task
        CROSS JOIN memberships m ON m.list = t.list
      WHERE t.list = ?1 AND t.deleted IS NOT NULL)
    """

  static let putIn = """
    \(concerned)
    INSERT INTO trashed_tasks (account, deleted, task, list)
      SELECT m.account, t.deleted, t.id, t.list FROM concerned c CROSS JOIN tasks t ON t.id = c.task
        CROSS JOIN memberships m ON m.list = t.list
      WHERE t.list = ?1 AND t.deleted > 0 AND NOT \(SideTable.isPart)
    """

  static let beginCounting = """
    INSERT INTO trash_counts (account, list, items) SELECT account, list, 0 FROM memberships WHERE list = ?
      ON CONFLICT DO NOTHING
    """

  /// Adds the new rows of all members to their counts.
  static let countItems = """
    UPDATE trash_counts SET items = items + ?2 / (SELECT count(*) FROM memberships WHERE list = ?1)
    WHERE (account, list) IN (SELECT account, list FROM memberships WHERE list = ?1)
    """

  static let count = """
    UPDATE lists SET
      open = (SELECT count(*) FROM tasks WHERE list = ?1 AND done IS NULL AND deleted IS NULL),
      completed = (SELECT count(*) FROM tasks WHERE list = ?1 AND done IS NOT NULL AND deleted IS NULL),
      trashed = (SELECT count(*) FROM tasks WHERE list = ?1 AND deleted IS NOT NULL)
    WHERE id = ?1
    """

  static let set = "UPDATE tasks SET deleted = ? WHERE id IN (SELECT value FROM json_each(?)) AND list = ?"
}
