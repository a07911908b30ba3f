import Foundation
import GRDB
package import Tasks

/// A tag that an account has.
package struct KnownTag: Sendable {
  package let id: TagID
  package let tag: Tag
  /// Whether tasks of followed lists have it, which keep it.
  package let isFollowed: Bool
  /// Whether no other tasks have it, so that it can't be renamed.
  package let isOnlyFollowed: Bool
  package let color: ListColor.Name?
}

extension AccountStore {
  /// One page of the account's tags, by name, or the nearest existing page.
  /// - Parameters:
  ///   - number: the number of the page, from 1.
  ///   - size: the number of tags on a page.
  package func tags(_ number: Int = 1, of size: Int) async throws(Problem) -> TagPage {
    try await read { db in
      let total = try db.count(TagQuery.keyCount, [account.value])
      return try TagPage(nearest: number, of: size, total: total) { shown in
        let rows = try db.rows(TagQuery.page, [account.value, shown.count, shown.lowerBound]) { row in
          (id: TagID(row[0]), tag: Tag(stored: row[1] as String))
        }
        let colors = try db.tagColors(of: account)
        return try rows.map { row in
          let open = try db.row(TagQuery.open, [account.value, row.tag.key, Limits.countedTaggedTasks]) { $0[0] as Int }
          let isUsed = try db.exists(TagQuery.isKeyUsed, [account.value, row.tag.key])
          return TagSummary(id: row.id, tag: row.tag, open: open ?? 0, isUsed: isUsed, color: colors[row.tag])
        }
      }
    }
  }

  /// The names of the account's tags, in their order, at most `limit`.
  package func tagNames(limit: Int = Limits.suggestedTags) async throws(Problem) -> [Tag] {
    try await readShortly { db in
      try db.rows(TagQuery.page, [account.value, limit, 0]) { Tag(stored: $0[1] as String) }
    }
  }

  /// The account's most used tags, at most ``Limits/offeredTags``, found among ``Limits/comparedTags`` tags of its tasks.
  package func commonTags() async throws(Problem) -> [Tag] {
    try await readShortly { db in
      try db.rows(TagQuery.common, [account.value, Limits.comparedTags, Limits.offeredTags]) {
        Tag(stored: $0[0] as String)
      }
    }
  }

  /// The account's first ``Limits/railTags`` tags, as far as open tasks have them, in their order.
  package func openTags() async throws(Problem) -> [Tag] {
    try await readShortly { db in
      let tags = try db.rows(TagQuery.page, [account.value, Limits.railTags, 0]) { Tag(stored: $0[1] as String) }
      return try tags.filter { try db.row(TagQuery.open, [account.value, $0.key, 1]) { $0[0] > 0 } ?? false }
    }
  }

  /// The tags among some that the account has, in any spelling; at most as many as a task can have.
  package func known(of tags: [Tag]) async throws(Problem) -> [Tag] {
    try await readShortly { db in
      try tags.prefix(Limits.tagsPerTask).filter { try !db.names(of: $0, for: account).isEmpty }
    }
  }

  /// A tag by its id, in the spelling that is used.
  /// - Throws: ``StoreError/notFound``
  package func tag(_ id: TagID) async throws(Problem) -> Tag {
    try await readShortly { db in
      let name = try db.row(TagQuery.byID, [account.value, id.value]) { $0[0] as String }
      guard let name else { throw StoreError.notFound }
      return Tag(stored: name)
    }
  }

  /// The id and the spelling of a tag; nil if the account does not have it.
  package func known(_ tag: Tag) async throws(Problem) -> KnownTag? {
    try await readShortly { db in
      let known = try db.row(TagQuery.known, [account.value, tag.key]) { (TagID($0[0]), Tag(stored: $0[1] as String)) }
      guard let known else { return nil }
      let isFollowed = try db.exists(TagQuery.followed, [account.value, tag.key])
      let isOnlyFollowed = try isFollowed && !db.exists(TagQuery.own, [account.value, tag.key])
      return KnownTag(
        id: known.0, tag: known.1, isFollowed: isFollowed, isOnlyFollowed: isOnlyFollowed,
        color: try db.tagColors(of: account)[known.1])
    }
  }

