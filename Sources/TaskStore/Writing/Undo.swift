import Foundation
import GRDB
import Tasks

struct Undo {
  let write: Write
  let id: ChangeID
  let list: ListID
  let other: (id: ListID, name: String)?
  let task: TaskID?
  let member: AccountID?
  let kind: ChangeKind
  let name: String
  let count: Int
  let undoes: ChangeID?
  let isUndone: Bool
  let account: AccountID?
  let batch: ChangeID?
  let at: Milliseconds
  let patches: [Patch]
  /// The batch to record the undo in.
  var undoingBatch: ChangeID?

  /// Reads the change.
  ///
  /// - Throws: ``StoreError/notFound`` unless the account is a member of all lists of the change, or has just made it of itself.
  init(_ id: ChangeID, _ write: Write) throws {
    let found = try write.db.row(
      """
      SELECT c.list, c.other, c.other_name, c.task, c.kind, c.name, c.count, c.undoes, c.undone IS NOT NULL,
        c.account, c.inverse, c.batch, c.at, c.member
      FROM changes c
      WHERE c.id = ?2 AND (\(ChangeQuery.isOfReader)
          OR EXISTS (SELECT 1 FROM memberships WHERE memberships.account = ?1 AND memberships.list = c.list))
        AND (c.other IS NULL
          OR EXISTS (SELECT 1 FROM memberships WHERE memberships.account = ?1 AND memberships.list = c.other))
      """, [write.account.value, id.value, (write.now - Limits.undoWindow).value]
    ) { row in try Undo(row, id, write) }
    guard let found else { throw StoreError.notFound }
    self = found
  }

  private init(_ row: Row, _ id: ChangeID, _ write: Write) throws {
    (self.write, self.id) = (write, id)
    list = row.id(0)
    let otherName: String = row[2] ?? ""
    other = (row[1] as Int64?).map { (ListID($0), otherName) }
    task = row.idIfPresent(3)
    name = row[5]
    count = row[6]
    undoes = row.idIfPresent(7)
    isUndone = row[8]
    account = row.idIfPresent(9)
    batch = row.idIfPresent(11)
    at = Milliseconds(value: row[12])
    member = row.idIfPresent(13)
    guard let kind = ChangeKind(rawValue: row[4]), let inverse = row[10] as String?, let stored = Patch.stored(inverse)
    else { throw StoreError.conflict(.notUndoable(id)) }
    (self.kind, patches) = (kind, stored)
  }
}

extension Undo {
  private var listsOfMoves: Set<ListID> {
    Set(patches.flatMap { [$0.was[.list], $0.now[.list]] }.compactMap { $0?.number.map { ListID($0) } })
  }

  /// Throws `forbidden` unless the account's role allows to undo the change. The order of lists belongs to the account.
  ///
  /// Throws `notUndoable` if a list that tasks would be moved to was deleted for good.
  func requireAllowed() throws {
    if patches.contains(where: \.isOfSharing) { return try requireSharingAllowed() }
    let list = try write.anyList(list)
    for moved in listsOfMoves {
      do { try write.anyList(moved).require(.write) } catch StoreError.notFound {
        throw StoreError.conflict(.notUndoable(id))
      }
    }
    for patch in patches {
      switch patch.table {
      case .places: if account != write.account { throw StoreError.forbidden(.role) }
      case .lists: try list.require(patch.now[.deleted] == nil ? .write : .delete)
      case .sources: try list.require(.follow)
      case .filters, .sections: try list.require(.write)
      case .tasks:
        try list.require(.write)
        if let other { try write.anyList(other.id).require(.write) }
      case .comments: try requireCommentAllowed(patch)
      case .members, .invitations, .pages: break
      }
    }
  }

