import Foundation
import GRDB
import Synchronization

/// Checks a whole database for damage and contradictions.
///
/// It reads over a connection of its own, with one read transaction per check, so it blocks no writes. For a file it runs on a
/// thread of the lowest priority, which uses only idle processor time.
struct FileCheck {
  enum Depth {
    /// What a server checks every day.
    case quick
    /// In addition, compares indices with their tables, and whatever takes long.
    case full
  }

  var depth = Depth.quick
  let cancellation: WorkCancellation

  /// Checks the database file at `path`, on the calling thread.
  /// - Parameter isKnown: whether the rows can be checked, because the schema is of this version.
  /// - Throws: what prevented the check, such as `CancellationError`. Damage is returned as a finding.
  func findings(
    inFile path: String, _ configuration: Configuration, isKnown: (Database) throws -> Bool = { _ in true }
  ) throws -> [IntegrityProblem] {
    var configuration = configuration
    // Validates pages before they are used.
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cell_size_check = ON") }
    let queue: DatabaseQueue
    do { queue = try DatabaseQueue(path: path, configuration: configuration) } catch {
      return [try Self.damage(behind: error)]
    }
    let findings = Result {
      try cancellation.interrupting(queue) { try self.findings(in: queue, ofRows: queue.read(isKnown)) }
    }
    try queue.close()
    return try findings.get()
  }

  /// Not `read`, which makes a connection that may write refuse the temporary tables of a check.
  func findings(in database: any DatabaseWriter, ofRows: Bool = true) throws -> [IntegrityProblem] {
    try Self.checks(depth, ofRows: ofRows).flatMap { check in
      do {
        var findings: [IntegrityProblem] = []
        try cancellation.check()
        try database.writeWithoutTransaction { db in
          try db.inTransaction(.deferred) {
            findings = try check(db)
            return .commit
          }
        }
        return findings
      } catch {
        return [try Self.damage(behind: error)]
      }
    }
  }

  private typealias Check = @Sendable (Database) throws -> [IntegrityProblem]

  private static func checks(_ depth: Depth, ofRows: Bool = true) -> [Check] {
    var checks: [Check] = [
      { db in
        let check = depth == .full ? "PRAGMA integrity_check" : "PRAGMA quick_check"
        return try String.fetchAll(db, sql: check).filter { $0 != "ok" }.map { .damage($0) }
      }
    ]
    if depth == .full {
      checks.append { db in try Schema.differences(db).map { .contradiction("the schema has another \($0)") } }
    }
    guard ofRows else { return checks }
    checks.append { db in try impossibleRows(db).map { .contradiction($0) } }
    return checks + (Contradiction.quick + (depth == .full ? Contradiction.slow : [])).map { $0.findings }
  }

  /// What no constraint of the schema rules out in a file that was written without its checks, one line each.
  static func impossibleRows(_ db: Database) throws -> [String] { try brokenReferences(db) + impossibleSequences(db) }

  /// The sequences of ids that have no next one. SQLite's own table of them has no constraints.
  private static func impossibleSequences(_ db: Database) throws -> [String] {
    let tables = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_sequence WHERE typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND (1 << 53) - 1")
    return tables.map { "the ids of \(Schema.printable($0)) are used up" }
  }

  /// The foreign keys without a row, one line each.
  private static func brokenReferences(_ db: Database) throws -> [String] {
    try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
      let (from, to) = (row[0] as String? ?? "?", row[2] as String? ?? "?")
      return "a row of \(from) refers to a row of \(to) that is not there"
    }
  }

  /// A finding for an error caused by damage, so that the other checks continue. Rethrows any other error.
  private static func damage(behind error: any Error) throws -> IntegrityProblem {
    guard let error = error as? DatabaseError, Unavailable(error.extendedResultCode, systemError: 0) == .damaged else {
      throw error
    }
    return .damage("the file cannot be read to its end", code: error.extendedResultCode.rawValue)
  }
}

/// A problem with the contents of the database, found by a check or by a request.
package struct IntegrityProblem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case damage
    /// The file is intact, but its rows contradict each other: a programming error.
    case contradiction
  }

  package let kind: Kind
  /// A description in one line, for the log. Contains no user input.
  package let text: String
  /// SQLite's extended result code, if a call failed.
  package let code: Int32?
  /// Whether ``TaskStore/repair()`` rebuilds what is wrong from other rows.
  package let isRepairable: Bool

  static func damage(_ text: String, code: Int32? = nil) -> IntegrityProblem {
    IntegrityProblem(kind: .damage, text: text, code: code, isRepairable: false)
  }

  static func contradiction(_ text: String, isRepairable: Bool = false) -> IntegrityProblem {
    IntegrityProblem(kind: .contradiction, text: text, code: nil, isRepairable: isRepairable)
  }
}

/// The result of a thorough check of a database file.
package struct CheckReport: Hashable, Sendable {
  package let findings: [IntegrityProblem]
  /// The size of the file in bytes.
  package let bytes: UInt64
}

extension TaskStore {
  /// Checks the database file at `path` thoroughly: the file, its indices and references, and whatever is derived from other
  /// rows. A server may have it open. Nothing is written.
  /// - Throws: why the file cannot be checked, for example because it belongs to another program.
  package static func check(_ path: String) async throws(OpenProblem) -> CheckReport {
    do {
      return try await WorkThread.run { cancellation in
        try requireOneName(path)
        var configuration = configuration(Settings())
        // Not read-only: SQLite 3.40 checks no constraints then. The last connection would fold a log into the file.
        if FileSize.bytes(of: path + "-wal") ?? 0 > 0 {
          configuration.prepareDatabase { db in try db.keepLogOnClose() }
        }
        let check = FileCheck(depth: .full, cancellation: cancellation)
        let findings = try check.findings(inFile: path, configuration) { db in
          try Schema.requireMark(db, path)
          try Schema.requireKnown(db, path)
          // The queries of rows rely on the schema.
          return try !Schema.isUnbegun(db) && Schema.differences(db).isEmpty
        }
        // Another file, or one whose beginning is lost: nothing of it can be checked.
        if findings.contains(where: { $0.code == ResultCode.SQLITE_NOTADB.rawValue }) {
          throw DatabaseError(resultCode: .SQLITE_NOTADB)
        }
        return CheckReport(findings: findings, bytes: FileSize.bytes(of: path) ?? 0)
      }
    } catch {
      throw OpenProblem(error, path: path)
    }
  }

  /// Checks the whole file and returns the problems; empty if there are none. ``health()`` includes the result.
  ///
  /// Takes seconds for a large database, and blocks neither reads nor writes.
  /// - Throws: why the file could not be checked, such as ``StoreError/cancelled``, which does not indicate a problem of the
  ///   file.
  package func quickCheck() async throws(StoreError) -> [IntegrityProblem] {
    try requireOpen(for: .reading)
    do {
      let findings = try await WorkThread.run { [files, database, settings] cancellation in
        let check = FileCheck(cancellation: cancellation)
        guard let files else { return try check.findings(in: database) }
        var configuration = Self.configuration(settings)
        configuration.readonly = true
        return try check.findings(inFile: files.path, configuration)
      }
      healthRecord.withLock { $0.checked(findings, at: now()) }
      return findings
    } catch {
      let storeError = StoreError(error, .reading)
      if storeError != .cancelled { healthRecord.withLock { $0.failed(.check, at: now()) } }
      throw storeError
    }
  }
}
