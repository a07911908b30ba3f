import GRDB
package import Tasks

extension AccountStore {
  /// Where a list shows a task; nil if the task is not in the list, or is in the trash.
  /// - Parameters:
  ///   - section: a section that is shown alone.
  ///   - changed: tasks that stay where they were; see ``openPage(_:of:in:section:including:subtasks:)``.
  package func taskPlace(
    of task: TaskID, in list: ListID, section: SectionID? = nil, including changed: [ChangedRow] = []
  ) async throws(Problem) -> TaskPlace? {
    try await readShortly { db in
      try db.taskPlace(of: task, in: list, section: section, for: account, keeping: changed, zone)
    }
  }

  /// The list of a section.
  ///
  /// - Throws: ``StoreError/notFound``
  package func list(of section: SectionID) async throws(Problem) -> ListID {
    try await readShortly { db in
      return try db.one(SectionQuery.ofMember, [section.value, account.value], { $0.id(0) })
    }
  }

  /// Adds a section after the others of a list.
  ///
  /// - Throws: ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func addSection(
    _ name: ListName, to list: ListID, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let stored = try write.ownList(list)
      try write.requireNotRepeated(submission, in: stored)
      try write.requireRoomForSections(in: list, 1)
      try write.requireQuota(for: Usage(bytes: name.text.utf8.count), in: list)
      let position = try Order(of: list, write.db).bottom() + Order.sectionGap
      let change = try write.record(
        ChangeEntry(kind: .sectionAdded, list: list, name: name.text, submission: submission))
      let section = try write.insertSection(name.text, into: list, at: position, change)
      try write.setInverse([.added(.sections, [section.value])], of: change)
      return Written(change: change, list: list, section: section)
    }
  }

  /// Renames a section.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if it was renamed to something else since `version`.
  @discardableResult package func renameSection(
    _ id: SectionID, to name: ListName, version: ChangeID, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let (list, section) = try write.section(id)
      let stored = (name: section.name, version: section.version)
      if let same = try write.renamed(
        .sectionRenamed, in: list.id, from: stored, to: name, version: version, submission)
      {
        return same
      }
      try write.requireQuota(for: Usage(changing: section.name.utf8.count + name.text.utf8.count), in: list.id)
      let patch = Patch(.sections, [id.value], was: [.name: .text(section.name)], now: [.name: .text(name.text)])
      let entry = ChangeEntry(kind: .sectionRenamed, list: list.id, name: name.text, submission: submission)
      return try write.change(entry, [patch], section: id)
    }
  }

  /// Moves a section with its tasks, at most ``Limits/tasksAtOnce``.
  @discardableResult package func moveSection(_ id: SectionID, _ move: SectionMove) async throws(Problem) -> Written {
    try await write { write in
      let (list, section) = try write.section(id)
      let patches = try write.moves(of: section, in: list.id, move)
      if patches.isEmpty { return try write.nothing(.sectionMoved, in: list.id) }
      let entry = ChangeEntry(kind: .sectionMoved, list: list.id, name: section.name)
      return try write.change(entry, patches, section: id)
    }
  }

  /// Deletes a heading. Its tasks stay in their places, and so become those of the section before it.
  @discardableResult package func deleteSection(_ id: SectionID) async throws(Problem) -> Written {
    try await write { write in
      let (list, section) = try write.section(id)
      let patch = Patch(.sections, [id.value], was: [.deleted: .null], now: [.deleted: .integer(write.now.value)])
      let entry = ChangeEntry(kind: .sectionDeleted, list: list.id, name: section.name)
      return try write.change(entry, [patch], section: id)
    }
  }
}

extension Write {
  /// A section with its list, if the account may write it.
  fileprivate func section(_ id: SectionID) throws -> (WritableList, StoredSection) {
    guard let list: ListID = try db.row(SectionQuery.ofMember, [id.value, account.value], { $0.id(0) }),
      let section = try db.headings(of: list).first(where: { $0.id == id })
    else { throw StoreError.notFound }
    return (try ownList(list), section)
  }

  /// Throws `limit` if `more` sections would exceed the list's limit.
  func requireRoomForSections(in list: ListID, _ more: Int) throws {
    if try db.headings(of: list).count + more > Limits.sectionsPerList {
      throw StoreError.limit(.sections(Limits.sectionsPerList))
    }
  }

  @discardableResult
  func insertSection(_ name: String, into list: ListID, at position: Int64, _ change: ChangeID) throws -> SectionID {
    try run(
      "INSERT INTO sections (list, position, name, version) VALUES (?, ?, ?, ?)",
      [list.value, position, name, change.value])
    return SectionID(db.lastInsertedRowID)
  }

  /// The patches that move a section with its tasks in any state; empty if it is already in place.
  fileprivate func moves(of section: StoredSection, in list: ListID, _ move: SectionMove) throws -> [Patch] {
    let order = Order(of: list, db)
    let headings = try db.headings(of: list)
    guard let index = headings.firstIndex(where: { $0.id == section.id }) else { return [] }
    let target: Int
    switch move {
    case .bottom: target = headings.count
    case .before(let id):
      guard let found = headings.firstIndex(where: { $0.id == id }) else { throw StoreError.notFound }
      target = found
    }
    if target == index || target == index + 1 { return [] }
    let most = Limits.tasksAtOnce
    func tasks() throws -> [(key: Int64, position: Int64)] {
      guard let places = try db.positions(of: .section(section.id), in: list) else { return [] }
      return try db.rows(SectionQuery.tasks, [list.value, places.lowerBound, places.upperBound, most + 1]) {
        (key: $0[0], position: $0[1])
      }
    }
    let count = try tasks().count
    if count > most { throw StoreError.limit(.tasksAtOnce(most)) }
    let next = target < headings.count ? headings[target].id.orderKey : nil
    let free = try order.positions(for: count + 1, before: next)
    // Making room may have moved these rows, so the patches record their current positions.
    let rows = [(key: section.id.orderKey, position: try order.position(of: section.id.orderKey))] + (try tasks())
    return rows.enumerated().map { index, row in
      Patch(
        row.key < 0 ? .sections : .tasks, [abs(row.key)], was: [.position: .integer(row.position)],
        now: [.position: .integer(free.position(index))])
    }
  }
}