  func requireListsThere() throws {
    if patches.contains(where: { $0.table == .lists && $0.now[.deleted] != nil }) { return }
    try write.requireThere(list)
    if let other { try write.requireThere(other.id) }
  }
}

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
    let all = deletion.ids.json
    let ids = try write.db.rows(DeletionQuery.asLeft, [all, list.value, found.databaseValue]) { $0[0] as Int64 }
    guard !ids.isEmpty else {
      let back = try write.db.row(DeletionQuery.backCount, [all, list.value, wanted == .null]) { $0[0] as Int }
      if back != deletion.ids.count { throw StoreError.conflict(.changedSince(id)) }
      return nil
    }
    try write.requireQuota(for: Usage(changing: all.utf8.count), in: list, overdraft: 10)
    let undoing = try recordUndoing()
    let patch = Patch(.tasks, ids, was: [.deleted: found], now: [.deleted: wanted])
    try write.applyDeletion(patch, in: list, undoing)
    if wanted == .null { try write.requireRoom(in: list, for: 0) }
    let settled = try write.settle(ids.map(TaskID.init), in: [list], undoing)
    let rejoined = try write.rejoin([patch], in: list, undoing)
    try write.setInverse([patch] + settled + rejoined, of: undoing)
    try markUndone(by: undoing)
    return undoing
  }
}

extension Write {
  /// Moves tasks of a list to the trash or restores them.
  func applyDeletion(_ patch: Patch, in list: ListID, _ change: ChangeID) throws {
    let moment = patch.now[.deleted]?.databaseValue ?? .null
    try run(DeletionQuery.set, [moment, change.value, patch.ids.json, list.value])
  }
}

enum DeletionQuery {
  static let asLeft = """
    SELECT t.id FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value WHERE t.list = ? AND t.deleted IS ?
      AND t.source IS NULL
    """

  static let backCount = """
    SELECT count(*) FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value
    WHERE t.list = ? AND (t.deleted IS NULL) = ?
    """

  static let set = """
    UPDATE tasks SET deleted = ?, withdrawn = NULL, revision = ? WHERE id IN (SELECT value FROM json_each(?)) AND list = ?
    """
}

extension Undo {
  /// The tasks that the change made as the next ones of repeating tasks, with their subtasks, if nothing of them was changed since. The undo
  /// withdraws them: they are deleted, but in no trash, and can be made effective again. Others go to the trash, so that no text of the
  /// reader is lost.
  func tasksToWithdraw() throws -> Set<Int64> {
    let successors = patches.filter { patch in
      patch.table == .tasks && patch.isOfSuccessors
        && (patch.was[.deleted] == .timeOfUndo || patch.was[.withdrawn] == .integer(1))
    }
    if successors.isEmpty { return [] }
    let moved = Set(patches.filter { $0.columns.contains(.parent) }.flatMap(\.ids))
    let own = Set(patches.filter { $0.now[.deleted] == .null }.flatMap(\.ids))
    var withdrawn: Set<Int64> = []
    for id in successors.flatMap(\.ids) {
      // Subtasks that were moved to it go back, with theirs.
      var back = moved
      var tasks = [id]
      for subtask in try write.subtasks(below: TaskID(id), in: [list]) {
        if back.contains(subtask.id.value) || subtask.parent.map({ back.contains($0.value) }) == true {
          back.insert(subtask.id.value)
        } else {
          tasks.append(subtask.id.value)
        }
      }
      if try own.isSuperset(of: tasks) && tasks.allSatisfy(isUnchanged) { withdrawn.formUnion(tasks) }
    }
    return withdrawn
  }

  /// Whether a task is open and as the change left it.
  private func isUnchanged(_ task: Int64) throws -> Bool {
    try write.db.exists(WithdrawalQuery.isUnchanged, [task, list.value, at.value])
  }
}

enum WithdrawalQuery {
  static let isUnchanged = """
    SELECT 1 FROM tasks WHERE id = ? AND list = ? AND done IS NULL AND deleted IS NULL AND coalesce(changed, created) <= ?
    """

  /// Whether the undo of a change left a next task in the trash, because it was changed since.
  static let leavesNext = """
    SELECT 1 FROM changes c, json_each(c.inverse) p
    WHERE c.id = ? AND p.value ->> '$.table' = 'tasks' AND p.value ->> '$.now.deleted' IS NOT NULL
      AND p.value ->> '$.now.withdrawn' IS NULL AND json_type(p.value, '$.now.repeats') IS NOT NULL
    """
}
