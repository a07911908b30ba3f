import Foundation
import GRDB

/// The result of a thorough check of a database file.
public struct CheckReport: Hashable, Sendable {
  /// What was found.
  public let findings: [IntegrityProblem]
  /// The size of the file in bytes.
  public let bytes: UInt64
}

extension TaskStore {
  /// Checks the database file at `path` thoroughly: the file, its indices and references, and whatever is derived from other
  /// rows. A server may have it open. Nothing is written.
  /// - Throws: why the file cannot be checked, for example because it belongs to another program.
  public static func check(_ path: String) async throws(OpenProblem) -> CheckReport {
    do {
      return try await WorkThread.run { cancellation in
        var configuration = configuration(Settings())
        // As the last connection, one that may write removes the log's files, but also folds a log into the file.
        configuration.readonly = FileSize.bytes(of: path + "-wal") ?? 0 > 0
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
}

extension TaskStore {
  /// Checks the whole file and returns the problems; empty if there are none. ``health()`` includes the result.
  ///
  /// Takes seconds for a large database, and blocks neither reads nor writes.
  /// - Throws: why the file could not be checked, such as ``StoreError/cancelled``, which does not indicate a problem of the
  ///   file.
  public func quickCheck() async throws(StoreError) -> [IntegrityProblem] {
    try requireOpen(for: .reading)
    do {
      let findings =
        if let files {
          try await FileCheck.findings(inFile: files.path, Self.configuration(settings))
        } else {
          try await FileCheck.findings(in: database)
        }
      healthState.checked(findings, at: now())
      return findings
    } catch {
      let told = StoreError(error, .reading)
      if told != .cancelled { healthState.failed(.check, at: now()) }
      throw told
    }
  }
}
