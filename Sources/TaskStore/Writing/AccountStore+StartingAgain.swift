import GRDB
package import Tasks

extension AccountStore {
  /// Reopens the completed tasks of a list, each after the one that it is a subtask of, at most ``Limits/tasksAtOnce`` in a transaction. One
  /// undo reverts all of it.
  ///
  /// - Parameter day: the day on which the earliest of their due dates falls from now on, with which the others and the start dates move;
  ///   nil to leave them. Those of a repeating task stay: its next one is a task of its own.
  /// - Throws: ``StoreError/limit(_:)`` if the account has no room for the former dates.
  @discardableResult package func startAgain(_ list: ListID, on day: Day? = nil) async throws(Problem) -> Written {
    let first = try await write { write in
      let days = try day.flatMap { day in try write.earliestCompleted(in: list).map { day.daysSince($0) } } ?? 0
      return (days, try write.reopenCompleted(in: list, movingBy: days))
    }
    guard let change = first.1 else { return try await write { try $0.nothing(.tasksReopened, in: list) } }
    var changes = [change]
    while let next = try await write({ try $0.reopenCompleted(in: list, movingBy: first.0) }) { changes.append(next) }
    try await join(changes)
    return Written(change: change, list: list)
  }

  /// Makes a copy of a list after the account's other lists, with its open and completed tasks. It has the same name.
  ///
  /// - Throws: ``StoreError/repeated(_:)``, and ``StoreError/limit(_:)``, also if it has more than ``Limits/tasksAtOnce`` tasks.
  @discardableResult package func copyList(_ id: ListID, submission: SubmissionID) async throws(Problem) -> Written {
    try await write { write in
      try write.requireNotRepeated(submission)
      let list = try write.ownListToRead(id)
      let (tasks, positions) = try write.copies(of: list)
      try write.requireQuota(for: Usage(adding: tasks.map(\.draft)))
      // Valid, as that of all lists.
      return try write.addList(ListName(stored: list.name), .listCreated, submission) { copy, change in
        let ids = try write.insert(zip(tasks, positions).map { ($0, at: $1) }, into: copy, change)
        try write.run(SectionQuery.copy, [list.id.value, copy.value, change.value])
        return ids
      }
    }
  }
}

extension Write {
  /// The earliest due date of the completed tasks of a list that do not repeat; nil if none has one.
  fileprivate func earliestCompleted(in list: ListID) throws -> Day? {
    try db.row(StartingAgainQuery.earliest, [list.value]) { ($0[0] as String?).flatMap { Day(iso: $0) } } ?? nil
  }

  /// Reopens some of the completed tasks whose parents are open. Returns the change; nil if there are none.
  fileprivate func reopenCompleted(in list: ListID, movingBy days: Int) throws -> ChangeID? {
    let stored = try ownList(list)
    let patches = try db.rows(StartingAgainQuery.completed, [list.value, Limits.tasksAtOnce]) { row in
      var patch = Patch(.tasks, [row[0] as Int64], was: [.done: .integer(row[1] as Int64)], now: [.done: .null])
      for (column, text) in [(Patch.Column.due, row[2] as String?), (.start, row[3] as String?)] {
        guard days != 0, let day = text.flatMap({ Day(iso: $0) }) else { continue }
        patch.was[column] = .text(day.iso)
        patch.now[column] = .text(day.adding(days: days).iso)
      }
      return patch
    }
    guard !patches.isEmpty else { return nil }
    if days != 0 { try requireQuota(for: Usage(changing: patches.count * Self.bytesOfDates), in: list) }
    let entry = ChangeEntry(kind: .tasksReopened, list: list, name: stored.name, count: patches.count)
    return try change(entry, patches).change
  }

  /// The size of the former dates of a task in an inverse, in bytes.
  private static let bytesOfDates = 100

  /// The tasks of a list, each after the one that it is a subtask of, and their positions.
  fileprivate func copies(of list: WritableList) throws -> ([NewTask], [Int64]) {
    let arguments: StatementArguments = [account.value, list.id.value, Limits.tasksAtOnce + 1]
    var rest = try db.rows(StartingAgainQuery.all, arguments) { $0.id(0) as TaskID }
      .compactMap { try StoredTask.find($0, for: account, db) }
    guard rest.count <= Limits.tasksAtOnce else { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
    var (tasks, positions, indices) = ([NewTask](), [Int64](), [TaskID: Int]())
    for _ in 0..<Limits.subtaskLevels where !rest.isEmpty {
      // Tasks whose parent was taken before this level: it is in the list, and not in the trash.
      let above = indices
      for task in rest where task.parent.map({ above[$0] != nil }) ?? true {
        let parent = task.parent.flatMap { above[$0] }.map { NewTask.Parent.inserted($0) }
        indices[task.id] = tasks.count
        tasks.append(NewTask(draft: task.text, done: task.done, percent: task.percent, parent: parent))
        positions.append(task.place.position)
      }
      rest.removeAll { indices[$0.id] != nil }
    }
    return (tasks, positions)
  }
}

enum StartingAgainQuery {
  static let earliest = """
    SELECT min(due) FROM tasks WHERE list = ? AND done IS NOT NULL AND deleted IS NULL AND repeats IS NULL
    """

  /// Dates only of those that may move.
  static let completed = """
    SELECT t.id, t.done, iif(t.repeats IS NULL, t.due, NULL), iif(t.repeats IS NULL, t.start, NULL) FROM tasks t
    WHERE t.list = ? AND t.done IS NOT NULL AND t.deleted IS NULL
      AND NOT EXISTS (SELECT 1 FROM tasks p WHERE p.id = t.parent AND p.done IS NOT NULL)
    LIMIT ?
    """

  static let all = """
    SELECT t.id FROM tasks t
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2)
      AND t.list = ?2 AND t.deleted IS NULL ORDER BY t.position, t.id LIMIT ?3
    """
}
