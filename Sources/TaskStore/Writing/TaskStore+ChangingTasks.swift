import GRDB
public import Tasks

extension TaskStore {
  /// Changes several tasks of a list at once, as one change. Tasks that are as wanted already are left as they are, so a repeated
  /// submission has no effect.
  ///
  /// A change of one task is recorded like the one that its own page makes.
  ///
  /// - Throws: ``StoreError/notFound`` if the account can see none of the tasks, ``Conflict/tasksGone(_:)`` if some of them are no
  ///   longer in the list, ``StoreError/forbidden`` if the list is a remote one, and ``StoreError/limit(_:)``.
  @discardableResult
  public func changeTasks(
    _ selection: TaskSelection, in list: ListID, _ wanted: BulkChange, submission: SubmissionID? = nil,
    for account: AccountID
  ) async throws(StoreError) -> Written {
    try await write(for: account) { write in
      let stored = try write.ownList(list)
      let destination = try wanted.destination.map { try write.ownList($0) }
      let tasks = try write.selected(selection, in: list)
      let missing = tasks.missing + tasks.found.count { !$0.isThere(in: list) && !$0.isDone(wanted) }
      if missing > 0 { throw StoreError.conflict(.tasksGone(missing)) }
      let changed = tasks.found.filter { !$0.isDone(wanted) }
      guard let first = changed.first else {
        let earlier = try write.earlierEffect(of: submission)
        return Written(change: earlier?.undone == false ? earlier?.change : nil, acted: false, list: list)
      }
      let patches = try write.patches(of: changed, wanted)
      if let destination { try write.requireRoom(in: destination.id, for: changed.count) }
      try write.requireRoom(forInverseOf: patches, wanted)
      let isOne = changed.count == 1
      let change = try write.record(
        ChangeEntry(
          kind: isOne ? wanted.kind.ofOne : wanted.kind.ofSeveral, list: list,
          other: destination.map { ($0.id, $0.name) }, task: isOne ? first.id : nil,
          name: isOne ? first.title : stored.name, count: changed.count, submission: submission))
      try write.apply(patches, in: list, change)
      try write.setInverse(patches, of: change)
      return Written(change: change, list: list, tasks: changed.map(\.id))
    }
  }
}

/// A selected task, as far as a bulk change needs it.
private struct SelectedTask {
  let id: TaskID
  let list: ListID
  let title: String
  let isOpen: Bool
  let isDeleted: Bool
  let due: String?
  let priority: Priority
  let position: Int64

  init(_ row: Row) throws {
    id = row.id(0)
    list = row.id(1)
    title = row[2]
    isOpen = row[3]
    isDeleted = row[4]
    due = row[5]
    priority = try row.priority(6)
    position = row[7]
  }

  func isThere(in list: ListID) -> Bool { self.list == list && !isDeleted }

  /// Whether there is nothing left to do.
  func isDone(_ wanted: BulkChange) -> Bool {
    switch wanted {
    case .complete: !isOpen && !isDeleted
    case .due(let day): due == day?.iso && !isDeleted
    case .priority(let priority): self.priority == priority && !isDeleted
    case .move(let list): self.list == list && !isDeleted
    case .delete: isDeleted
    }
  }
}

