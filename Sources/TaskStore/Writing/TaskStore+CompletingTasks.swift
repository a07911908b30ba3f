import GRDB
public import Tasks

extension TaskStore {
  /// Completes a task with its open steps. It keeps its position. If it repeats, the task of its next date is added after it, with
  /// its steps open again, in the same change.
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
      let settled = try write.settle([id], in: [task.list], change)
      try write.setInverse([patch] + settled + write.insert(successors, into: task.list, change), of: change)
      try write.setCount(1 + settled.map(\.ids.count).reduce(0, +), of: change)
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
  /// Its steps, each after the one that it is a step of.
  let steps: [NewTask]
}

extension Write {
  /// The tasks that follow repeating tasks of one list when these are completed.
  func successors(of tasks: [StoredTask], on today: Day) throws -> [Successor] {
    let successors = try tasks.compactMap { task in
      try task.text.repeats?.next(completedOn: today).map { next in
        let draft = task.text.repeating(next)
        return Successor(
          task: NewTask(draft: draft, done: nil, parent: task.parent.map { .task($0) }), former: task.id,
          steps: try nextSubtasks(of: task, days: next.current.daysSince(task.text.current ?? next.current)))
      }
    }
    guard let list = tasks.first?.list, !successors.isEmpty else { return [] }
    let all = successors.flatMap { [$0.task] + $0.steps }
    try requireRoom(in: list, for: all.count)
    try requireQuota(for: Usage(adding: all.map(\.draft)))
    return successors
  }

  /// The steps of a repeating task, for its next date: open, and as many days later.
  ///
  /// Of a step that repeats itself, the completed tasks of its earlier dates are left out.
  private func nextSubtasks(of task: StoredTask, days: Int) throws -> [NewTask] {
    let below = try subtasks(below: task.id, in: [task.list]).filter { $0.deleted == nil }
    if below.isEmpty { return [] }
    let stored = try below.compactMap { try StoredTask.find($0.id, for: account, db) }
    var (indices, steps): ([TaskID: Int], [NewTask]) = ([:], [])
    for step in stored {
      guard let parent = step.parent, parent == task.id || indices[parent] != nil else { continue }
      let isEarlier =
        step.done != nil
        && stored.contains {
          $0.parent == parent && $0.done == nil && $0.text.repeats != nil && $0.text.title == step.text.title
        }
      if isEarlier { continue }
      indices[step.id] = steps.count
      // The first one is the successor itself.
      steps.append(
        NewTask(draft: step.text.later(by: days), done: nil, parent: .inserted(indices[parent].map { $0 + 1 } ?? 0)))
    }
    return steps
  }

  /// Inserts each task after the one that it follows, with its steps.
  ///
  /// - Returns: the patches that undo this.
  func insert(_ successors: [Successor], into list: ListID, _ change: ChangeID) throws -> [Patch] {
    let order = Order(of: list, db)
    return try successors.flatMap { successor in
      let position = try order.free(after: order.position(of: successor.former.value))
      let first = try order.first(of: successor.steps.count, at: .bottom)
      let steps = successor.steps.enumerated().map { ($1, at: first + Int64($0) * Order.gap) }
      let ids = try insert([(successor.task, at: position)] + steps, into: list, change).map(\.value)
      let patch = Patch.successor(ids[0], successor.task.draft.stored(.repeats))
      return ids.count == 1 ? [patch] : [patch, .added(.tasks, Array(ids.dropFirst()))]
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
  /// The date that the task stands for, if it repeats.
  fileprivate var current: Day? { repeats?.current ?? due }

  /// The same task on another date of its recurrence. It starts as many days before as this one.
  fileprivate func repeating(_ recurrence: Recurrence) -> TaskDraft {
    let days = recurrence.current.daysSince(current ?? recurrence.current)
    return with {
      ($0.due, $0.repeats) = (recurrence.current, recurrence)
      $0.start = start?.adding(days: days)
    }
  }

  /// The same task a number of days later.
  fileprivate func later(by days: Int) -> TaskDraft {
    with {
      $0.due = due?.adding(days: days)
      $0.start = start?.adding(days: days)
      if let current = repeats?.current { $0.repeats?.current = current.adding(days: days) }
    }
  }
}
