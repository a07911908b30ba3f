import GRDB
package import Tasks

extension AccountStore {
  /// Copies tasks of a followed list to the top of an own list, in their order and as one change. A section becomes a tag of its tasks,
  /// where it is a word.
  ///
  /// - Parameters:
  ///   - chosen: the tasks to copy; nil for all open ones.
  ///   - list: the followed list.
  ///   - target: the destination.
  ///   - submission: the idempotency key of the form.
  /// - Throws: ``Conflict/tasksGone(_:)`` if some of the tasks no longer exist, ``StoreError/forbidden(_:)`` if the target is a followed
  ///   list, ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func copyTasks(
    _ chosen: Set<TaskID>?, from list: ListID, to target: CopyTarget, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let origin = try write.anyList(list)
      try origin.requireThere()
      guard origin.source != nil else { throw StoreError.notFound }
      if case .list(let id) = target { _ = try write.ownList(id) }
      try write.requireNotRepeated(submission)

      let copies = try write.copies(of: chosen, in: list)
      try write.requireQuota(for: Usage(adding: copies.map(\.draft)), in: target.list)
      var entry = ChangeEntry(
        kind: .tasksCopied, list: list, name: origin.name, count: copies.count, submission: submission)
      switch target {
      case .list(let id):
        entry.list = id
        try write.requireRoom(in: id, for: copies.count)
        let change = try write.record(entry)
        let ids = try write.insert(copies, into: id, at: write.ownList(id).adds, change)
        try write.setInverse([.added(.tasks, ids.map(\.value))], of: change)
        return Written(change: change, list: id, tasks: ids)
      case .new(let name):
        entry.list = try write.makeList(name)
        return try write.fillList(entry) { list, change in
          try write.insert(copies, into: list, at: ListPreferences.ofNewList.adds, change)
        }
      }
    }
  }
}

extension Write {
  /// Copies of tasks in their order, each below the nearest of its ancestors that is copied, too. Throws if one is missing.
  fileprivate func copies(of chosen: Set<TaskID>?, in list: ListID) throws -> [NewTask] {
    let all = try db.rows(CopyQuery.tasks, [account.value, list.value]) { row in
      (task: try StoredTask(row), section: row[CopyQuery.section] as String?)
    }
    let found = all.filter { chosen?.contains($0.task.id) ?? ($0.task.done == nil) }
    let missing = (chosen?.count ?? 0) - (chosen == nil ? 0 : found.count)
    if found.isEmpty || missing > 0 { throw StoreError.conflict(.tasksGone(missing)) }
    guard found.count <= Limits.tasksAtOnce else { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
    let parents = Dictionary(uniqueKeysWithValues: all.map { ($0.task.id, $0.task.parent) })
    let places = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.task.id, $0) })
    return found.enumerated().map { index, found in
      let (task, section) = found
      var tags = task.text.tags
      if let section { _ = tags.insert(named: section) }
      var parent = task.parent
      while let above = parent, places[above] == nil { parent = parents[above] ?? nil }
      return NewTask(
        draft: task.text.with { $0.tags = tags }, done: task.done, percent: task.percent,
        parent: parent.flatMap { places[$0] }.flatMap { $0 < index ? .inserted($0) : nil })
    }
  }
}

enum CopyQuery {
  /// The tasks of a list in the order of its outline: each directly before its subtasks, with its section.
  static let tasks = """
    SELECT \(StoredTask.columns), \(SourceQuery.section)
    FROM tasks t CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list CROSS JOIN lists l ON l.id = t.list
    WHERE t.list = ?2 AND t.deleted IS NULL ORDER BY t.position
    """

  static let section = StoredTask.columnCount
}

package enum CopyTarget: Hashable, Sendable {
  /// The top of an existing own list.
  case list(ListID)
  case new(ListName)

  /// The existing list; nil for a new one.
  var list: ListID? {
    switch self {
    case .list(let id): id
    case .new: nil
    }
  }
}
