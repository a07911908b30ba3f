import GRDB
public import Tasks

extension AccountStore {
  /// One page of the account's tags, by name, or the nearest existing page.
  /// - Parameters:
  ///   - number: the number of the page, from 1.
  ///   - size: the number of tags on a page.
  public func tags(_ number: Int = 1, of size: Int) async throws(Problem) -> TagPage {
    try await read { db in
      let total = try db.row(TagQuery.keyCount, [account.value]) { $0[0] as Int } ?? 0
      let paging = Paging(total, of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      let rows = try db.rows(TagQuery.page, [account.value, shown.count, shown.lowerBound]) { row in
        (id: TagID(row[0]), tag: Tag(stored: row[1] as String))
      }
      let tags = try rows.map { row in
        let open = try db.row(TagQuery.open, [account.value, row.tag.key, Limits.countedTaggedTasks]) { $0[0] as Int }
        let isUsed = try db.row(TagQuery.isKeyUsed, [account.value, row.tag.key]) { _ in true } ?? false
        return TagSummary(id: row.id, tag: row.tag, open: open ?? 0, isUsed: isUsed)
      }
      return TagPage(tags, number: number, paging: paging)
    }
  }

  /// The names of the account's tags, in their order, at most `limit`.
  public func tagNames(limit: Int = Limits.suggestedTags) async throws(Problem) -> [Tag] {
    try await readShortly { db in
      try db.rows(TagQuery.page, [account.value, limit, 0]) { Tag(stored: $0[1] as String) }
    }
  }

  /// Those of the account's first ``Limits/railTags`` tags that open tasks have, in their order.
  public func openTags() async throws(Problem) -> [Tag] {
    try await readShortly { db in
      let tags = try db.rows(TagQuery.page, [account.value, Limits.railTags, 0]) { Tag(stored: $0[1] as String) }
      return try tags.filter { try db.row(TagQuery.open, [account.value, $0.key, 1]) { $0[0] > 0 } ?? false }
    }
  }

  /// The first of some tags that the account has, in any spelling; nil if it has none of them.
  public func firstKnown(of tags: [Tag]) async throws(Problem) -> Tag? {
    try await readShortly { db in
      try tags.first { try !db.names(of: $0, for: account).isEmpty }
    }
  }

  /// A tag by its id, in the spelling that is used.
  /// - Throws: ``StoreError/notFound``
  public func tag(_ id: TagID) async throws(Problem) -> Tag {
    try await readShortly { db in
      let name = try db.row(TagQuery.one, [account.value, id.value]) { $0[0] as String }
      guard let name else { throw StoreError.notFound }
      return Tag(stored: name)
    }
  }

  /// The id and the spelling of a tag; nil if the account does not have it.
  public func known(_ tag: Tag) async throws(Problem) -> (id: TagID, tag: Tag)? {
    try await readShortly { db in
      try db.row(TagQuery.known, [account.value, tag.key]) { (TagID($0[0]), Tag(stored: $0[1] as String)) }
    }
  }

  /// Renames a tag in all tasks that have it. If the account has a tag of the new name, the two become one.
  ///
  /// The tasks of each list are one change, and one undo reverts all of them. Tasks in the trash keep the old name.
  ///
  /// - Returns: The change of its tasks; nil if there was nothing to change.
  /// - Throws: ``StoreError/notFound``, and ``StoreError/limit(_:)`` if too many tasks have it.
  @discardableResult
  public func renameTag(
    _ id: TagID, to tag: Tag, submission: SubmissionID? = nil
  ) async throws(Problem) -> Written? {
    try await write { write in
      guard let old = try write.tag(id) else { return try write.repeated(submission) }
      let isSpelling = old.key == tag.key
      if old == tag { return nil }
      let new = isSpelling ? tag : Tag(stored: try write.db.names(of: tag, for: account).first ?? tag.name)
      return try write.replace(old, by: new, submission)
    }
  }

  /// Removes a tag from all tasks that have it, except those in the trash.
  ///
  /// - Returns: The change of its tasks; nil if no task had it.
  /// - Throws: ``StoreError/notFound``, and ``StoreError/limit(_:)`` if too many tasks have it.
  @discardableResult
  public func removeTag(
    _ id: TagID, submission: SubmissionID? = nil
  ) async throws(Problem) -> Written? {
    try await write { write in
      guard let old = try write.tag(id) else { return try write.repeated(submission) }
      return try write.replace(old, by: nil, submission)
    }
  }
}

extension Write {
  /// The tag with an id; nil if it is no more, or another account's.
  fileprivate func tag(_ id: TagID) throws -> Tag? {
    try db.row(TagQuery.one, [account.value, id.value]) { Tag(stored: $0[0] as String) }
  }

  /// The answer to a repeated form: the change that it made. Throws `notFound` if it made none.
  fileprivate func repeated(_ submission: SubmissionID?) throws -> Written {
    guard let earlier = try earlierEffect(of: submission) else { throw StoreError.notFound }
    return Written(change: earlier.undone ? nil : earlier.change, acted: false, list: earlier.list)
  }

  fileprivate func replace(_ old: Tag, by new: Tag?, _ submission: SubmissionID?) throws -> Written? {
    let tasks = try db.rows(
      TagQuery.tasks, [account.value, old.key, Limits.renamedTags + 1], SelectedTask.init)
    if tasks.count > Limits.renamedTags { throw StoreError.limit(.renamedTags(Limits.renamedTags)) }
    let written = tasks.isEmpty ? nil : try change(tasks, .replaceTag(old, by: new), to: nil, submission)
    guard let new else {
      try forgetUnused([old])
      return written
    }
    if new.key == old.key {
      // The new spelling comes first from now on.
      let others = try db.names(of: old, for: account).filter { $0 != new.name }
      try run("DELETE FROM tags WHERE account = ? AND key = ?", [account.value, old.key])
      for name in [new.name] + others { try register(Tag(stored: name)) }
    } else {
      try register(new)
      try forgetUnused([old])
    }
    return written
  }
}