extension Write {
  /// The selected tasks that the account can see, in their order, and the number of the others.
  fileprivate func selected(_ selection: TaskSelection, in list: ListID) throws -> (found: [SelectedTask], missing: Int)
  {
    let found: [SelectedTask]
    let count: Int
    switch selection {
    case .open:
      let arguments: StatementArguments = [account.value, list.value, Limits.tasksAtOnce + 1]
      found = try db.rows(SelectionQuery.open, arguments, SelectedTask.init)
      count = found.count
    case .tasks(let ids):
      let unique = Set(ids)
      count = unique.count
      guard count <= Limits.tasksAtOnce else { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
      let json = "[\(unique.map(\.description).joined(separator: ","))]"
      found = try db.rows(SelectionQuery.tasks, [account.value, json], SelectedTask.init)
      if found.isEmpty, count > 0 { throw StoreError.notFound }
    }
    guard count <= Limits.tasksAtOnce else { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
    return (found, count - found.count)
  }

  /// The patches of a change, as few as possible: one for all tasks that had the same value.
  fileprivate func patches(of tasks: [SelectedTask], _ wanted: BulkChange) throws -> [Patch] {
    let ids = tasks.map(\.id.value)
    switch wanted {
    case .complete: return [Patch(.tasks, ids, was: [.done: .null], now: [.done: .integer(now.value)])]
    case .delete: return [Patch(.tasks, ids, was: [.deleted: .null], now: [.deleted: .integer(now.value)])]
    case .due(let day):
      return grouped(tasks, .due, to: day.map { .text($0.iso) } ?? .null) { $0.due.map { .text($0) } ?? .null }
    case .priority(let priority):
      return grouped(tasks, .priority, to: .integer(Int64(priority.rawValue))) {
        .integer(Int64($0.priority.rawValue))
      }
    case .move(let list):
      let first = try Order(of: list, db).first(of: tasks.count, at: anyList(list).adds)
      return tasks.enumerated().map { index, task in
        let position = first + Int64(index) * Order.gap
        return Patch(
          .tasks, [task.id.value], was: [.list: .integer(task.list.value), .position: .integer(task.position)],
          now: [.list: .integer(list.value), .position: .integer(position)])
      }
    }
  }

  private func grouped(
    _ tasks: [SelectedTask], _ column: Patch.Column, to wanted: Stored, from value: (SelectedTask) -> Stored
  ) -> [Patch] {
    Dictionary(grouping: tasks, by: value).map { was, tasks in
      Patch(.tasks, tasks.map(\.id.value), was: [column: was], now: [column: wanted])
    }.sorted { $0.ids[0] < $1.ids[0] }
  }

  /// Throws `limit` if the account has no room for the stored inverse. Completing and deleting need none, like those of one task.
  fileprivate func requireRoom(forInverseOf patches: [Patch], _ wanted: BulkChange) throws {
    switch wanted {
    case .complete, .delete: break
    case .due, .priority, .move:
      let ids = patches.map(\.ids.count).reduce(0, +)
      try requireQuota(for: Usage(changing: patches.count * Self.patchBytes + ids * Self.idBytes))
    }
  }

  /// The size of a stored patch without its ids, and of an id, in bytes.
  private static let (patchBytes, idBytes) = (140, 8)

  fileprivate func apply(_ patches: [Patch], in list: ListID, _ change: ChangeID) throws {
    for patch in patches {
      if patch.columns == [.deleted] {
        try applyDeletion(patch, in: list)
      } else {
        for id in patch.ids { try apply(patch.now, .tasks, id, change) }
      }
    }
  }
}

extension BulkChange {
  /// The list that tasks are moved to.
  fileprivate var destination: ListID? {
    switch self {
    case .move(let list): list
    case .complete, .due, .priority, .delete: nil
    }
  }

  fileprivate var kind: (ofOne: ChangeKind, ofSeveral: ChangeKind) {
    switch self {
    case .complete: (.taskCompleted, .tasksCompleted)
    case .due: (.taskEdited, .tasksScheduled)
    case .priority: (.taskEdited, .tasksPrioritized)
    case .move: (.taskTransferred, .tasksTransferred)
    case .delete: (.taskDeleted, .tasksDeleted)
    }
  }
}

enum SelectionQuery {
  private static let columns = """
    t.id, t.list, t.title, t.done IS NULL, t.deleted IS NOT NULL, t.due, t.priority, t.position
    """

  static let tasks = """
    SELECT \(columns) FROM json_each(?2) j CROSS JOIN tasks t ON t.id = j.value
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = t.list)
    ORDER BY t.position, t.id
    """

  static let open = """
    SELECT \(columns) FROM tasks t
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2)
      AND t.list = ?2 AND t.done IS NULL AND t.deleted IS NULL
    ORDER BY t.position, t.id LIMIT ?3
    """
}
