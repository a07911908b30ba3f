import GRDB
public import Tasks

extension TaskStore {
  /// Gives a task that text, and puts it on top of another list if one is named.
  ///
  /// Throws ``StoreError/conflict(_:)`` with both texts when the text was edited since `version` and is not what is sent;
  /// the list alone never conflicts. Sent again while its result stands, it does nothing and tells the same change.
  @discardableResult
  public func editTask(
    _ id: TaskID, _ draft: TaskDraft, list: ListID? = nil, version: ChangeID, submission: IdempotencyKey? = nil,
    for account: AccountID
  ) async throws(StoreError) -> Written {
    try await write(for: account) { write in
      let task = try write.task(id)
      let destination = try list.flatMap { $0 == task.list ? nil : try write.ownList($0) }
      let isEdited = draft != task.text
      guard isEdited || destination != nil else {
        return Written(change: try write.told(task, submission), acted: false, list: task.list, tasks: [id])
      }
      if isEdited, version < task.version {
        throw StoreError.conflict(.task(id, version: task.version, theirs: task.text, mine: draft))
      }
      // What it was stays in the history, beside what it is.
      try write.requireQuota(for: Usage(changing: 2 * draft.bytes + task.text.bytes))
      var patch = Patch.edit(of: task, to: draft)
      if let destination {
        try write.requireRoom(in: destination.id, for: 1)
        patch.was[.list] = .integer(task.list.value)
        patch.now[.list] = .integer(destination.id.value)
        patch.was[.position] = .integer(task.place.position)
        patch.now[.position] = .integer(try Order(of: destination.id, write.db).top())
      }
      let change = try write.record(
        ChangeEntry(
          kind: destination == nil ? .taskEdited : .taskTransferred, list: task.list,
          other: destination.map { ($0.id, $0.name) }, task: id, name: draft.title, submission: submission))
      try write.apply(patch.now, .tasks, id.value, change)
      try write.setInverse([patch], of: change)
      return Written(change: change, list: destination?.id ?? task.list, tasks: [id])
    }
  }
}

extension Write {
  /// The change that made the task what it is asked to be once more.
  fileprivate func told(_ task: StoredTask, _ submission: IdempotencyKey?) throws -> ChangeID? {
    if let earlier = try earlierEffect(of: submission), !earlier.undone, earlier.task == task.id {
      return earlier.change
    }
    return try standing(.taskEdited, in: task.list, task: task.id)
  }
}

extension TaskDraft {
  fileprivate var bytes: Int { title.utf8.count + notes.utf8.count }
}

extension Patch {
  /// Only what differs: an undo leaves alone what this edit left alone.
  fileprivate static func edit(of task: StoredTask, to draft: TaskDraft) -> Patch {
    let was = columns(of: task.text)
    let now = columns(of: draft)
    let edited = was.filter { now[$0.key] != $0.value }
    return Patch(.tasks, [task.id.value], was: edited, now: now.filter { edited[$0.key] != nil })
  }

  private static func columns(of draft: TaskDraft) -> [Column: Stored] {
    [
      .title: .text(draft.title),
      .notes: draft.notes.isEmpty ? .null : .text(draft.notes),
      .due: draft.due.map { .text($0.iso) } ?? .null,
      .priority: .integer(Int64(draft.priority.rawValue)),
    ]
  }
}
