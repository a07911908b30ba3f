import GRDB
package import Tasks

extension AccountStore {
  /// The colors of the account's tags.
  package func tagColors() async throws(Problem) -> TagColors {
    try await readShortly { db in try db.tagColors(of: account) }
  }

  /// Sets the color in which the account sees a tag, or removes it. That is no change of the tasks: it has no undo.
  /// - Throws: ``StoreError/notFound``
  package func setColor(_ color: ListColor.Name?, of id: TagID) async throws(Problem) {
    try await write { write in
      let name = try write.db.row(TagQuery.byID, [account.value, id.value]) { $0[0] as String }
      guard let name else { throw StoreError.notFound }
      let key = Tag(stored: name).key
      guard let color else {
        return try write.run("DELETE FROM tag_colors WHERE account = ? AND key = ?", [account.value, key])
      }
      if try write.db.count(TagColorQuery.count, [account.value]) >= Limits.tagsPerAccount {
        try write.run(TagColorQuery.forgetUnused, [account.value])
      }
      try write.run(TagColorQuery.set, [account.value, key, color.color.hex])
    }
  }
}

extension Write {
  /// Gives a tag the color of another one, unless it has its own. The other one keeps it, for an undo.
  func passColor(of old: Tag, to new: Tag) throws {
    try run(TagColorQuery.pass, [account.value, old.key, new.key])
  }

  /// Gives tags colors from a file, as far as the account has the tags, and no colors for them.
  func addColors(_ colors: [String: ListColor]) throws {
    for (name, color) in colors.sorted(by: { $0.key < $1.key }) {
      try run(TagColorQuery.add, [account.value, Tag(stored: name).key, color.hex])
    }
  }
}

extension Database {
  func tagColors(of account: AccountID) throws -> TagColors {
    let rows = try rows(TagColorQuery.all, [account.value]) { ($0[0] as String, ListColor(hex: $0[1] as String)?.name) }
    return TagColors(Dictionary(uniqueKeysWithValues: rows.compactMap { key, name in name.map { (key, $0) } }))
  }

  /// The colors of the tags that the tasks of a list have, by their names.
  func tagColors(of account: AccountID, in list: ListID) throws -> [String: ListColor] {
    let rows = try rows(TagColorQuery.ofList, [account.value, list.value]) {
      ($0[0] as String, ListColor(hex: $0[1] as String))
    }
    return Dictionary(uniqueKeysWithValues: rows.compactMap { name, color in color.map { (name, $0) } })
  }
}

enum TagColorQuery {
  static let all = "SELECT key, color FROM tag_colors WHERE account = ?"
  static let count = "SELECT count(*) FROM tag_colors WHERE account = ?"
  static let set = """
    INSERT INTO tag_colors (account, key, color) VALUES (?, ?, ?) ON CONFLICT (account, key) DO UPDATE SET color = excluded.color
    """
  static let add = """
    INSERT OR IGNORE INTO tag_colors (account, key, color)
    SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM tags WHERE account = ?1 AND key = ?2)
    """
  static let pass = """
    INSERT OR IGNORE INTO tag_colors (account, key, color)
    SELECT account, ?3, color FROM tag_colors WHERE account = ?1 AND key = ?2
    """
  static let forgetUnused = """
    DELETE FROM tag_colors WHERE account = ?1
      AND NOT EXISTS (SELECT 1 FROM tags n WHERE n.account = ?1 AND n.key = tag_colors.key)
    """
  static let ofList = """
    SELECT n.name, c.color FROM tag_colors c CROSS JOIN tags n ON n.account = c.account AND n.key = c.key
    WHERE c.account = ?1 AND EXISTS (SELECT 1 FROM task_tags g WHERE g.list = ?2 AND g.tag = n.name)
    """
}
