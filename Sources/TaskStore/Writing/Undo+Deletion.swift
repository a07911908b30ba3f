import GRDB
import Tasks

/// Tasks of one list that went to the trash or came back together: all of them change by a few statements, however many they
/// are.
extension Undo {
  /// The one patch of a change of several tasks that set nothing but when they were deleted; nil for any other change.
  var deletion: Patch? {
    guard task == nil, other == nil, patches.count == 1, let patch = patches.first, patch.table == .tasks,
      patch.columns == [.deleted]
    else { return nil }
    return patch
  }

  /// Puts those of its tasks back that are still as the change left them. Returns nil when all are back already.
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
    try write.setInverse([patch], of: undoing)
    try markUndone(by: undoing)
    return undoing
  }

  fileprivate static func json(_ ids: [Int64]) -> String { "[\(ids.map(String.init).joined(separator: ","))]" }
}

extension Write {
  /// Moves tasks of a list to the trash or back, all at once.
  func applyDeletion(_ patch: Patch, in list: ListID) throws {
    let moment = patch.now[.deleted]?.databaseValue ?? .null
    try run(DeletionQuery.set, [moment, Undo.json(patch.ids), list.value])
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

  static let set = "UPDATE tasks SET deleted = ? WHERE id IN (SELECT value FROM json_each(?)) AND list = ?"
}
