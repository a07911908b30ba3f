import GRDB
package import Tasks

extension AccountStore {
  /// Sets the text of a task, and moves the task to another list if one is given, where that list adds tasks.
  ///
  /// An edit that is sent again while its result is current has no effect and returns the same change.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` with both texts if the stored text was edited since `version` and differs from the
  ///   draft. Moving to another list never conflicts.
  @discardableResult package func editTask(
    _ id: TaskID, _ draft: TaskDraft, list: ListID? = nil, version: ChangeID, submission: SubmissionID? = nil
  ) async throws(Problem) -> Written {
    try await write { write in
      try write.editTask(id, draft, list: list, version: version, submission: submission)
    }
  }

  /// Moves a task to another list with its subtasks, where that list adds tasks. Its text stays as it is, so this never conflicts.
  @discardableResult package func transferTask(
    _ id: TaskID, to list: ListID, submission: SubmissionID? = nil
  ) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.task(id)
      let destination = try write.ownList(list)
      if destination.id == task.list {
        return Written(change: try write.reportedChange(task, submission), isNew: false, list: task.list, tasks: [id])
      }
      try write.requireQuota(for: Usage(changing: task.text.title.utf8.count), in: task.list)
      return try write.edit(task, to: task.text, destination: destination, submission)
    }
  }
}

extension Write {
  /// See ``AccountStore/editTask(_:_:list:version:submission:)``.
  func editTask(
    _ id: TaskID, _ draft: TaskDraft, list: ListID?, version: ChangeID, submission: SubmissionID?
  ) throws -> Written {
    let task = try task(id)
    let destination = try list.flatMap { $0 == task.list ? nil : try ownList($0) }
    let draft = try assigned(spelled(draft), in: destination?.id ?? task.list, was: task.text.assignee)
    let isEdited = draft != task.text
    guard isEdited || destination != nil else {
      return Written(change: try reportedChange(task, submission), isNew: false, list: task.list, tasks: [id])
    }
    // After a restore, a page may have a version that was discarded.
    if isEdited, version != task.version {
      throw StoreError.conflict(.task(id, version: task.version, theirs: task.text, mine: draft))
    }
    try requireRoom(for: draft.tags)
    // The history stores the old text beside the new one.
    try requireQuota(for: Usage(changing: 2 * draft.bytes + task.text.bytes), in: task.list)
    return try edit(task, to: draft, destination: destination, submission)
  }

  fileprivate func edit(
    _ task: StoredTask, to draft: TaskDraft, destination: WritableList?, _ submission: SubmissionID?
  ) throws -> Written {
    var patch = Patch(TaskField.all, of: task.id, from: task.text, to: draft)
    let subtasks = try destination == nil ? [] : self.subtasks(below: task.id, in: [task.list])
    if let destination {
      try requireRoom(in: destination.id, for: 1 + subtasks.count { $0.deleted == nil })
      try requireQuota(moving: [task], to: destination)
      if let parent = task.parent {
        patch.was[.parent] = .integer(parent.value)
        patch.now[.parent] = .null
      }
      patch.was[.list] = .integer(task.list.value)
      patch.now[.list] = .integer(destination.id.value)
      patch.was[.position] = .integer(task.place.position)
      patch.now[.position] = .integer(try Order(of: destination.id, db).positions(for: 1, at: destination.adds).first)
    }
    let written = try set(
      patch,
      ChangeEntry(
        kind: destination == nil ? .taskEdited : .taskTransferred, list: task.list,
        other: destination.map { ($0.id, $0.name) }, task: task.id, name: draft.title, submission: submission))
    try forgetUnused(task.text.tags.tags.filter { !draft.tags.contains($0) })
    return written
  }

  /// The earlier change that gave the task its current text.
  fileprivate func reportedChange(_ task: StoredTask, _ submission: SubmissionID?) throws -> ChangeID? {
    if let earlier = try earlierEffect(of: submission), !earlier.undone, earlier.task == task.id {
      return earlier.change
    }
    return try standing(.taskEdited, in: task.list, task: task.id)
  }
}
