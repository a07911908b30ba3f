import GRDB
import TaskFormats
package import Tasks

/// Another place for a resource (RFC 4918, section 9.9).
package struct ObjectMove: Sendable {
  /// The collection of a resource, and its name there.
  package struct Resource: Sendable {
    let list: ListID
    let href: String

    package init(_ href: String, in list: ListID) { (self.list, self.href) = (list, href) }
  }

  let source, destination: Resource
  /// Whether a resource at the destination goes to the trash. Otherwise it fails the move.
  let overwrites: Bool

  package init(from source: Resource, to destination: Resource, overwrites: Bool) {
    (self.source, self.destination, self.overwrites) = (source, destination, overwrites)
  }
}

extension AccountStore {
  /// Moves the task of a resource to another list, as a change like that of a page, or gives its resource another name in its list.
  package func moveObject(_ move: ObjectMove, if condition: ObjectCondition) async throws(Problem) -> ObjectOutcome {
    try await write { write in
      let (from, to) = (try write.ownList(move.source.list), try write.ownList(move.destination.list))
      guard let row = try write.db.object(move.source.href, in: from.id) else {
        return condition.match == nil ? .notFound : .preconditionFailed
      }
      guard condition.allowsRemoving(row) else { return .preconditionFailed }
      let replaced = try write.db.object(move.destination.href, in: to.id)
      if replaced?.id == row.id { throw StoreError.forbidden(.role) }
      if replaced != nil, !move.overwrites { return .preconditionFailed }
      if from.id != to.id, let other = try write.sameIdentifier(as: row, in: to.id), other.id != replaced?.id {
        return .conflict(href: other.href)
      }
      if let replaced {
        let task = try write.task(replaced.id)
        _ = try write.set(.deleted, of: task, from: .null, to: .integer(write.now.value), .taskDeleted)
      }
      if from.id == to.id {
        try write.rename(row, move.destination.href)
      } else {
        try write.transfer(row, from, to, move.destination.href)
      }
      return .moved(isNew: replaced == nil)
    }
  }
}

extension Write {
  fileprivate func sameIdentifier(as row: ObjectRow, in list: ListID) throws -> ObjectRow? {
    try db.rows(ObjectQuery.byIdentifier, [account.value, row.values.task.uid], ObjectRow.init)
      .first { $0.list == list && $0.deleted == nil }
  }

  fileprivate func transfer(_ row: ObjectRow, _ from: WritableList, _ to: WritableList, _ href: String) throws {
    try requireRoom(in: to.id, for: 1)
    let task = try task(row.id)
    let position = try Order(of: to.id, db).positions(for: 1, at: to.adds).first
    var patch = Patch(
      .tasks, [task.id.value], was: [.list: .integer(from.id.value), .position: .integer(task.place.position)],
      now: [.list: .integer(to.id.value), .position: .integer(position)])
    if let parent = task.parent { (patch.was[.parent], patch.now[.parent]) = (.integer(parent.value), .null) }
    if let awaits = row.awaits { (patch.was[.awaits], patch.now[.awaits]) = (.text(awaits), .null) }
    if row.href != href {
      (patch.was[.href], patch.now[.href]) = (try storedName(of: task.id), .text(href))
    }
    _ = try set(
      patch,
      ChangeEntry(
        kind: .taskTransferred, list: from.id, other: (to.id, to.name), task: task.id, name: task.text.title))
    try requireRoom(in: to.id, for: 0)
  }

  /// Gives a resource another name. No page shows it, so it has no undo.
  fileprivate func rename(_ row: ObjectRow, _ href: String) throws {
    let task = try task(row.id)
    let change = try record(ChangeEntry(kind: .taskMoved, list: task.list, task: task.id, name: task.text.title))
    try apply([.href: .text(href)], .tasks, task.id.value, change)
    try run(MoveQuery.leave, [task.list.value, change.value, task.id.value, row.href])
  }

  private func storedName(of task: TaskID) throws -> Stored {
    try values(of: [.href], .tasks, task.value)?[.href] ?? .null
  }
}

enum MoveQuery {
  static let leave = "INSERT OR REPLACE INTO departures (list, revision, task, href) VALUES (?, ?, ?, ?)"
}
