import GRDB
package import Tasks

extension AccountStore {
  /// Creates a list after the account's other lists.
  ///
  /// - Parameters:
  ///   - open: the open tasks that it starts with.
  ///   - completed: the completed tasks that it starts with, at no known time. Undoing moves the list with all of them to the trash.
  /// - Throws: ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func createList(
    _ name: ListName, open: [TaskDraft] = [], completed: [TaskDraft] = [], submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      try write.requireNotRepeated(submission)
      // A new list has no member yet to whom a task could be assigned by name.
      let tasks =
        open.map { NewTask(draft: $0.withNameInTitle, done: nil) }
        + completed.map { NewTask(draft: $0, done: .unknown) }
      if !tasks.isEmpty { try write.requireQuota(for: Usage(adding: tasks.map(\.draft))) }
      return try write.addList(name, .listCreated, submission) { id, change in
        tasks.isEmpty ? [] : try write.insert(tasks, into: id, at: .bottom, change)
      }
    }
  }

  /// Saves a search as a list without tasks of its own, after the account's other lists.
  ///
  /// - Parameter query: the query of the search; the store does not read it.
  /// - Throws: ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func saveFilter(
    _ query: String, as name: ListName, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      try write.requireNotRepeated(submission)
      try write.requireRoomForFilters(1)
      try write.requireQuota(for: Usage(bytes: query.utf8.count))
      return try write.addList(name, .filterSaved, submission) { id, _ in
        try write.run("INSERT INTO filters (list, query) VALUES (?, ?)", [id.value, query])
        return []
      }
    }
  }

  /// Replaces the search of a saved filter.
  ///
  /// - Parameter query: the query of the search; the store does not read it.
  /// - Throws: ``StoreError/forbidden`` if the list is no saved filter, and ``StoreError/limit(_:)``.
  @discardableResult package func changeFilter(
    _ id: ListID, to query: String
  ) async throws(Problem) -> Written {
    try await write { write in
      let list = try write.list(id)
      guard case .text(let stored)? = try write.values(of: [.query], .filters, id.value)?[.query] else {
        throw StoreError.forbidden(.role)
      }
      if stored == query { return try write.nothing(.filterChanged, in: id) }
      try write.requireQuota(for: Usage(changing: stored.utf8.count + 2 * query.utf8.count), in: id)
      let patch = Patch(.filters, [id.value], was: [.query: .text(stored)], now: [.query: .text(query)])
      return try write.change(ChangeEntry(kind: .filterChanged, list: id, name: list.name), [patch])
    }
  }

  /// Renames a list.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if the list was renamed to something else since `version`.
  @discardableResult package func renameList(
    _ id: ListID, to name: ListName, version: ChangeID, submission: SubmissionID? = nil
  ) async throws(Problem) -> Written {
    try await write { write in try write.rename(id, to: name, version: version, submission) }
  }

  /// Moves a list among the account's lists. A repeated move finds it in place.
  @discardableResult package func moveList(_ id: ListID, _ move: ListMove) async throws(Problem) -> Written {
    try await write { write in
      let list = try write.anyList(id)
      try list.requireThere()
      let patches = try write.moves(of: list, move)
      if patches.isEmpty { return try write.nothing(.listMoved, in: id) }
      return try write.change(ChangeEntry(kind: .listMoved, list: id, name: list.name), patches)
    }
  }

  /// Moves a list with all its tasks to the trash.
  ///
  /// - Throws: ``StoreError/forbidden(_:)`` for the account's Inbox.
  @discardableResult package func deleteList(_ id: ListID) async throws(Problem) -> Written {
    try await setDeleted(id, true, .listDeleted)
  }

  /// Restores a list from the trash to its old position.
  ///
  /// - Throws: ``StoreError/limit(_:)``.
  @discardableResult package func restoreList(_ id: ListID) async throws(Problem) -> Written {
    try await setDeleted(id, false, .listRestored)
  }

  private func setDeleted(_ id: ListID, _ deleted: Bool, _ kind: ChangeKind) async throws(Problem) -> Written {
    try await write { write in
      let list = try write.anyList(id)
      try list.require(.delete)
      try list.requireNoInbox()
      guard (list.deleted != nil) != deleted else { return try write.nothing(kind, in: id) }
      if !deleted {
        try write.requireRoomForLists(1)
        if list.isFilter { try write.requireRoomForFilters(1) }
      }
      let patch = Patch(
        .lists, [id.value], was: [.deleted: Stored(list.deleted)],
        now: [.deleted: deleted ? .integer(write.now.value) : .null])
      return try write.change(ChangeEntry(kind: kind, list: id, name: list.name), [patch])
    }
  }
}

