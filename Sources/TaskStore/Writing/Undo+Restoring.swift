import GRDB
import Tasks

extension Undo {
  /// Records the undo as a change. The caller writes its inverse afterwards.
  func recordUndoing() throws -> ChangeID {
    try write.record(
      ChangeEntry(
        kind: .undone, list: list, other: other, task: task, member: member, name: name, count: count, undoes: id,
        batch: undoingBatch))
  }

  /// Marks the change as undone by `undoing`.
  func markUndone(by undoing: ChangeID) throws {
    try write.run("UPDATE changes SET undone = ? WHERE id = ?", [undoing.value, id.value])
    try write.run(Self.turnTheRest, [id.value])
  }

  /// Writes the old values back and records the undo.
  func restore(_ rows: [RowToRestore]) throws -> ChangeID {
    // Restored text counts against the quota. The overdraft lets an undo succeed with a full quota, so that the account does not
    // have to empty the trash first.
    let texts = rows.map(\.bytes).reduce(0, +)
    if texts > 0 { try write.requireQuota(for: Usage(changing: texts), in: list, overdraft: 10) }
    let undoing = try recordUndoing()
    for row in rows { try write.apply(row.wanted, row.table, row.id, in: list, undoing) }
    try write.forgetUnused(rows.flatMap { $0.found[.tags]?.tags.tags ?? [] })
    for row in rows { try findRoom(for: row) }
    for row in rows { try requireNotFollowed(row) }
    let left = rows.compactMap { $0.found[.parent]?.number }.map { TaskID($0) }
    let settled = try write.settle(
      rows.compactMap(\.movedTask), leaving: left, in: Set([list] + (other.map { [$0.id] } ?? [])), undoing)
    let inverses = try rows.map(inverse)
    let rejoined = try write.rejoin(inverses, in: list, undoing)
    try requireRoom(for: rows)
    try write.setInverse(inverses + settled + rejoined, of: undoing)
    try markUndone(by: undoing)
    return undoing
  }

  /// Undoing an undo makes the change that it had reverted effective again. If that change was itself an undo, its own target
  /// becomes undone again, and so on down the chain.
  private static let turnTheRest = """
    WITH RECURSIVE chain (id, undone_by) AS (
      SELECT undoes, NULL FROM changes WHERE id = ?1 AND undoes IS NOT NULL
      UNION ALL
      SELECT c.undoes, CASE WHEN chain.undone_by IS NULL THEN c.id END
      FROM chain CROSS JOIN changes c ON c.id = chain.id WHERE c.undoes IS NOT NULL)
    UPDATE changes SET undone = chain.undone_by FROM chain WHERE changes.id = chain.id
    """

  /// Frees the old position if another row has taken it in the meantime.
  private func findRoom(for row: RowToRestore) throws {
    guard let position = row.wanted[.position]?.number else { return }
    let order = try order(of: row)
    if try order.isTaken(position, except: row.orderKey) {
      try order.setPosition(try order.free(after: position), of: row.orderKey)
    }
  }

  /// Throws if the account follows another list at the old address by now.
  private func requireNotFollowed(_ row: RowToRestore) throws {
    guard row.table == .sources, row.wanted[.url] != nil || row.wanted[.list]?.number != nil else { return }
    let address = try write.db.one("SELECT url, host FROM sources WHERE id = ?", [row.id]) {
      SourceAddress(url: $0[0], host: $0[1])
    }
    try write.requireNotFollowed(address, except: SourceID(row.id))
  }

  private func order(of row: RowToRestore) throws -> Order {
    switch row.table {
    case .places, .lists, .sources, .filters, .members, .invitations, .pages, .comments:
      Order(of: write.account, write.db)
    case .sections: Order(of: list, write.db)
    case .tasks: Order(of: try currentList(of: TaskID(row.id)), write.db)
    }
  }

  private func currentList(of task: TaskID) throws -> ListID {
    guard let stored = try StoredTask.find(task, for: write.account, write.db) else { throw StoreError.notFound }
    return stored.list
  }

