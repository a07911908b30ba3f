import GRDB
import Tasks

/// The number of rows that one transaction deletes for good, so that no write waits long. A change can have a megabyte of inverse.
enum DeletionChunk {
  static let tasks = 100
  /// Comments that are deleted with their tasks, at most, unless one task has more.
  static let comments = 200
  static let changes = 20
  static let texts = 1_000
}

extension Database {
  /// Deletes the next rows that are marked for deletion: of lists first, then of accounts, then of emptied trashes.
  /// - Returns: whether there was anything to do.
  func deleteSome(_ now: Milliseconds) throws -> Bool {
    try discardUnfinishedImports(at: now)
    if let list = try row(DeletingQuery.discarded, [], { $0[0] as Int64 }) {
      try deleteSome(of: list)
      return true
    }
    if let account = try row(DeletingQuery.removed, [], { $0[0] as Int64 }) {
      try deleteSome(ofAccount: account, now)
      return true
    }
    let emptied = try row(DeletingQuery.emptied, []) { (account: $0[0] as Int64, until: $0[1] as Int64) }
    guard let emptied else { return try forgetSomeWords() }
    if try !purgeSome(ofAccount: emptied.account, until: emptied.until, now) {
      try run("DELETE FROM emptied_trashes WHERE account = ?", [emptied.account])
    }
    return true
  }

  /// Removes all memberships of a list, and leaves its rows to ``deleteSome(_:)``.
  func discard(_ list: Int64) throws {
    try run("DELETE FROM memberships WHERE list = ?", [list])
    try run("INSERT INTO discarded_lists (list) VALUES (?) ON CONFLICT DO NOTHING", [list])
  }

  // MARK: Lists

  private func deleteSome(of list: Int64) throws {
    // Changes of other lists may contain texts of tasks that were moved here.
    let tasks = try chunk(DeletingQuery.tasks, [list, DeletionChunk.tasks]).map(\.id)
    if !tasks.isEmpty { return try delete(tasks) }
    try run(DeletingQuery.forgetNames, [list, DeletionChunk.changes])
    if changesCount > 0 { return }
    if try delete(DeletingQuery.changes, [list, DeletionChunk.changes]) { return }
    try run("DELETE FROM lists WHERE id = ?", [list])
    try Meta.set(self, key: Self.forgottenWords, to: "1")
  }

  /// Deletes tasks for good, with their texts in the history.
  private func delete(_ tasks: [Int64]) throws {
    try run("UPDATE changes SET inverse = NULL WHERE task IN (SELECT value FROM json_each(?))", [tasks.json])
    try run("DELETE FROM tasks WHERE id IN (SELECT value FROM json_each(?))", [tasks.json])
  }

  /// The first tasks of a query: as many as have few comments together.
  private func chunk(
    _ sql: String, _ arguments: StatementArguments
  ) throws -> [(id: Int64, isWithdrawn: Bool)] {
    var comments = 0
    return try rows(sql, arguments) { (id: $0[0] as Int64, isWithdrawn: $0[1] as Bool, comments: $0[2] as Int) }
      .prefix { task in
        let isFirst = comments == 0
        comments += task.comments
        return isFirst || comments <= DeletionChunk.comments
      }.map { ($0.id, $0.isWithdrawn) }
  }

  private func delete(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try run(sql, arguments)
    return changesCount > 0
  }

  // MARK: Accounts

  private func deleteSome(ofAccount account: Int64, _ now: Milliseconds) throws {
    if let list = try row(DeletingQuery.nextList, [account], { (id: $0[0] as Int64, isShared: $0[1] as Bool) }) {
      if list.isShared { try leave(list.id, account, now) } else { try discard(list.id) }
      return
    }
    try discardDrafts(DraftQuery.all, [account])
    try run("DELETE FROM removed_accounts WHERE account = ?", [account])
  }

  // MARK: Words

  /// The key in `meta` that tells that deleted words are still in pages of the search index, until these are merged.
  private static let forgottenWords = "forgotten-words"
  /// The pages merged at once, which takes some milliseconds.
  private static let mergedPages = 16

  /// Merges some pages of the search index, which removes deleted words from the file.
  private func forgetSomeWords() throws -> Bool {
    guard try hasForgottenWords() else { return false }
    let before = totalChangesCount
    try run("INSERT INTO search (search, rank) VALUES ('merge', ?)", [-Self.mergedPages])
    // A change count below 2 means that nothing is left to merge, as documented for FTS5's `merge` command.
    if totalChangesCount - before < 2 { try run("DELETE FROM meta WHERE key = ?", [Self.forgottenWords]) }
    return true
  }

  func hasForgottenWords() throws -> Bool {
    try exists("SELECT 1 FROM meta WHERE key = ?", [Self.forgottenWords])
  }