  /// Renames a tag in all tasks that have it. If the account has a tag of the new name, the two become one.
  ///
  /// The tasks of each list are one change, and one undo reverts all of them. Tasks in the trash keep the old name.
  ///
  /// - Returns: The change of its tasks; nil if there was nothing to change.
  /// - Throws: ``StoreError/notFound``, ``StoreError/forbidden(_:)`` if only tasks of followed lists have it, and
  ///   ``StoreError/limit(_:)`` if too many tasks have it.
  @discardableResult package func renameTag(
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
  /// - Throws: As ``renameTag(_:to:submission:)``.
  @discardableResult
  package func removeTag(_ id: TagID, submission: SubmissionID? = nil) async throws(Problem) -> Written? {
    try await write { write in
      guard let old = try write.tag(id) else { return try write.repeated(submission) }
      return try write.replace(old, by: nil, submission)
    }
  }
}

extension Write {
  /// The tag with an id; nil if it is no more, or another account's.
  fileprivate func tag(_ id: TagID) throws -> Tag? {
    try db.row(TagQuery.byID, [account.value, id.value]) { Tag(stored: $0[0] as String) }
  }

  /// The answer to a repeated form: the change that it made. Throws `notFound` if it made none.
  fileprivate func repeated(_ submission: SubmissionID?) throws -> Written {
    guard let earlier = try earlierEffect(of: submission) else { throw StoreError.notFound }
    return Written(change: earlier.undone ? nil : earlier.change, isNew: false, list: earlier.list)
  }

  fileprivate func replace(_ old: Tag, by new: Tag?, _ submission: SubmissionID?) throws -> Written? {
    let tasks = try db.rows(TagQuery.tasks, [account.value, old.key, Limits.renamedTags + 1], StoredTask.init)
    if tasks.count > Limits.renamedTags { throw StoreError.limit(.renamedTags(Limits.renamedTags)) }
    if tasks.isEmpty, try db.exists(TagQuery.followed, [account.value, old.key]) {
      throw StoreError.forbidden(.followed)
    }
    let wanted = BulkChange.replaceTag(old, by: new)
    // Tasks may have the new spelling already.
    let changed = tasks.filter { !$0.isDone(wanted) }
    let written = changed.isEmpty ? nil : try change(changed, wanted, to: nil, submission)
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
      try passColor(of: old, to: new)
      try forgetUnused([old])
    }
    return written
  }

  /// The tags in the spellings that the account has.
  func spelled(_ tags: TagSet) throws -> TagSet {
    TagSet(try tags.tags.map { tag in try db.names(of: tag, for: account).first.map { Tag(stored: $0) } ?? tag })
  }

  /// The task with its tags in the spellings that the account has.
  func spelled(_ draft: TaskDraft) throws -> TaskDraft {
    try draft.tags.isEmpty ? draft : draft.with { $0.tags = try spelled($0.tags) }
  }

  /// Throws `limit` if the account would have too many tags with these. A new name for a tag, and an undo, need no room.
  func requireRoom(for tags: TagSet) throws {
    let new = try tags.tags.count { try !has($0) }
    if new == 0 { return }
    let count = try db.count(TagQuery.count, [account.value])
    if count + new > Limits.tagsPerAccount { throw StoreError.limit(.tags(Limits.tagsPerAccount)) }
  }

  /// Adds the name of a tag, unless the account has it. Done whenever a task gets tags, by an undo too.
  func register(_ tag: Tag) throws {
    if try has(tag) { return }
    try run("INSERT INTO tags (account, key, name) VALUES (?, ?, ?)", [account.value, tag.key, tag.name])
  }

  /// Adds the names of the tags of a followed list's tasks, as far as the account has room for them.
  func registerTags(of list: ListID) throws {
    for name in try db.rows(TagQuery.ofList, [list.value], { $0[0] as String }) {
      let tag = Tag(stored: name)
      let isKnown = try !db.names(of: tag, for: account).isEmpty
      if try isKnown || db.count(TagQuery.count, [account.value]) < Limits.tagsPerAccount { try register(tag) }
    }
  }

  private func has(_ tag: Tag) throws -> Bool {
    try db.exists(TagQuery.hasName, [account.value, tag.name])
  }

  /// Deletes the names of tags that no task has any more.
  func forgetUnused(_ tags: [Tag]) throws {
    for key in Set(tags.map(\.key)) { try run(TagQuery.forgetUnused, [account.value, key]) }
  }
}

