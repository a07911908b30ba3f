import Foundation
import GRDB
import Synchronization

/// Checks a whole database for damage and contradictions.
///
/// It reads over a connection of its own, with one read transaction per check, so it blocks no writes. For a file it runs on a
/// thread of the lowest priority, which uses only idle processor time.
final class FileCheck: Sendable {
  private let isCancelled = Atomic<Bool>(false)
  private let connection = Mutex<DatabaseQueue?>(nil)

  /// Checks the database file at `path`.
  /// - Throws: what prevented the check, such as `CancellationError`. Damage is returned as a finding.
  func findings(inFile path: String, _ configuration: Configuration) async throws -> [IntegrityProblem] {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          Self.giveWay()
          continuation.resume(with: Result { try self.check(path, configuration) })
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .releasing)
      connection.withLock { $0?.interrupt() }
    }
  }

  /// Checks a database with a single connection.
  static func findings(in database: any DatabaseWriter) async throws -> [IntegrityProblem] {
    var findings: [IntegrityProblem] = []
    for question in questions {
      do { findings += try await database.write { db in try question(db) } } catch {
        findings.append(try damage(behind: error))
      }
    }
    return findings
  }

  private func check(_ path: String, _ configuration: Configuration) throws -> [IntegrityProblem] {
    var configuration = configuration
    configuration.readonly = true
    // Validates pages before they are used.
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cell_size_check = ON") }
    let queue: DatabaseQueue
    do { queue = try DatabaseQueue(path: path, configuration: configuration) } catch {
      return [try Self.damage(behind: error)]
    }
    connection.withLock { $0 = queue }
    defer { connection.withLock { $0 = nil } }
    let findings = Result { try Self.questions.flatMap { question in try self.findings(of: question, queue) } }
    try queue.close()
    return try findings.get()
  }

  private func findings(of question: @escaping Question, _ queue: DatabaseQueue) throws -> [IntegrityProblem] {
    if isCancelled.load(ordering: .acquiring) { throw CancellationError() }
    do { return try queue.read { db in try question(db) } } catch { return [try Self.damage(behind: error)] }
  }

  private typealias Question = @Sendable (Database) throws -> [IntegrityProblem]

  private static let questions: [Question] = [
    { db in try String.fetchAll(db, sql: "PRAGMA quick_check").filter { $0 != "ok" }.map { .damage($0) } },
    { db in
      try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
        let (from, to) = (row[0] as String? ?? "?", row[2] as String? ?? "?")
        return .contradiction("a row of \(from) refers to a row of \(to) that is not there")
      }
    },
    { db in
      try Int64.fetchAll(db, sql: CountQuery.miscountedLists).map {
        .contradiction("list \($0) counts its tasks wrongly")
      }
    },
    { db in
      try Int64.fetchAll(db, sql: CountQuery.mismatchedTrashes).map {
        .contradiction("the trash of account \($0) does not match its tasks")
      }
    },
    { db in
      try Int64.fetchAll(db, sql: CountQuery.mismatchedDueTasks).map {
        .contradiction("the due tasks of account \($0) do not match its tasks")
      }
    },
    { db in
      try Int64.fetchAll(db, sql: CountQuery.miscountedSources).map {
        .contradiction("source \($0) counts its copy's tasks wrongly")
      }
    },
    { db in try SearchCheck(db).findings() },
  ]

  /// A finding for an error caused by damage, so that the other checks continue. Rethrows any other error.
  private static func damage(behind error: any Error) throws -> IntegrityProblem {
    guard let error = error as? DatabaseError, Unavailable(error.extendedResultCode, systemError: 0) == .damaged else {
      throw error
    }
    return .damage("the file cannot be read to its end", code: error.extendedResultCode.rawValue)
  }

  /// Lowers the thread's priority. Only Linux has priorities per thread.
  private static func giveWay() {
    #if os(Linux)
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    #endif
  }
}

private enum CountQuery {
  static let miscountedLists = """
    SELECT l.id FROM lists l LEFT JOIN (
      SELECT list, count(*) FILTER (WHERE done IS NULL AND deleted IS NULL) AS open,
        count(*) FILTER (WHERE done IS NOT NULL AND deleted IS NULL) AS completed,
        count(*) FILTER (WHERE deleted IS NOT NULL) AS trashed
      FROM tasks GROUP BY list) t ON t.list = l.id
    WHERE l.open <> coalesce(t.open, 0) OR l.completed <> coalesce(t.completed, 0)
      OR l.trashed <> coalesce(t.trashed, 0)
    """

  /// Accounts whose rows in `trashed_tasks` do not match their deleted tasks.
  static let mismatchedTrashes = """
    SELECT m.account FROM tasks t CROSS JOIN memberships m ON m.list = t.list
      WHERE t.deleted IS NOT NULL AND NOT EXISTS (SELECT 1 FROM trashed_tasks x
        WHERE x.account = m.account AND x.deleted = t.deleted AND x.task = t.id AND x.list = t.list)
    UNION
    SELECT x.account FROM trashed_tasks x
      WHERE NOT EXISTS (SELECT 1 FROM tasks t CROSS JOIN memberships m ON m.list = t.list AND m.account = x.account
        WHERE t.id = x.task AND t.deleted = x.deleted AND t.list = x.list)
    """

  /// Accounts whose rows in `due_tasks` do not match their open tasks with a due day.
  static let mismatchedDueTasks = """
    SELECT m.account FROM tasks t CROSS JOIN memberships m ON m.list = t.list
      WHERE t.due IS NOT NULL AND t.done IS NULL AND t.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM due_tasks x
        WHERE x.account = m.account AND x.due = \(DueKey.sql("t")) AND x.start IS t.start AND x.priority = t.priority AND x.task = t.id AND x.list = t.list)
    UNION
    SELECT x.account FROM due_tasks x
      WHERE NOT EXISTS (SELECT 1 FROM tasks t CROSS JOIN memberships m ON m.list = t.list AND m.account = x.account
        WHERE t.id = x.task AND \(DueKey.sql("t")) = x.due AND t.start IS x.start AND t.priority = x.priority AND t.list = x.list
          AND t.done IS NULL AND t.deleted IS NULL)
    """

  static let miscountedSources = """
    SELECT s.id FROM sources s LEFT JOIN (
      SELECT source, count(*) FILTER (WHERE status = 'open') AS open, count(*) FILTER (WHERE status <> 'open') AS closed
      FROM source_tasks GROUP BY source) t ON t.source = s.id
    WHERE coalesce(s.open, 0) <> coalesce(t.open, 0) OR coalesce(s.closed, 0) <> coalesce(t.closed, 0)
    """
}
