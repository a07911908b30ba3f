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
