import GRDB
package import Tasks

extension AccountStore {
  /// Changes several tasks at once, of one list or of several. Tasks that are as wanted already are left as they are, so a repeated
  /// submission has no effect.
  ///
  /// The tasks of each list are one change, and the changes of several lists a batch, which one undo reverts. A change of one task
  /// is recorded like the one that its own page makes.
  ///
  /// - Returns: The change to report: the first of a batch, with its list.
  /// - Throws: ``StoreError/notFound`` if the account can see none of the tasks, ``Conflict/tasksGone(_:)`` if some of them are no
  ///   longer there or nothing matches, ``Conflict/noMember(_:name:)``, ``StoreError/forbidden`` if a list is a remote one, and ``StoreError/limit(_:)``.
  @discardableResult package func changeTasks(
    _ selection: TaskSelection, _ wanted: BulkChange, submission: SubmissionID? = nil
  ) async throws(Problem) -> Written {
    try await write { write in try write.changeTasks(selection, wanted, submission: submission) }
  }

  /// Completes those of some tasks that are still open in a list. A reader who ticks them while others change the list is told by its
  /// history what became of the rest.
  ///
  /// - Returns: The change; nil if there was nothing left to do.
  /// - Throws: See ``changeTasks(_:_:submission:)``, but for tasks that are not there.
  @discardableResult package func tick(
    _ tasks: [TaskID], in list: ListID, on today: Day, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in try write.tick(tasks, in: list, on: today, submission: submission) }
  }
}

extension Write {
  func tick(_ tasks: [TaskID], in list: ListID, on today: Day, submission: SubmissionID) throws -> Written {
    try changeTasks(.tasks(tasks, in: list), .complete(on: today), leavingGone: true, submission: submission)
  }

  /// - Parameter leavingGone: whether tasks that are no longer there are left out.
  fileprivate func changeTasks(
    _ selection: TaskSelection, _ wanted: BulkChange, leavingGone: Bool = false, submission: SubmissionID?
  ) throws -> Written {
    if let list = selection.list { try ownList(list) }
    let destination = try wanted.destination.map { try ownList($0) }
    let tasks = try selected(selection, leavingGone: leavingGone)
    let there = tasks.found.filter { $0.isThere(in: selection.list) || $0.isDone(wanted) }
    let missing = tasks.missing + tasks.found.count - there.count
    if missing > 0, !leavingGone { throw StoreError.conflict(.tasksGone(missing)) }
    let changed = there.filter { !$0.isDone(wanted) }
    guard !changed.isEmpty else {
      let earlier = try earlierEffect(of: submission)
      guard let list = selection.list ?? earlier?.list ?? tasks.found.first?.list else {
        throw StoreError.conflict(.tasksGone(0))
      }
      return Written(change: earlier?.undone == false ? earlier?.change : nil, isNew: false, list: list)
    }
    if let destination {
      try requireRoom(in: destination.id, for: changed.count)
      try requireQuota(moving: changed, to: destination)
    }
    return try change(changed, wanted, to: destination, submission)
  }

