import Foundation
import GRDB
import Tasks

/// Compares the search index with the tasks, in one read transaction.
///
/// FTS5's own `integrity-check` takes the write lock, for seconds with a million tasks. This check reads the index from end to
/// end, compares task counts in total and per account, and looks up the words of sample tasks.
struct SearchCheck {
  private let db: Database

  init(_ db: Database) {
    self.db = db
  }

  /// The problem with the index, in one line; empty if there is none.
  func findings() throws -> [IntegrityProblem] {
    do {
      try db.execute(sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed_words USING fts5vocab(main, search, row)")
      let isWhole = try isCountRight() && areOwnersRight() && areWordsThere()
      try db.execute(sql: "DROP TABLE temp.indexed_words")
      return isWhole ? [] : [.contradiction(.searchIndex)]
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CORRUPT_VTAB {
      // FTS5 does not understand the content of its tables. Their pages are intact, or the code would be another.
      return [.contradiction(.searchIndex)]
    }
  }

  // MARK: How many tasks

  private func isCountRight() throws -> Bool {
    // Reading all terms with their documents finds broken pages.
    _ = try Int64.fetchOne(db, sql: "SELECT sum(doc) FROM temp.indexed_words")
    // While the index is being rebuilt, the missing tasks are counted nowhere.
    guard try isBuilt() else { return true }
    return try indexedTasks() == Int.fetchOne(db, sql: SearchCheckQuery.tasks) ?? 0
  }

  private func isBuilt() throws -> Bool {
    try Int64.fetchOne(db, sql: IndexQuery.below) == 0
  }

  /// The number of indexed tasks: the first value of the averages record (FTS5's documentation, section 10).
  private func indexedTasks() throws -> Int? {
    guard let record = try Data.fetchOne(db, sql: "SELECT block FROM search_data WHERE id = 1"), !record.isEmpty else {
      return 0
    }
    // An SQLite varint: seven bits per byte, the highest first; the last byte has a clear eighth bit.
    var number = 0
    for byte in record.prefix(8) {
      number = number << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }

  // MARK: Task owners

  private func areOwnersRight() throws -> Bool {
    guard try isBuilt() else { return true }
    var expected: [String: Int] = [:]
    for row in try Row.fetchAll(db, sql: SearchCheckQuery.owners) {
      for scope in (row[0] as String).split(separator: " ") { expected[String(scope), default: 0] += row[1] as Int }
    }
    let indexed = Dictionary(
      uniqueKeysWithValues: try Row.fetchAll(db, sql: SearchCheckQuery.indexedOwners).map {
        ($0[0] as String, $0[1] as Int)
      })
    let surplus = Set(expected.keys).union(indexed.keys).map { (indexed[$0] ?? 0) - (expected[$0] ?? 0) }
    if surplus.allSatisfy({ $0 == 0 }) { return true }
    if surplus.contains(where: { $0 < 0 }) { return false }
    // A user may have typed the private-use character that begins owner terms.
    let typed = try Int.fetchOne(db, sql: SearchCheckQuery.typedOwners) ?? 0
    return surplus.allSatisfy { $0 <= typed }
  }

  // MARK: The words of some

  private static let samples = 200

  private func areWordsThere() throws -> Bool {
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM tasks") ?? 0
    guard last > 0 else { return true }
    for _ in 0..<Self.samples {
      let from = Int64.random(in: 1...last)
      guard let row = try Row.fetchOne(db, sql: SearchCheckQuery.sample, arguments: [from]) else { continue }
      let words = try SearchWords(row[1] + " " + (row[2] as String? ?? ""), db)
      guard !words.words.isEmpty else { continue }
      let pattern = words.pattern(ofFirst: Limits.searchWords)
      let found = try Int.fetchOne(db, sql: SearchCheckQuery.find, arguments: [pattern, row[0] as Int64])
      if found == nil { return false }
    }
    return true
  }
}

extension SearchWords {
  /// The FTS5 query for tasks of any account with the first `count` words.
  fileprivate func pattern(ofFirst count: Int) -> String {
    words.prefix(count).map { "\"\(String(decoding: $0, as: UTF8.self))\"" }.joined(separator: " AND ")
  }
}

private enum SearchCheckQuery {
  /// The number of tasks that the index should have, with the tasks in `unindexed` counted as they were indexed.
  static let tasks = """
    SELECT (SELECT coalesce(sum(l.open + l.completed), 0) FROM lists l
        WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.list = l.id))
      - (SELECT count(*) FROM unindexed u CROSS JOIN searchable s ON s.id = u.task)
      + (SELECT count(*) FROM unindexed WHERE scope IS NOT NULL)
    """

  static let owners = """
    SELECT char(57344) || 'o' || m.account, sum(l.open) FROM memberships m CROSS JOIN lists l ON l.id = m.list
      GROUP BY m.account
    UNION ALL
    SELECT char(57344) || 'd' || m.account, sum(l.completed) FROM memberships m CROSS JOIN lists l ON l.id = m.list
      GROUP BY m.account
    UNION ALL
    SELECT s.scope, -1 FROM unindexed u CROSS JOIN searchable s ON s.id = u.task
    UNION ALL
    SELECT scope, 1 FROM unindexed WHERE scope IS NOT NULL
    """

  static let indexedOwners = """
    SELECT term, doc FROM temp.indexed_words WHERE term >= char(57344) AND term < char(57345)
    """

  static let typedOwners = """
    SELECT count(*) FROM searchable WHERE instr(title, char(57344)) > 0 OR instr(coalesce(notes, ''), char(57344)) > 0
    """

  static let sample = """
    SELECT t.id, t.title, t.notes FROM tasks t
    WHERE t.id >= ? AND t.id > (SELECT below FROM index_build) AND t.deleted IS NULL AND EXISTS (SELECT 1 FROM memberships m WHERE m.list = t.list)
      AND NOT EXISTS (SELECT 1 FROM unindexed u WHERE u.task = t.id)
    ORDER BY t.id LIMIT 1
    """

  static let find = "SELECT 1 FROM search WHERE search MATCH ? AND rowid = ?"
}
