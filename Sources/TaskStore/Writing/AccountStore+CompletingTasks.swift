import GRDB
import TaskFormats
package import Tasks

extension AccountStore {
  /// Completes a task with its open subtasks. It keeps its position. If it repeats, the task of its next date is added after it, with
  /// its subtasks open again, in the same change.
  ///
  /// - Parameter today: the reader's day, from which the next date is counted.
  /// - Throws: ``StoreError/limit(_:)`` if there is no room for the next task.
  @discardableResult package func complete(_ id: TaskID, on today: Day) async throws(Problem) -> Written {
    try await write { write in try write.complete(write.task(id), on: today) }
  }

  /// Moves a repeating task to its next date without completing it, with its subtasks. A task without another date stays as it is.
  ///
  /// - Parameters:
  ///   - date: the date to skip, so that a repeated request has no effect; nil for the current one.
  ///   - today: the reader's day. Dates before it are skipped, too.
  @discardableResult package func skip(
    _ id: TaskID, _ date: Day? = nil, on today: Day
  ) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.task(id)
      guard task.done == nil, date == nil || date == task.text.repeats?.current,
        let next = task.text.next(skippedOn: today)
      else { return try write.nothing(.taskSkipped, task) }
      let days = (next.current ?? today).daysSince(task.text.current ?? today)
      let (draft, object) = try write.advanced(task, to: next)
      let patch = Patch(TaskField.all, of: task.id, from: task.text, to: draft)
      return try write.set(
        patch, of: task, .taskSkipped, and: object + write.moveSubtasks(of: task, by: days))
    }
  }
}

struct Successor {
  let task: NewTask
  let former: TaskID
  /// The text of its object, if the series is one that a client has sent.
  var object: String?
  /// What its subtasks become, in their order, each after the one that it is a subtask of.
  var subtasks: [NextSubtask] = []

  /// The completed tasks that are followed by this one and by its subtasks.
  var followed: [TaskID] { [former] + subtasks.compactMap { if case .new(_, let former) = $0 { former } else { nil } } }

  var added: [NewTask] { [task] + subtasks.compactMap { if case .new(let subtask, _) = $0 { subtask } else { nil } } }
}

/// What a subtask of a repeating task becomes on the next date.
enum NextSubtask {
  /// A new subtask, of the successor or of another one. If it is the next date of a completed subtask, that is `after`.
  case new(NewTask, after: TaskID?)
  /// The subtask itself, with its subtasks, because it repeats by a rule of its own.
  case moved(StoredTask, under: Int)
}

extension Write {
  /// The tasks that follow repeating tasks of one list when these are completed.
  /// - Parameters:
  ///   - completed: all tasks that are completed with them.
  ///   - sent: the text that a client has sent with the completion of the only task.
  func successors(
    of tasks: [StoredTask], among completed: Set<TaskID> = [], sent: String? = nil, on today: Day
  ) throws -> [Successor] {
    let dates: [(task: StoredTask, next: TaskDraft, series: SeriesAdvance?)] = try tasks.compactMap { task in
      guard let next = task.text.next(completedOn: today) else { return nil }
      return (task, next, try series(of: task, to: next, sent: sent))
    }
    try advances.requireRead(dates.compactMap(\.series))
    let successors = try dates.map { task, next, series in
      let found = series.flatMap(advances.advanced)
      var successor = Successor(
        task: NewTask(draft: found?.draft ?? next, done: nil, parent: task.parent.map { .task($0) }), former: task.id,
        object: found?.text)
      successor.subtasks = try nextSubtasks(of: task, on: next.current ?? today, among: completed, on: today)
      return successor
    }
    guard let list = tasks.first?.list, !successors.isEmpty else { return [] }
    let all = successors.flatMap(\.added)
    try requireRoom(in: list, for: all.count)
    try requireQuota(for: Usage(adding: all.map(\.draft)), in: list)
    return successors
  }

  /// What a series says at a next date, and the patch of its text.
  fileprivate func advanced(_ task: StoredTask, to next: TaskDraft) throws -> (TaskDraft, [Patch]) {
    let series = try series(of: task, to: next, sent: nil)
    try advances.requireRead(series.map { [$0] } ?? [])
    guard let (text, draft) = series.flatMap(advances.advanced) else { return (next, []) }
    let was = try values(of: [.object], .tasks, task.id.value) ?? [:]
    return (draft, [Patch(.tasks, [task.id.value], was: was, now: [.object: .text(text)])])
  }

