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
    try write.applyDeletion(patch, in: list, undoing)
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
  /// Moves tasks of a list to the trash or restores them.
  func applyDeletion(_ patch: Patch, in list: ListID, _ change: ChangeID) throws {
    let moment = patch.now[.deleted]?.databaseValue ?? .null
    try run(DeletionQuery.set, [moment, change.value, Undo.json(patch.ids), list.value])
  }
}

enum DeletionQuery {
  static let asLeft = """
    SELECT t.id FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value WHERE t.list = ? AND t.deleted IS ?
    """

  static let backCount = """
    SELECT count(*) FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value
    WHERE t.list = ? AND (t.deleted IS NULL) = ?
    """

  static let set = """
    UPDATE tasks SET deleted = ?, revision = ? WHERE id IN (SELECT value FROM json_each(?)) AND list = ?
    """
}