extension Database {
  /// The names of a tag, the one that is used first; empty if the account does not have it.
  func names(of tag: Tag, for account: AccountID) throws -> [String] {
    try rows(TagQuery.names, [account.value, tag.key]) { $0[0] as String }
  }

  /// The names of some tags, as a JSON array.
  func namesJSON(of tags: [Tag], for account: AccountID) throws -> String {
    // Names contain no characters that JSON escapes.
    "[\(try tags.flatMap { try names(of: $0, for: account) }.map { "\"\($0)\"" }.joined(separator: ","))]"
  }
}

enum TagQuery {
  static let names = "SELECT name FROM tags WHERE account = ? AND key = ? ORDER BY id"
  static let known = "SELECT id, name FROM tags WHERE account = ? AND key = ? ORDER BY id LIMIT 1"
  static let hasName = "SELECT 1 FROM tags WHERE account = ? AND name = ?"
  static let count = "SELECT count(*) FROM tags WHERE account = ?"
  static let keyCount = "SELECT count(DISTINCT key) FROM tags WHERE account = ?"
  static let byID = "SELECT name FROM tags WHERE account = ? AND id = ?"

  /// Each tag once, in the spelling that is used. An account has at most ``Limits/tagsPerAccount``.
  static let page = """
    SELECT min(id), name FROM tags WHERE account = ? GROUP BY key ORDER BY key COLLATE \(order.name), key LIMIT ? OFFSET ?
    """

  /// The order of a dictionary: accents and digits where readers look for them.
  static let order = DatabaseCollation("dictionary_order") { one, other in
    one.compare(other, options: [.caseInsensitive, .numeric], locale: Locale(identifier: "en"))
  }

  static let ofList = "SELECT DISTINCT tag FROM task_tags WHERE list = ?"

  static let common = """
    SELECT tag FROM (SELECT g.tag FROM memberships m CROSS JOIN task_tags g ON g.list = m.list WHERE m.account = ? LIMIT ?)
    GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ?
    """

  private static let isUsed = """
    EXISTS (SELECT 1 FROM memberships m WHERE m.account = tags.account
      AND EXISTS (SELECT 1 FROM task_tags g WHERE g.list = m.list AND g.tag = tags.name))
    """

  static let isKeyUsed = "SELECT 1 FROM tags WHERE account = ? AND key = ? AND \(isUsed) LIMIT 1"
  static let forgetUnused = "DELETE FROM tags WHERE account = ? AND key = ? AND NOT \(isUsed)"

  /// The number of the account's open tasks with a tag, up to a limit.
  static let open = """
    SELECT count(*) FROM (
      SELECT 1 FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN tags n ON n.account = ?1 AND n.key = ?2
        CROSS JOIN task_tags g ON g.list = m.list AND g.tag = n.name CROSS JOIN tasks t ON t.id = g.task
      WHERE m.account = ?1 AND l.deleted IS NULL AND t.done IS NULL AND t.deleted IS NULL LIMIT ?3)
    """

  private static let tagged = """
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN tags n ON n.account = ?1 AND n.key = ?2
      CROSS JOIN task_tags g ON g.list = m.list AND g.tag = n.name CROSS JOIN tasks t ON t.id = g.task
    WHERE m.account = ?1 AND \(ListPermission.write.isGranted) AND l.deleted IS NULL AND t.deleted IS NULL
    """

  /// The account's own tasks with a tag, without the trash, in the order of its lists.
  static let tasks = """
    SELECT \(StoredTask.columns) \(tagged) AND t.source IS NULL ORDER BY m.position, m.list, t.position, t.id LIMIT ?3
    """
  static let own = "SELECT 1 \(tagged) AND t.source IS NULL LIMIT 1"

  /// Whether a followed list has tasks with a tag: all tasks of such a list are its source's, so none of them is read.
  static let followed = """
    SELECT 1 FROM memberships m CROSS JOIN sources s ON s.list = m.list CROSS JOIN lists l ON l.id = m.list
      CROSS JOIN tags n ON n.account = ?1 AND n.key = ?2 CROSS JOIN task_tags g ON g.list = m.list AND g.tag = n.name
    WHERE m.account = ?1 AND l.deleted IS NULL LIMIT 1
    """
}
