package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Makes a remote list one of the account's own: its tasks are copied to new lists, one for each list or heading of its source, and
  /// it moves to the trash, where it is not fetched. All of it is one change of the first new list, or a batch, with one undo.
  ///
  /// - Parameters:
  ///   - id: the remote list, as it was fetched last.
  ///   - zone: the time zone that converts moments to days.
  ///   - untitled: the title of tasks without one.
  ///   - submission: the idempotency key of the form.
  /// - Throws: ``Conflict/tasksGone(_:)`` if no tasks were fetched, ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func keepList(
    _ id: ListID, in zone: TimeZone, untitled: String = "Untitled", submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let origin = try write.anyList(id)
      try origin.requireRole(.owners)
      // Before the list is missed: the first submission has moved it to the trash.
      try write.requireNotRepeated(submission)
      try origin.requireThere()
      guard let source = origin.source else { throw StoreError.notFound }
      let tasks = try write.db.rows(SourceQuery.tasks, [account.value, source.value, -1], RemoteTask.init(stored:))
      guard !tasks.isEmpty else { throw StoreError.conflict(.tasksGone(0)) }
      guard tasks.count <= Limits.tasksAtOnce else { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
      let areMarked = try write.db.hasMarkedTags(source)
      let parts = RemotePart.parts(of: tasks)
      let copies = parts.map { part in
        let copies = part.tasks.copies {
          NewTask($0, in: zone, untitled: untitled, areTagsMarked: areMarked, now: write.now)
        }
        return (part.name, copies)
      }
      try write.requireQuota(for: Usage(adding: copies.flatMap { $0.1.map(\.draft) }))
      let batch = copies.count > 1 ? try write.nextChange() : nil
      var first: Written?
      for (name, copies) in copies {
        // Valid, as those of all remote lists.
        let name = ListName(stored: name ?? origin.name)
        let list = try write.makeList(name)
        let entry = ChangeEntry(
          kind: .listKept, list: list, other: (id, origin.name), name: name.text, count: copies.count,
          submission: first == nil ? submission : nil, batch: batch)
        let kept = try write.fillList(entry) { change in
          let tasks = try write.insert(copies, into: list, at: .bottom, change)
          return (tasks, first == nil ? [try write.trash(origin, change)] : [])
        }
        first = first ?? kept
      }
      guard let first else { throw StoreError.internal("a remote list without parts") }
      return first
    }
  }
}

extension Write {
  /// Moves a list to the trash. Returns the inverse.
  fileprivate func trash(_ list: WritableList, _ change: ChangeID) throws -> Patch {
    let patch = Patch(.lists, [list.id.value], was: [.deleted: .null], now: [.deleted: .integer(now.value)])
    try apply(patch.now, .lists, list.id.value, change)
    return patch
  }
}

/// The tasks of a remote list that are in one list or heading of its source.
private struct RemotePart {
  /// The name of the list or heading; nil for tasks outside of any.
  let name: String?
  var tasks: [RemoteTask]

  /// The parts in the order of their first tasks. Nested tasks stay with their ancestors.
  static func parts(of tasks: [RemoteTask]) -> [RemotePart] {
    var parts: [RemotePart] = []
    var places: [String?: Int] = [:]
    var group: String?
    for task in tasks {
      if task.depth == 0 { group = task.group }
      let place = places[group, default: parts.count]
      if place == parts.count {
        places[group] = place
        parts.append(RemotePart(name: group, tasks: []))
      }
      parts[place].tasks.append(task)
    }
    return parts
  }
}
