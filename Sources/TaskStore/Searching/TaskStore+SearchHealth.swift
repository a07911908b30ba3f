import GRDB

extension TaskStore {
  /// What is wrong with the index of words: one line, or none. SQLite looks at it only where it may write; so while that takes
  /// (a second for a million tasks), nobody else does.
  func searchProblems() async throws(StoreError) -> [String] {
    try await indexWords(certainly: true)
    do {
      return try await database.writeWithoutTransaction { db in
        // What was written meanwhile is no damage; the next check comes.
        guard try db.row(Self.isIndexWhole, [], { _ in true }) == true else { return [] }
        do {
          try db.execute(sql: "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
          return []
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
          return ["the index of words does not match the tasks"]
        }
      }
    } catch {
      throw StoreError(error)
    }
  }

  private static let isIndexWhole = """
    SELECT 1 FROM index_build WHERE below = 0 AND NOT EXISTS (SELECT 1 FROM unindexed)
    """
}
