package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Makes a task what it was at a moment: open, in the list in which it was, with the text that it had, as one change. A series that has gone
  /// on since is not begun again.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if the task was not open then, or that is not known any more, and ``StoreError/limit(_:)``.
  @discardableResult package func bringBack(_ id: TaskID, asOf moment: Date) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.anyTask(id)
      let before = ChangeID(try write.db.firstChange(since: Milliseconds(moment)) - 1)
      guard let then = try EarlierTask(of: id, at: before, write.db), then.id == id, then.values[.done] == .null,
        then.values[.deleted] == .null, let former = then.values[.list]?.number
      else {
        guard let since = task.deleted else { throw StoreError.conflict(.notUndoable(task.version)) }
        throw StoreError.gone(.task(id, title: task.text.title, since: since.date, list: task.list))
      }
      let list = try write.ownList(ListID(former))
      let (patch, subtasks) = try write.patch(bringing: task, back: then.values, to: list)
      if patch.was.isEmpty { return try write.nothing(.taskRestored, task) }
      try write.requireRoom(in: list.id, for: subtasks.count + (task.deleted == nil && task.list == list.id ? 0 : 1))
      if let tags = patch.now[.tags]?.tags { try write.requireRoom(for: tags) }
      let size = Array(patch.was.values) + Array(patch.now.values)
      try write.requireQuota(for: Usage(changing: size.reduce(0) { $0 + $1.bytes }), in: list.id)
      let isMoved = task.list != list.id
      let kind: ChangeKind =
        isMoved
        ? .taskTransferred : task.deleted != nil ? .taskRestored : task.done != nil ? .taskReopened : .taskEdited
      let others =
        subtasks.isEmpty
        ? [] : [Patch(.tasks, subtasks.map(\.value), was: [.deleted: Stored(task.deleted)], now: [.deleted: .null])]
      let written = try write.set(
        patch,
        ChangeEntry(
          kind: kind, list: task.list, other: isMoved ? (list.id, list.name) : nil, task: id,
          name: patch.now[.title]?.plain ?? task.text.title), and: others)
      try write.forgetUnused(task.text.tags.tags)
      return written
    }
  }
}

extension Write {
  /// What is otherwise, and the subtasks that were deleted with the task.
  fileprivate func patch(
    bringing task: StoredTask, back then: [Patch.Column: Stored], to list: WritableList
  ) throws -> (Patch, subtasks: [TaskID]) {
    // The next date of a series that was completed is a task of its own.
    let fields = TaskField.all.map(\.column).filter { $0 != .repeats || task.done == nil }
    let columns = fields + [.list, .done, .deleted, .parent, .position]
    let now = try values(of: columns, .tasks, task.id.value) ?? [:]
    var wanted = then.filter { columns.contains($0.key) }
    wanted[.position] = now[.position]
    if task.list != list.id {
      wanted[.position] = .integer(try Order(of: list.id, db).positions(for: 1, at: list.adds).first)
    }
    wanted[.parent] =
      try then[.parent]?.number.flatMap { parent in
        let row = try subtaskRow(TaskID(parent))
        let isThere = row?.list == list.id && row?.deleted == nil && row?.done == nil
        return try isThere && (task.parent?.value == parent || mayBeSubtask(task.id, of: TaskID(parent)))
          ? .integer(parent) : nil
      } ?? .null
    let changed = columns.filter { wanted[$0] != now[$0] }
    let patch = Patch(
      .tasks, [task.id.value], was: now.filter { changed.contains($0.key) },
      now: wanted.filter { changed.contains($0.key) })
    guard let deleted = task.deleted else { return (patch, []) }
    return (patch, try subtasks(below: task.id, in: [task.list]).filter { $0.deleted == deleted.value }.map(\.id))
  }
}