  func change(
    _ tasks: [StoredTask], _ wanted: BulkChange, to destination: WritableList?, _ submission: SubmissionID?
  ) throws -> Written {
    // The tasks come list by list.
    let lists = tasks.reduce(into: [ListID]()) { lists, task in if lists.last != task.list { lists.append(task.list) } }
    let batch = lists.count > 1 ? try nextChange() : nil
    var first: ChangeID?
    for list in lists {
      let (own, stored) = (tasks.filter { $0.list == list }, try ownList(list))
      let successors = try successors(of: own, wanted)
      let patches = try patches(of: own, wanted, followed: Set(successors.flatMap(\.followed)))
      try requireRoom(forInverseOf: patches, wanted, in: list)
      let single = tasks.count == 1 ? own.first : nil
      let change = try record(
        ChangeEntry(
          kind: single == nil ? wanted.kind.ofSeveral : wanted.kind.ofOne, list: list,
          other: destination.map { ($0.id, $0.name) }, task: single?.id, name: single?.text.title ?? stored.name,
          count: own.count, submission: first == nil ? submission : nil, batch: batch))
      // Before subtasks are completed with their tasks: those that go on leave them.
      let followers = try insert(successors, into: list, change)
      try applyAll(patches, in: list, change)
      var lists = Set([list])
      if let destination { lists.insert(destination.id) }
      let settled =
        try wanted.concernsSubtasks
        ? settle(own.map(\.id), leaving: patches.formerParents, in: lists, change) : []
      try setInverse(patches + settled + followers, of: change)
      first = first ?? change
    }
    if case .replaceTag(let tag, _) = wanted { try forgetUnused([tag]) }
    // Subtasks that were not selected came along.
    if let destination { try requireRoom(in: destination.id, for: 0) }
    return Written(change: first, list: lists[0], tasks: tasks.map(\.id))
  }

  /// The patches of a change, as few as possible.
  /// - Parameter followed: the completed tasks that are followed by their next ones.
  fileprivate func patches(
    of tasks: [StoredTask], _ wanted: BulkChange, followed: Set<TaskID>
  ) throws -> [Patch] {
    let ids = tasks.map(\.id.value)
    switch wanted {
    case .complete:
      let others = ids.filter { !followed.contains(TaskID($0)) }
      let patch = Patch(.tasks, others, was: [.done: .null], now: [.done: .integer(now.value)])
      return (others.isEmpty ? [] : [patch])
        + tasks.filter { followed.contains($0.id) }.map { .completed($0.id, $0.text.repeats, at: now) }
    case .delete: return [Patch(.tasks, ids, was: [.deleted: .null], now: [.deleted: .integer(now.value)])]
    case .due(let day): return edited(tasks, [.due, .time]) { $0.setDue(day) }
    case .assign(let account):
      if let account, let list = tasks.first?.list, try db.role(of: account, in: list) == nil {
        throw StoreError.conflict(.noMember(list, name: nil))
      }
      return edited(tasks, [.assignee]) { $0.assignee = account.map { .account($0) } }
    case .priority(let priority): return edited(tasks, [.priority]) { $0.priority = priority }
    case .repeats(let draft, let today):
      // A task without a date gets the first one of its rule.
      return edited(tasks, [.repeats, .due]) { task in
        task.repeats = draft?.recurrence(due: task.due, today: today)
        task.due = task.due ?? task.repeats?.current
      }
    case .addTag(let tag):
      if tasks.contains(where: { $0.text.tags.tags.count >= Limits.tagsPerTask }) {
        throw StoreError.limit(.tagsOfTask(Limits.tagsPerTask))
      }
      let tag = try spelled(TagSet([tag]))
      try requireRoom(for: tag)
      return edited(tasks, [.tags]) { $0.tags = TagSet($0.tags.tags + tag.tags) }
    case .replaceTag(let old, let new):
      return edited(tasks, [.tags]) { $0.tags = $0.tags.replacing(old, by: new) }
    case .move(let list):
      let moved = Set(ids)
      let free = try Order(of: list, db).positions(for: tasks.count, at: anyList(list).adds)
      return try tasks.enumerated().map { index, task in
        let position = free.position(index)
        var patch = Patch(
          .tasks, [task.id.value], was: [.list: .integer(task.list.value), .position: .integer(task.place.position)],
          now: [.list: .integer(list.value), .position: .integer(position)])
        // Subtasks of other moved tasks stay subtasks.
        if let parent = task.parent, try !db.parents(of: task.id).contains(where: { moved.contains($0.id.value) }) {
          patch.was[.parent] = .integer(parent.value)
          patch.now[.parent] = .null
        }
        return patch
      }
    }
  }