  /// The text that a client has sent of a task, to be taken to the next date; nil if none has.
  private func series(of task: StoredTask, to next: TaskDraft, sent: String?) throws -> SeriesAdvance? {
    let row = try db.row(ObjectQuery.byID, [task.id.value, task.list.value], ObjectRow.init)
    guard let row, let text = sent ?? row.object else { return nil }
    var values = row.values
    // The time of the change that a transaction makes, which differs when it runs again.
    values.task.changed = nil
    return SeriesAdvance(text: text, values: values, next: next)
  }

  /// The subtasks of a repeating task on its next date: open, and as many days later. A subtask with a rule of its own keeps its dates.
  private func nextSubtasks(
    of task: StoredTask, on day: Day, among completed: Set<TaskID>, on today: Day
  ) throws -> [NextSubtask] {
    var (subtasks, added): ([NextSubtask], Int) = ([], 0)
    // The index of the new task of each subtask, and the number of days that its subtasks move by. The first one is the successor itself.
    var next = [task.id: (index: 0, days: day.daysSince(task.text.current ?? day))]
    for subtask in try movingSubtasks(of: task) {
      guard let (index, days) = subtask.parent.flatMap({ next[$0] }) else { continue }
      var (draft, shift) = (subtask.text.later(by: days), days)
      let repeats = subtask.text.repeats
      if let repeats {
        guard completed.contains(subtask.id) else {
          subtasks.append(.moved(subtask, under: index))
          continue
        }
        guard let next = subtask.text.next(completedOn: today) else { continue }
        (draft, shift) = (next, (next.current ?? repeats.current).daysSince(repeats.current))
      }
      added += 1
      next[subtask.id] = (added, shift)
      subtasks.append(
        .new(NewTask(draft: draft, done: nil, parent: .inserted(index)), after: repeats == nil ? nil : subtask.id))
    }
    return subtasks
  }

  /// The subtasks of a repeating task that are not in the trash, each after the one that it is a subtask of. Without those of a series that
  /// is over, and the completed ones of a series that goes on.
  private func movingSubtasks(of task: StoredTask) throws -> [StoredTask] {
    let below = try subtasks(below: task.id, in: [task.list]).filter { $0.deleted == nil }
    let subtasks = try below.compactMap { try StoredTask.find($0.id, for: account, db) }
    return subtasks.filter { subtask in
      if subtask.done == nil { return true }
      if subtask.text.repeats != nil { return false }
      return !subtasks.contains {
        $0.parent == subtask.parent && $0.done == nil && $0.text.repeats != nil && $0.text.title == subtask.text.title
      }
    }
  }

  /// The patches that move the subtasks of a repeating task by some days, as completing it does. Subtasks with a rule of their own keep their
  /// dates, with their subtasks.
  func moveSubtasks(of task: StoredTask, by days: Int) throws -> [Patch] {
    var moved: Set<TaskID> = [task.id]
    var patches: [Patch] = []
    for subtask in try movingSubtasks(of: task) {
      guard let parent = subtask.parent, moved.contains(parent), subtask.text.repeats == nil else { continue }
      moved.insert(subtask.id)
      let patch = Patch([.due, .start], of: subtask.id, from: subtask.text, to: subtask.text.later(by: days))
      if !patch.columns.isEmpty { patches.append(patch) }
    }
    return patches
  }

