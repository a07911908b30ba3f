import GRDB
public import Tasks

extension TaskStore {
  /// Completes a task. It keeps its position. If it repeats, the task of its next date is added after it, in the same change.
  ///
  /// - Parameter today: the reader's day, from which the next date is counted.
  /// - Throws: ``StoreError/limit(_:)`` if there is no room for the next task.
  @discardableResult
  public func complete(_ id: TaskID, on today: Day, for account: AccountID) async throws(StoreError) -> Written {
    try await write(for: account) { write in
      let task = try write.task(id)
      guard task.done == nil else { return try write.nothing(.taskCompleted, task) }
      let successors = try write.successors(of: [task], on: today)
      guard !successors.isEmpty else {
        return try write.set(.done, of: task, from: .null, to: .integer(write.now.value), .taskCompleted)
      }
      let change = try write.record(
        ChangeEntry(kind: .taskCompleted, list: task.list, task: task.id, name: task.text.title))
      let patch = Patch.completed(id, task.text.repeats, at: write.now)
      try write.apply(patch.now, .tasks, id.value, change)
      try write.setInverse([patch] + write.insert(successors, into: task.list, change), of: change)
      return Written(change: change, list: task.list, tasks: [id])
    }
  }

  /// Moves a repeating task to its next date without completing it. A task without another date stays as it is.
  ///
  /// - Parameters:
  ///   - date: the date to skip, so that a repeated request has no effect; nil for the current one.
  ///   - today: the reader's day. Dates before it are skipped, too.
  @discardableResult
  public func skip(
    _ id: TaskID, _ date: Day? = nil, on today: Day, for account: AccountID
  ) async throws(StoreError) -> Written {
    try await write(for: account) { write in
      let task = try write.task(id)
      let recurrence = task.text.repeats
      guard task.done == nil, date == nil || date == recurrence?.current,
        let next = recurrence?.next(skippedOn: today)
      else {
        return try write.nothing(.taskSkipped, task)
      }
      return try write.set(
        [.due, .repeats, .start], of: task, from: task.text, to: task.text.repeating(next), .taskSkipped)
    }
  }
}

/// The task of the next date of a completed task.
struct Successor {
  let task: NewTask
  /// The completed task.
  let former: TaskID
}

extension Write {
  /// The tasks that follow repeating tasks of one list when these are completed.
  func successors(of tasks: [StoredTask], on today: Day) throws -> [Successor] {
    let successors = tasks.compactMap { task in
      task.text.repeats?.next(completedOn: today).map { next in
        Successor(task: NewTask(draft: task.text.repeating(next), done: nil), former: task.id)
      }
    }
    guard let list = tasks.first?.list, !successors.isEmpty else { return [] }
    try requireRoom(in: list, for: successors.count)
    try requireQuota(for: Usage(adding: successors.map(\.task.draft)))
    return successors
  }

  /// Inserts each task after the one that it follows.
  ///
  /// - Returns: the patches that undo this.
  func insert(_ successors: [Successor], into list: ListID, _ change: ChangeID) throws -> [Patch] {
    let order = Order(of: list, db)
    return try successors.flatMap { successor in
      let position = try order.free(after: order.position(of: successor.former.value))
      let ids = try insert([(successor.task, at: position)], into: list, change)
      return ids.map { Patch.successor($0.value, successor.task.draft.stored(.repeats)) }
    }
  }
}

extension Patch {
  /// The completion of a repeating task. Its recurrence goes on with the next one.
  static func completed(_ task: TaskID, _ recurrence: Recurrence?, at now: Milliseconds) -> Patch {
    let stored = recurrence.map { Stored.text($0.description) } ?? .null
    return Patch(
      .tasks, [task.value], was: [.done: .null, .repeats: stored], now: [.done: .integer(now.value), .repeats: .null])
  }
}

extension Patch {
  /// The task that follows a completed one. It carries the recurrence on: the completion can't be undone once another one does.
  fileprivate static func successor(_ task: Int64, _ recurrence: Stored) -> Patch {
    Patch(
      .tasks, [task], was: [.deleted: .timeOfUndo, .repeats: recurrence],
      now: [.deleted: .null, .repeats: recurrence])
  }

  /// Whether it is about tasks that follow completed ones.
  var isOfSuccessors: Bool { columns.contains(.deleted) && columns.contains(.repeats) }
}

extension TaskDraft {
  /// The same task on another date of its recurrence. It starts as many days before as this one.
  fileprivate func repeating(_ recurrence: Recurrence) -> TaskDraft {
    let days = recurrence.current.daysSince(repeats?.current ?? due ?? recurrence.current)
    return with {
      ($0.due, $0.repeats) = (recurrence.current, recurrence)
      $0.start = start?.adding(days: days)
    }
  }
}
