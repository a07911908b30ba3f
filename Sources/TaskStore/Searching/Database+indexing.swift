import GRDB

/// The size of an indexing transaction.
struct IndexBatch {
  /// The maximum number of tasks.
  static let tasks = 200
  /// The maximum number of text bytes. A longer text is a batch of its own.
  static let bytes = 48 * 1024
  /// The number of tasks of one account before the next account's turn.
  static let share = 50

  /// The number of tasks after which a batch ends if other writes wait.
  static let portion = 4

  private(set) var tasks = 0
  private(set) var bytes = 0

  var isEmpty: Bool { tasks == 0 }
  var room: Int { bytes < Self.bytes ? Self.tasks - tasks : 0 }

  /// Adds a text of `count` bytes to the batch if it fits. A batch ends at a multiple of ``portion`` if other writes wait.
  mutating func admit(_ count: Int, _ isWanted: () -> Bool) -> Bool {
    guard room > 0, isEmpty || bytes + count <= Self.bytes else { return false }
    if tasks > 0, tasks.isMultiple(of: Self.portion), isWanted() { return false }
    tasks += 1
    bytes += count
    return true
  }
}

extension Database {
  /// Indexes one batch of tasks: recently written tasks first, accounts in turn, then tasks that are missing since the index was
  /// rebuilt.
  /// - Parameters:
  ///   - last: the account that had the last turn; updated.
  ///   - isWanted: whether another write waits for the end of the transaction.
  /// - Returns: whether there was anything to do.
  func indexBatch(after last: inout Int64, until isWanted: () -> Bool = { false }) throws -> Bool {
    var batch = IndexBatch()
    while batch.room > 0, let account = try nextUnindexedAccount(after: last) {
      let tasks = try rows(IndexQuery.unindexed, [account, min(batch.room, IndexBatch.share)], UnindexedTask.init)
      var isFull = false
      for task in tasks {
        guard batch.admit(task.bytes, isWanted) else {
          isFull = true
          break
        }
        try index(task)
      }
      last = account
      if isFull { break }
    }
    if batch.room > 0, batch.isEmpty || !isWanted() { try buildIndex(&batch, isWanted) }
    if batch.isEmpty { return try mergeIndex() }
    return true
  }

  private func nextUnindexedAccount(after last: Int64) throws -> Int64? {
    try row(IndexQuery.nextAccount, [last]) { $0[0] as Int64 } ?? row(IndexQuery.nextAccount, [-1]) { $0[0] as Int64 }
  }

  private func index(_ task: UnindexedTask) throws {
    if !task.isAsIndexed {
      if task.isIndexed { try run(IndexQuery.remove, [task.id]) }
      try run(IndexQuery.insert, [task.id])
    }
    try run(IndexQuery.forget, [task.id])
  }

  /// Indexes tasks that are missing since the index was rebuilt, the newest first.
  private func buildIndex(_ batch: inout IndexBatch, _ isWanted: () -> Bool) throws {
    guard let below = try row(IndexQuery.below, [], { $0[0] as Int64 }), below > 0 else { return }
    let tasks = try rows(IndexQuery.unbuilt, [below, batch.room]) { (id: $0[0] as Int64, bytes: $0[1] as Int) }
    var reached = tasks.isEmpty ? 0 : below
    for task in tasks {
      guard batch.admit(task.bytes, isWanted) else { break }
      try run(IndexQuery.insert, [task.id])
      reached = task.id - 1
    }
    try run("UPDATE index_build SET below = ?", [reached])
  }

  /// Merges some pages of the index, which removes deleted words from it.
  private func mergeIndex() throws -> Bool {
    guard try row(IndexQuery.isMerging, [], { _ in true }) == true else { return false }
    let before = totalChangesCount
    try run("INSERT INTO search (search, rank) VALUES ('merge', ?)", [-IndexQuery.mergedPages])
    // A change count below 2 means that nothing is left to merge, as documented for FTS5's `merge` command.
    if totalChangesCount - before < 2 { try run("UPDATE index_build SET merging = 0", []) }
    return true
  }

  /// Requests a stepwise merge of the index. Until then, deleted words remain in its pages.
  func forgetWords() throws {
    try run("UPDATE index_build SET merging = 1", [])
  }
}

/// A task whose index entry may be out of date.
private struct UnindexedTask {
  let id: Int64
  /// Whether the index has an entry for it.
  let isIndexed: Bool
  /// Whether the entry is current after all, as after a move to the trash and back.
  let isAsIndexed: Bool
  /// The length of the old and the new text together.
  let bytes: Int

  init(_ row: Row) {
    id = row[0]
    isIndexed = row[1]
    isAsIndexed = row[2]
    bytes = row[3]
  }
}

enum IndexQuery {
  static let nextAccount = "SELECT account FROM unindexed WHERE account > ? ORDER BY account LIMIT 1"

  private static let scope = """
    CASE WHEN t.deleted IS NULL THEN (
      SELECT group_concat(char(57344) || CASE WHEN t.done IS NULL THEN 'o' ELSE 'd' END || m.account, ' ')
      FROM memberships m WHERE m.list = t.list) END
    """

  static let unindexed = """
    SELECT u.task, u.scope IS NOT NULL, u.title IS NULL AND u.scope IS \(scope),
      coalesce(length(u.title), 0) + coalesce(length(u.notes), 0) + coalesce(length(t.title), 0) + coalesce(length(t.notes), 0)
    FROM unindexed u LEFT JOIN tasks t ON t.id = u.task
    WHERE u.account = ? ORDER BY u.task DESC LIMIT ?
    """

  static let remove = """
    INSERT INTO search (search, rowid, scope, title, notes)
      SELECT 'delete', u.task, u.scope, coalesce(u.title, t.title),
        CASE WHEN u.title IS NULL THEN t.notes ELSE u.notes END
      FROM unindexed u LEFT JOIN tasks t ON t.id = u.task WHERE u.task = ?
    """

  static let insert = """
    INSERT INTO search (rowid, scope, title, notes) SELECT id, scope, title, notes FROM searchable WHERE id = ?
    """

  static let forget = "DELETE FROM unindexed WHERE task = ?"

  static let below = "SELECT below FROM index_build"

  static let unbuilt = """
    SELECT id, length(title) + coalesce(length(notes), 0) FROM tasks WHERE id <= ? ORDER BY id DESC LIMIT ?
    """

  static let isMerging = "SELECT 1 FROM index_build WHERE merging = 1"

  /// The pages merged in one step, which takes some milliseconds.
  static let mergedPages = 16
}