  /// Completes a task, as a change.
  /// - Parameter also: what else the change does to it.
  func complete(_ task: StoredTask, on today: Day, and also: [Patch] = []) throws -> Written {
    guard task.done == nil else { return try nothing(.taskCompleted, task) }
    let sent = also.compactMap { if case .text(let text)? = $0.now[.object] { text } else { nil } }.first
    let successors = try successors(of: [task], sent: sent, on: today)
    let patch = Patch.completed(task.id, successors.isEmpty ? nil : task.text.repeats, at: now)
    guard !successors.isEmpty else { return try set(patch.without(.repeats), of: task, .taskCompleted, and: also) }
    let change = try record(ChangeEntry(kind: .taskCompleted, list: task.list, task: task.id, name: task.text.title))
    try apply(also, change)
    // Before the subtasks are completed with it: those that go on leave it.
    let followers = try insert(successors, into: task.list, change)
    try apply(patch.now, .tasks, task.id.value, change)
    let settled = try settle([task.id], in: [task.list], change)
    try setInverse([patch] + also + settled + followers, of: change)
    try setCount(1 + settled.map(\.ids.count).reduce(0, +), of: change)
    return Written(change: change, list: task.list, tasks: [task.id])
  }

  /// Lets the task of the next date go on under the identifier of a series, as the resource that CalDAV clients know: to them, it is the
  /// series, and the completed task another one.
  ///
  /// - Returns: the patches of both.
  private func passOnIdentity(
    from former: TaskID, to next: TaskID, object: String?, _ change: ChangeID
  ) throws -> [Patch] {
    let columns: [Patch.Column] = [.uid, .href, .object, .awaits]
    guard let known = try values(of: columns, .tasks, former.value), known[.uid] != .null,
      let new = try values(of: columns, .tasks, next.value)
    else { return [] }
    var passed = known
    if let object { passed[.object] = .text(object) }
    let changed = columns.filter { known[$0] != .null || new[$0] != .null }
    func patch(_ task: TaskID, _ was: [Patch.Column: Stored], _ now: [Patch.Column: Stored]) -> Patch {
      Patch(
        .tasks, [task.value], was: was.filter { changed.contains($0.key) }, now: now.filter { changed.contains($0.key) }
      )
    }
    let patches = [patch(former, known, new), patch(next, new, passed)]
    for patch in patches { try apply(patch.now, .tasks, patch.ids[0], change) }
    try run(ObjectQuery.passSent, [former.value, next.value])
    return patches
  }

  /// Inserts each task after the one that it follows, with its subtasks.
  ///
  /// - Returns: the patches that undo this.
  func insert(_ successors: [Successor], into list: ListID, _ change: ChangeID) throws -> [Patch] {
    let order = Order(of: list, db)
    return try successors.flatMap { successor in
      let position = try order.free(after: order.position(of: successor.former.value))
      let free = try order.positions(for: successor.subtasks.count, at: .bottom, of: .all)
      let places = successor.subtasks.indices.map(free.position)
      let added = zip(successor.subtasks, places).compactMap { subtask, place in
        if case .new(let task, _) = subtask { (task, at: place) } else { nil }
      }
      let ids = try insert([(successor.task, at: position)] + added, into: list, change).map(\.value)
      var patches = [Patch.successor(ids[0], successor.task.draft.stored(.repeats))]
      if ids.count > 1 { patches.append(.added(.tasks, Array(ids.dropFirst()))) }
      patches += try passOnIdentity(from: successor.former, to: TaskID(ids[0]), object: successor.object, change)
      for case (.moved(let subtask, let index), let place) in zip(successor.subtasks, places) {
        let patch = Patch(
          .tasks, [subtask.id.value],
          was: [
            .parent: subtask.parent.map { .integer($0.value) } ?? .null, .position: .integer(subtask.place.position),
          ],
          now: [.parent: .integer(ids[index]), .position: .integer(place)])
        try apply(patch.now, .tasks, subtask.id.value, change)
        patches.append(patch)
      }
      return patches
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

  /// The task that follows a completed one. It carries the recurrence on: the completion can't be undone once another one does.
  fileprivate static func successor(_ task: Int64, _ recurrence: Stored) -> Patch {
    Patch(
      .tasks, [task], was: [.deleted: .timeOfUndo, .repeats: recurrence], now: [.deleted: .null, .repeats: recurrence])
  }

  /// Whether it is about tasks that follow completed ones.
  var isOfSuccessors: Bool { columns.contains(.deleted) && columns.contains(.repeats) }
}

extension TaskDraft {
  /// The task a number of days later, without a rule.
  fileprivate func later(by days: Int) -> TaskDraft {
    with {
      $0.due = due?.adding(days: days)
      $0.start = start?.adding(days: days)
    }
  }
}
