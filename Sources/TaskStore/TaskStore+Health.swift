import GRDB

extension TaskStore {
  /// Whether a question is answered right now.
  public func isAnswering() async -> Bool {
    do {
      return try await read { db in try Meta.epoch(db) }.isEmpty == false
    } catch {
      return false
    }
  }

  /// Reads the whole file and tells what is wrong with it, one line each; empty when all is well. Takes seconds where
  /// there is much, and a connection for reading.
  /// - Throws: why the file could not be checked, such as ``StoreError/cancelled``. That says nothing about the file; where it
  ///   cannot be read because of damage, that is what is wrong with it.
  public func quickCheck() async throws(StoreError) -> [String] {
    do throws(StoreError) {
      let rows = try await read { db in
        let pages = try String.fetchAll(db, sql: "PRAGMA quick_check").filter { $0 != "ok" }
        let references = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
          "a row of \(row[0] as String? ?? "?") refers to a row of \(row[2] as String? ?? "?") that is not there"
        }
        let counts = try Int64.fetchAll(db, sql: miscounted).map { "list \($0) counts its tasks wrongly" }
        let copies = try Int64.fetchAll(db, sql: miscountedCopies).map {
          "source \($0) counts its copy's tasks wrongly"
        }
        return pages + references + counts + copies
      }
      return rows + (try await searchProblems())
    } catch {
      guard error == .unavailable(.damaged) else { throw error }
      return ["the file cannot be read to its end"]
    }
  }
}

private let miscounted = """
  SELECT l.id FROM lists l LEFT JOIN (
    SELECT list, count(*) FILTER (WHERE done IS NULL) AS open, count(*) FILTER (WHERE done IS NOT NULL) AS completed
    FROM tasks WHERE deleted IS NULL GROUP BY list) t ON t.list = l.id
  WHERE l.open <> coalesce(t.open, 0) OR l.completed <> coalesce(t.completed, 0)
  """

private let miscountedCopies = """
  SELECT s.id FROM sources s LEFT JOIN (
    SELECT source, count(*) FILTER (WHERE status = 'open') AS open, count(*) FILTER (WHERE status <> 'open') AS closed
    FROM source_tasks GROUP BY source) t ON t.source = s.id
  WHERE coalesce(s.open, 0) <> coalesce(t.open, 0) OR coalesce(s.closed, 0) <> coalesce(t.closed, 0)
  """