  /// The patches of an edit of some fields: one for all tasks that have the same values before and after it.
  private func edited(
    _ tasks: [StoredTask], _ fields: [TaskField], _ change: (inout TaskDraft) -> Void
  ) -> [Patch] {
    let patches = tasks.map { Patch(fields, of: $0.id, from: $0.text, to: $0.text.with(change)) }
    return Dictionary(grouping: patches) { [$0.was, $0.now] }.values.map { alike in
      Patch(.tasks, alike.flatMap(\.ids), was: alike[0].was, now: alike[0].now)
    }.sorted { $0.ids[0] < $1.ids[0] }
  }

  /// The tasks that follow the completed ones. Of a subtask of a task that is completed, too, the next one comes with that task's.
  fileprivate func successors(of tasks: [StoredTask], _ wanted: BulkChange) throws -> [Successor] {
    guard case .complete(let today) = wanted else { return [] }
    let all = Set(tasks.map(\.id))
    let repeating = try tasks.filter { try $0.text.repeats != nil && !comesWithParent($0, among: all) }
    return try successors(of: repeating, among: all, on: today)
  }

  /// Whether a task that it is a subtask of brings its next date. One with a rule of its own leaves its task, with its subtasks.
  private func comesWithParent(_ task: StoredTask, among completed: Set<TaskID>) throws -> Bool {
    if task.parent == nil { return false }
    for parent in try db.parents(of: task.id).reversed() {
      if completed.contains(parent.id) { return true }
      if try StoredTask.find(parent.id, for: account, db)?.text.repeats != nil { return false }
    }
    return false
  }

  /// Throws `limit` if there is no room for the stored inverse. Completing and deleting need none, like those of one task.
  fileprivate func requireRoom(forInverseOf patches: [Patch], _ wanted: BulkChange, in list: ListID) throws {
    switch wanted {
    case .complete, .delete: break
    case .due, .assign, .priority, .repeats, .addTag, .replaceTag, .move:
      let (ids, texts) = (patches.map(\.ids.count).reduce(0, +), patches.map(\.bytesOfTexts).reduce(0, +))
      try requireQuota(for: Usage(changing: patches.count * Self.patchBytes + ids * Self.idBytes + texts), in: list)
    }
  }

  /// The size of a stored patch without its ids, and of an id, in bytes.
  private static let (patchBytes, idBytes) = (140, 8)

  fileprivate func applyAll(_ patches: [Patch], in list: ListID, _ change: ChangeID) throws {
    for patch in patches {
      if patch.columns == [.deleted] {
        try applyDeletion(patch, in: list, change)
      } else {
        for id in patch.ids { try apply(patch.now, .tasks, id, change) }
      }
    }
  }
}

extension BulkChange {
  fileprivate var concernsSubtasks: Bool {
    switch self {
    case .complete, .move, .delete: true
    case .due, .assign, .priority, .repeats, .addTag, .replaceTag: false
    }
  }

  fileprivate var destination: ListID? {
    switch self {
    case .move(let list): list
    case .complete, .due, .assign, .priority, .repeats, .addTag, .replaceTag, .delete: nil
    }
  }

  fileprivate var kind: (ofOne: ChangeKind, ofSeveral: ChangeKind) {
    switch self {
    case .complete: (.taskCompleted, .tasksCompleted)
    case .due: (.taskEdited, .tasksScheduled)
    case .assign: (.taskEdited, .tasksAssigned)
    case .priority: (.taskEdited, .tasksPrioritized)
    case .repeats: (.taskEdited, .tasksRepeated)
    case .addTag, .replaceTag: (.tasksTagged, .tasksTagged)
    case .move: (.taskTransferred, .tasksTransferred)
    case .delete: (.taskDeleted, .tasksDeleted)
    }
  }
}

extension Patch {
  /// The size of the texts before and after the change, and of the tags that its tasks get.
  fileprivate var bytesOfTexts: Int {
    let added = (now[.tags]?.bytes ?? 0) - (was[.tags]?.bytes ?? 0)
    return (Array(was.values) + Array(now.values)).reduce(0) { $0 + $1.bytes } + ids.count * max(0, added)
  }
}
