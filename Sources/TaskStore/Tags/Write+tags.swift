import GRDB
import Tasks

extension Write {
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
    let count = try db.row(TagQuery.count, [account.value]) { $0[0] as Int } ?? 0
    if count + new > Limits.tagsPerAccount { throw StoreError.limit(.tags(Limits.tagsPerAccount)) }
  }

  /// Adds the name of a tag, unless the account has it. Done whenever a task gets tags, by an undo too.
  func register(_ tag: Tag) throws {
    if try has(tag) { return }
    try run("INSERT INTO tags (account, key, name) VALUES (?, ?, ?)", [account.value, tag.key, tag.name])
  }

  private func has(_ tag: Tag) throws -> Bool {
    try db.row(TagQuery.hasName, [account.value, tag.name]) { _ in true } ?? false
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

  func namesJSON(of tag: Tag, for account: AccountID) throws -> String {
    // Names contain no characters that JSON escapes.
    "[\(try names(of: tag, for: account).map { "\"\($0)\"" }.joined(separator: ","))]"
  }
}

enum TagQuery {
  static let names = "SELECT name FROM tags WHERE account = ? AND key = ? ORDER BY id"
  static let known = "SELECT id, name FROM tags WHERE account = ? AND key = ? ORDER BY id LIMIT 1"
  static let hasName = "SELECT 1 FROM tags WHERE account = ? AND name = ?"
  static let count = "SELECT count(*) FROM tags WHERE account = ?"
  static let keyCount = "SELECT count(DISTINCT key) FROM tags WHERE account = ?"
  static let one = "SELECT name FROM tags WHERE account = ? AND id = ?"

  /// Each tag once, in the spelling that is used.
  static let page = """
    SELECT min(id), name FROM tags WHERE account = ? GROUP BY key ORDER BY key LIMIT ? OFFSET ?
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

  /// The account's tasks with a tag, without the trash, in the order of its lists.
  static let tasks = """
    SELECT \(SelectionQuery.columns)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN tags n ON n.account = ?1 AND n.key = ?2
      CROSS JOIN task_tags g ON g.list = m.list AND g.tag = n.name CROSS JOIN tasks t ON t.id = g.task
    WHERE m.account = ?1 AND m.role IN ('owner', 'editor') AND l.deleted IS NULL AND t.deleted IS NULL
    ORDER BY m.position, m.list, t.position, t.id LIMIT ?3
    """
}