  private func requireRoom(for rows: [RowToRestore]) throws {
    var lists: Set<ListID> = []
    for row in rows {
      switch row.table {
      case .tasks:
        let isMore = row.wanted[.deleted] == .null || row.wanted[.list] != nil
        if isMore { lists.insert(try currentList(of: TaskID(row.id))) }
      case .lists:
        if row.wanted[.deleted] == .null {
          try write.requireRoomForLists(0)
          try write.requireRoomForFilters(0)
        }
      case .sections: if row.wanted[.deleted] == .null { try write.requireRoomForSections(in: list, 0) }
      case .members: if row.wanted[.role] != .null { try write.requireRoomForMembers(in: list, 0) }
      case .comments: if let task { try write.requireRoomForComments(on: task) }
      case .places, .sources, .filters, .invitations, .pages: break
      }
    }
    for list in lists { try write.requireRoom(in: list, for: 0) }
  }

  private func inverse(_ row: RowToRestore) throws -> Patch {
    var now = row.wanted
    if now[.position] != nil { now[.position] = .integer(try order(of: row).position(of: row.orderKey)) }
    return Patch(row.table, [row.id], was: row.found, now: now)
  }

  /// What shows the effect.
  func target() throws -> UndoTarget {
    if patches.contains(where: { $0.table == .places }) { return .overview }
    if patches.contains(where: \.isOfSharing) {
      return try write.db.exists(ListQuery.isMember, [write.account.value, list.value]) ? .sharing(list) : .overview
    }
    if try write.anyList(list).deleted != nil { return kind == .listRestored ? .trash : .overview }
    guard let task, let stored = try StoredTask.find(task, for: write.account, write.db) else { return .list(list) }
    if stored.deleted != nil { return kind == .taskRestored ? .trash : .list(stored.list) }
    if patches.contains(where: { $0.table == .comments }) { return .task(task, in: stored.list) }
    // The row shows the due day; other text is on the task's page.
    let isText = patches.contains { patch in
      // Completing or skipping a repeating task also changes its recurrence.
      patch.table == .tasks && !patch.columns.contains(.done) && !patch.isOfSuccessors
        && !Set(patch.columns).isSubset(of: [.due, .time, .repeats, .start, .assignee])
        && patch.columns.contains(where: \.isOwnText)
    }
    return isText ? .task(task, in: stored.list) : .row(task, in: stored.list)
  }
}

extension RowToRestore {
  fileprivate var orderKey: Int64 { table == .sections ? SectionID(id).orderKey : id }

  /// The task, if its place among subtasks, its status or its list is restored.
  fileprivate var movedTask: TaskID? {
    table == .tasks && !wanted.keys.filter(\.concernsSubtasks).isEmpty ? TaskID(id) : nil
  }
}

extension [Patch] {
  /// Makes the patches of a row one, with its first values and its last ones. An undo looks at a row as a whole: of a task that is in the
  /// trash, for example, everything that the same change did is reverted with the deletion.
  func mergedByRow() -> [Patch] {
    var (seen, repeated): (Set<PatchedRow>, Set<PatchedRow>) = ([], [])
    for patch in self {
      for id in patch.ids where !seen.insert(PatchedRow(table: patch.table, id: id)).inserted {
        repeated.insert(PatchedRow(table: patch.table, id: id))
      }
    }
    if repeated.isEmpty { return self }
    var places: [PatchedRow: Int] = [:]
    return reduce(into: []) { merged, patch in
      var rest = patch
      rest.ids = []
      for id in patch.ids {
        let row = PatchedRow(table: patch.table, id: id)
        if !repeated.contains(row) {
          rest.ids.append(id)
        } else if let place = places[row] {
          merged[place].was.merge(patch.was) { first, _ in first }
          merged[place].now.merge(patch.now) { _, last in last }
        } else {
          places[row] = merged.count
          merged.append(Patch(patch.table, [id], was: patch.was, now: patch.now))
        }
      }
      if !rest.ids.isEmpty { merged.append(rest) }
    }
  }

  /// Merges neighbouring rows with equal values into one patch, so that undoing ten thousand tasks stores little.
  func coalesced() -> [Patch] {
    reduce(into: []) { joined, patch in
      if let last = joined.last, last.table == patch.table, last.was == patch.was, last.now == patch.now {
        joined[joined.count - 1].ids += patch.ids
      } else {
        joined.append(patch)
      }
    }
  }
}

private struct PatchedRow: Hashable {
  let table: Patch.Table
  let id: Int64
}
