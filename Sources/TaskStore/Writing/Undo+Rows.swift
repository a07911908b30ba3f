import GRDB
import Tasks

/// A row whose old values an undo writes back.
struct RowToRestore {
  let table: Patch.Table
  let id: Int64
  let found, wanted: [Patch.Column: Stored]

  func isTask(_ id: Int64) -> Bool { table == .tasks && self.id == id }

  /// The size of the text values, in UTF-8 bytes.
  var bytes: Int { found.values.reduce(0) { $0 + $1.bytes } + wanted.values.reduce(0) { $0 + $1.bytes } }
}

extension Undo {
  /// The rows that are still as the change left them.
  ///
  /// - Throws: An error if the subject of the change is neither as the change left it nor reverted already.
  func rowsToRestore() throws -> [RowToRestore] {
    var rows: [RowToRestore] = []
    var changed = false
    let withdrawn = try tasksToWithdraw()
    for patch in patches {
      for id in patch.ids {
        let patch = try withoutOlderObject(patch, id)
        switch try state(of: id, patch) {
        case .asLeft(var found):
          var wanted = patch.was.mapValues { $0.at(write.now) }
          if patch.table == .tasks, withdrawn.contains(id) {
            (found[.withdrawn], wanted[.withdrawn]) = (.null, .integer(1))
            wanted[.deleted] = .integer(write.now.value)
          } else if patch.was[.withdrawn] == .integer(1) {
            (wanted[.withdrawn], wanted[.deleted]) = (.null, .integer(write.now.value))
          }
          rows.append(RowToRestore(table: patch.table, id: id, found: found, wanted: wanted))
        case .back: break
        case .changed:
          if isSubject(id, patch) { throw StoreError.conflict(.changedSince(self.id)) }
          changed = true
        case .trashed(let gone):
          if isSubject(id, patch) { throw StoreError.gone(gone) }
          changed = true
        case .missing:
          if isSubject(id, patch) { throw StoreError.conflict(.notUndoable(self.id)) }
          changed = true
        }
      }
    }
    let together = try rows.withoutLeftSubtasks(write)
    if together.count < rows.count {
      if let task, !together.contains(where: { $0.isTask(task.value) }), rows.contains(where: { $0.isTask(task.value) })
      {
        throw StoreError.conflict(.changedSince(self.id))
      }
      changed = true
    }
    if together.isEmpty, changed { throw StoreError.conflict(.changedSince(self.id)) }
    return together
  }

  /// Whether undoing a change would have an effect now. Reads only.
  ///
  /// A change of more than ``lookedAt`` tasks, or with an inverse longer than ``longInverse``, counts as undoable without a
  /// check; its undo reports a conflict if everything was changed since. A page of the history would otherwise read megabytes.
  static func isOfUse(_ change: Change, _ write: Write) throws -> Bool {
    if change.count > lookedAt { return true }
    let length = try write.db.row("SELECT length(inverse) FROM changes WHERE id = ?", [change.id.value]) {
      $0[0] as Int?
    }
    if let length = length ?? nil, length > longInverse { return true }
    do {
      let undo = try Undo(change.id, write)
      try undo.requireAllowed()
      try undo.requireListsThere()
      return try !undo.rowsToRestore().isEmpty
    } catch let error as StoreError {
      switch error {
      case .notFound, .gone, .forbidden, .conflict: return false
      case .repeated, .taken, .limit, .unavailable, .cancelled, .internal: throw error
      }
    }
  }

  private static let lookedAt = 50
  /// In characters of the stored JSON.
  private static let longInverse = 4_096

  private enum RowState {
    case asLeft([Patch.Column: Stored])
    case back, changed, missing
    case trashed(GoneThing)
  }

  private func isSubject(_ id: Int64, _ patch: Patch) -> Bool {
    switch patch.table {
    // Without its successor a series would end, and with another one it would go on twice.
    case .tasks: task?.value == id || patch.isOfSuccessors
    case .lists, .places, .filters: list.value == id
    // A change has one source, the source of its list, and is about one member.
    case .sources, .sections, .members, .invitations, .pages, .comments: true
    }
  }

  /// The patch without the text of a CalDAV client, if that has been replaced since and there is more to revert: what is reverted shows in
  /// the newer text, too.
  private func withoutOlderObject(_ patch: Patch, _ id: Int64) throws -> Patch {
    guard patch.table == .tasks, let object = patch.now[.object] else { return patch }
    let rest = patch.without(.object)
    let found = try write.values(of: [.object], .tasks, id)?[.object]
    return found == object || rest.was.isEmpty ? patch : rest
  }

  private func state(of id: Int64, _ patch: Patch) throws -> RowState {
    guard let found = try write.values(of: patch.columns, patch.table, id, in: list) else { return .missing }
    if patch.table == .tasks, let elsewhere = try stateElsewhere(of: TaskID(id), patch) { return elsewhere }
    if found == patch.now { return .asLeft(found) }
    let isBack = patch.was.allSatisfy { column, value in
      value == .timeOfUndo ? found[column] != .null : found[column] == value
    }
    return isBack ? .back : .changed
  }

  /// The state of a task in the trash or in another list. In the trash, only the deletion can be undone; elsewhere, nothing. Subtasks
  /// in the trash still follow their task to its list, and tasks their section to its place.
  private func stateElsewhere(of id: TaskID, _ patch: Patch) throws -> RowState? {
    guard let task = try StoredTask.find(id, for: write.account, write.db) else { return .changed }
    if patch.now[.list] == nil, task.list != list { return .changed }
    // The list of the task is followed again.
    if task.isFollowed { return .changed }
    guard patch.now[.deleted] == nil, let since = task.deleted else { return nil }
    if patch.now[.list] != nil, task.parent != nil { return nil }
    if self.task == nil, patch.columns == [.position] { return nil }
    return .trashed(.task(id, title: task.text.title, since: since.date, list: task.list))
  }
}

extension [RowToRestore] {
  /// Without the subtasks whose task stays in another list: they stay with it.
  fileprivate func withoutLeftSubtasks(_ write: Write) throws -> [RowToRestore] {
    let moves = filter { $0.table == .tasks && $0.wanted[.list] != nil }
    if moves.isEmpty { return self }
    var lists: [Int64: Stored] = [:]
    for row in moves { lists[row.id] = row.wanted[.list] }
    var left: Set<Int64> = []
    // A subtask that stays keeps its own subtasks, which may come before it.
    while true {
      let before = left.count
      for row in moves where !left.contains(row.id) && row.wanted[.parent] == nil {
        guard let parent = try write.subtaskRow(TaskID(row.id))?.parent else { continue }
        let list = try lists[parent.value] ?? write.subtaskRow(parent).map { .integer($0.list.value) }
        if list == lists[row.id] { continue }
        left.insert(row.id)
        lists[row.id] = nil
      }
      if left.count == before { break }
    }
    return filter { $0.table != .tasks || !left.contains($0.id) }
  }
}