  private func leave(_ list: Int64, _ account: Int64, _ now: Milliseconds) throws {
    try run("DELETE FROM memberships WHERE list = ? AND account = ?", [list, account])
    try run(DeletingQuery.promoteFirst, [list])
    // A change that is inserted and deleted at once: it raises the revision, so that cached pages that name the account expire.
    let name = try row("SELECT name FROM lists WHERE id = ?", [list]) { $0[0] as String } ?? ""
    let change = try Write.record(
      ChangeEntry(kind: .purged, list: ListID(list), name: name), key: nil, account: nil, now: now, self)
    try run("DELETE FROM changes WHERE id = ?", [change.value])
  }

  // MARK: The trash

  /// Deletes the next tasks, or the next list, from an account's trash for good.
  /// - Returns: whether there was anything to delete.
  fileprivate func purgeSome(ofAccount account: Int64, until: Int64, _ now: Milliseconds) throws -> Bool {
    if let list = try row(DeletingQuery.trashedList, [account, until], { $0[0] as Int64 }) {
      try purge(list, now)
      return true
    }
    guard let list = try row(DeletingQuery.listWithTrash, [account, until], { $0[0] as Int64 }) else { return false }
    return try purgeTasks(of: list, until: until, now) > 0
  }

  func purge(_ list: Int64, _ now: Milliseconds) throws {
    guard let name = try row("SELECT name FROM lists WHERE id = ?", [list], { $0[0] as String }) else { return }
    // Deleted together with the list, but it raises the revision that keys cached trash pages.
    try Write.record(ChangeEntry(kind: .purged, list: ListID(list), name: name), key: nil, account: nil, now: now, self)
    try discard(list)
  }

  /// Deletes some tasks of a list for good that went to the trash up to `until`, with their texts in the history. Consecutive
  /// subtasks share one change. Returns the number of tasks.
  func purgeTasks(of list: Int64, until: Int64, _ now: Milliseconds) throws -> Int {
    let name = try row("SELECT name FROM lists WHERE id = ?", [list]) { $0[0] as String }
    let found = try chunk(DeletingQuery.trashedTasks, [list, until, DeletionChunk.tasks])
    guard let name, !found.isEmpty else { return 0 }
    // The history tells nothing of withdrawn tasks.
    let counted = found.count { !$0.isWithdrawn }
    if counted > 0 {
      let last = try row(DeletingQuery.lastPurge, [list]) { (id: $0[0] as Int64, count: $0[1] as Int) }
      var entry = ChangeEntry(kind: .purged, list: ListID(list), name: name)
      entry.count = counted + (last?.count ?? 0)
      try Write.record(entry, key: nil, account: nil, now: now, self)
      if let last { try run("DELETE FROM changes WHERE id = ?", [last.id]) }
    }
    try delete(found.map(\.id))
    return found.count
  }
}

enum DeletingQuery {
  static let discarded = "SELECT list FROM discarded_lists LIMIT 1"
  static let removed = "SELECT account FROM removed_accounts LIMIT 1"
  static let emptied = "SELECT account, until FROM emptied_trashes LIMIT 1"

  static let tasks = "SELECT id, 0, \(comments) FROM tasks WHERE list = ? ORDER BY position LIMIT ?"

  private static let comments = "(SELECT count(*) FROM comments WHERE task = tasks.id)"

  /// Removes the list's name from the changes of other lists.
  static let forgetNames = """
    UPDATE changes SET other = NULL, other_name = NULL WHERE id IN (SELECT id FROM changes WHERE other = ? LIMIT ?)
    """
  static let changes = "DELETE FROM changes WHERE id IN (SELECT id FROM changes WHERE list = ? LIMIT ?)"

  static let nextList = """
    SELECT m.list, EXISTS (SELECT 1 FROM memberships o WHERE o.list = m.list AND o.account <> m.account)
    FROM memberships m WHERE m.account = ? LIMIT 1
    """

  static let promoteFirst = """
    UPDATE memberships SET role = 'owner'
    WHERE list = ?1 AND account = (
      SELECT account FROM memberships WHERE list = ?1 ORDER BY role = 'viewer', account LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM memberships WHERE list = ?1 AND role = 'owner')
    """

  static let trashedList = """
    SELECT l.id FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND \(ListPermission.delete.isGranted) AND l.deleted <= ? LIMIT 1
    """

  static let listWithTrash = """
    SELECT l.id FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ?1 AND \(ListPermission.delete.isGranted) AND l.deleted IS NULL
      AND EXISTS (SELECT 1 FROM tasks t WHERE t.list = l.id AND t.deleted <= ?2) LIMIT 1
    """

  static let trashedTasks = """
    SELECT id, withdrawn IS NOT NULL, \(comments) FROM tasks WHERE list = ? AND deleted <= ? ORDER BY deleted LIMIT ?
    """

  /// The list's newest change, if it is a purge.
  static let lastPurge = """
    SELECT c.id, c.count FROM lists l CROSS JOIN changes c ON c.id = l.revision
    WHERE l.id = ? AND c.kind = 'purged' AND c.account IS NULL
    """
}
