import GRDB

@testable import TaskStore

extension TaskStore {
  /// What FTS5 itself finds wrong with the index of words once it was told of everything: it compares every term of every task,
  /// and needs the write lock for that.
  func searchProblems() async throws -> [String] {
    try await indexWords(certainly: true)
    return try await database.writeWithoutTransaction { db in
      do {
        try db.execute(sql: "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
        return []
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return ["the index of words does not match the tasks"]
      }
    }
  }
}
