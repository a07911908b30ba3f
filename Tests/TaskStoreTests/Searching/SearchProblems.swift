import GRDB

@testable import TaskStore

extension TaskStore {
  /// Problems that FTS5 finds in the index of words. It compares every term of every task, and needs the write lock for that.
  func searchProblems() async throws -> [String] {
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