extension Write {
  /// Renames a list.
  @discardableResult func rename(
    _ id: ListID, to name: ListName, version: ChangeID?, _ submission: SubmissionID? = nil
  ) throws -> Written {
    let list = try list(id)
    let stored = (name: list.name, version: list.version)
    if let same = try renamed(.listRenamed, in: id, from: stored, to: name, version: version, submission) {
      return same
    }
    let patch = Patch(.lists, [id.value], was: [.name: .text(list.name)], now: [.name: .text(name.text)])
    return try change(ChangeEntry(kind: .listRenamed, list: id, name: name.text, submission: submission), [patch])
  }

  /// Creates a list after the account's other lists, as a change whose undo moves it to the trash with all that is in it.
  /// - Parameters:
  ///   - draft: the list of a drafted source, which becomes that list.
  ///   - fill: adds what the list starts with, and returns the ids of the tasks.
  func addList(
    _ name: ListName, _ kind: ChangeKind, _ submission: SubmissionID?, from draft: ListID? = nil,
    fill: (ListID, ChangeID) throws -> [TaskID] = { _, _ in [] }
  ) throws -> Written {
    try fillList(
      ChangeEntry(kind: kind, list: try makeList(name, from: draft), name: name.text, submission: submission), fill)
  }

  /// Records the change that made a list.
  /// - Parameter fill: adds what the list starts with, and returns the ids of the tasks.
  func fillList(_ entry: ChangeEntry, _ fill: (ListID, ChangeID) throws -> [TaskID]) throws -> Written {
    let change = try record(entry)
    let tasks = try fill(entry.list, change)
    try run("UPDATE lists SET version = ? WHERE id = ?", [change.value, entry.list.value])
    try setInverse([.added(.lists, [entry.list.value])], of: change)
    return Written(change: change, list: entry.list, tasks: tasks)
  }

  /// Creates a list after the account's other lists.
  /// - Parameter draft: the list of a drafted source, which becomes that list; nil for an empty one.
  func makeList(_ name: ListName, from draft: ListID? = nil) throws -> ListID {
    try requireRoomForLists(1)
    try requireQuota(for: Usage(bytes: name.text.utf8.count + Usage.rowBytes, lists: 1))
    let position = try Order(of: account, db).bottom()
    if let draft {
      try run("UPDATE lists SET name = ?, created = ? WHERE id = ?", [name.text, now.value, draft.value])
    } else {
      try run("INSERT INTO lists (name, created) VALUES (?, ?)", [name.text, now.value])
    }
    let id = draft ?? ListID(db.lastInsertedRowID)
    try run(
      "INSERT INTO memberships (account, list, role, position, adds) VALUES (?, ?, ?, ?, ?)",
      [account.value, id.value, Role.owner.rawValue, position, ListPreferences.ofNewList.adds.rawValue])
    return id
  }
}

extension AccountStore {
  /// Sets whether the account is reminded of tasks of a shared list that nobody is assigned to, whatever its role.
  package func setReminds(_ reminds: Bool, of list: ListID) async throws(Problem) {
    try await write { write in
      let stored = try write.ownListToRead(list)
      try write.run(
        "UPDATE memberships SET reminds = ? WHERE account = ? AND list = ?",
        [reminds, account.value, stored.id.value])
    }
  }

  /// Sets how the account looks at a list with tasks of its own, whatever its role. That is no change of the list: it has no undo.
  package func setPreferences(_ preferences: ListPreferences, of list: ListID)
    async throws(Problem)
  {
    try await write { write in
      let stored = try write.ownListToRead(list)
      try write.run(
        "UPDATE memberships SET adds = ?, shown_order = ?, layout = ?, color = ? WHERE account = ? AND list = ?",
        [
          preferences.adds.rawValue, preferences.order.rawValue, preferences.layout.rawValue,
          preferences.color?.hex, account.value, stored.id.value,
        ])
    }
  }
}
