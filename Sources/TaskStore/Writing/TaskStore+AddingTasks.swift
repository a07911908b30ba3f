import GRDB
public import Tasks

extension TaskStore {
  /// Adds tasks at the end of a list where the account adds them, in the given order.
  ///
  /// - Parameter literal: the single task as typed, if words of its title were understood.
  /// - Throws: ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult
  public func addTasks(
    _ drafts: [TaskDraft], to list: ListID, literal: TaskDraft? = nil, submission: SubmissionID,
    for account: AccountID
  ) async throws(StoreError) -> Written {
    try await write(for: account) { write in
      let stored = try write.ownList(list)
      guard drafts.count <= Limits.tasksAtOnce else { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
      try write.requireNotRepeated(submission, in: stored)
      try stored.requireRoom(for: drafts.count)
      try write.requireQuota(for: Usage(adding: drafts) + Usage(bytes: literal?.bytes ?? 0))
      guard let first = drafts.first else { return Written(change: nil, acted: false, list: list) }

      let isOne = drafts.count == 1
      let change = try write.nextChange()
      let ids = try write.insert(drafts.map { NewTask(draft: $0, done: nil) }, into: list, at: stored.adds, change)
      try write.record(
        ChangeEntry(
          kind: isOne ? .taskAdded : .tasksAdded, list: list, task: isOne ? ids.first : nil,
          name: isOne ? first.title : stored.name, count: drafts.count, submission: submission),
        as: change,
        inverse: Patch.json(
          ofAdded: ids, StoredQuickAdd(literal: literal, dated: drafts.count { $0.due != nil })))
      return Written(change: change, list: list, tasks: ids)
    }
  }
}

/// A task to insert.
struct NewTask {
  let draft: TaskDraft
  let done: Milliseconds?
  /// The percentage that is completed, of a copied task.
  var percent: Int?
}

extension Write {
  /// Inserts tasks at an end of a list, in the given order.
  func insert(_ tasks: [NewTask], into list: ListID, at end: ListEnd, _ change: ChangeID) throws -> [TaskID] {
    let first = try Order(of: list, db).first(of: tasks.count, at: end)
    return try insert(
      tasks.enumerated().map { ($1, at: first + Int64($0) * Order.gap) }, into: list, change)
  }

  /// Inserts tasks at positions that are free.
  func insert(_ tasks: [(NewTask, at: Int64)], into list: ListID, _ change: ChangeID) throws -> [TaskID] {
    let insertion = try db.cachedStatement(
      sql: """
        INSERT INTO tasks (list, position, done, created, version, uid, changed, percent, \(TaskField.columns()))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?\(String(repeating: ", ?", count: TaskField.all.count)))
        """)
    return try tasks.map { task, position in
      let draft = try spelled(task.draft)
      try requireRoom(for: draft.tags)
      try draft.tags.tags.forEach(register)
      let place: StatementArguments = [
        list.value, position, task.done?.value, now.value, change.value, UniqueID.text(at: now), now.value,
        task.percent,
      ]
      let fields = StatementArguments(TaskField.all.map { draft.stored($0).databaseValue })
      try insertion.execute(arguments: place + fields)
      return TaskID(db.lastInsertedRowID)
    }
  }
}
