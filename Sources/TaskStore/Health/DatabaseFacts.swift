public import Foundation
import GRDB

/// What can be told about a database file without opening it for writing.
public struct DatabaseFacts: Hashable, Sendable {
  /// The schema of the file.
  public let schema: String
  /// The size of the file and of its log, in bytes.
  public let bytes: UInt64
  /// The time of the newest change or session; nil if there is none.
  public let newestRow: Date?
  /// Whether the clock is consistent with most of the recent rows.
  public let clockLooksRight: Bool
}

/// The SQLite library that the app uses.
public struct SQLiteFacts: Hashable, Sendable {
  /// The version, such as `3.40.1`.
  public let version: String
  /// The compile-time options, without their prefix.
  public let options: Set<String>
}

extension TaskStore {
  /// Reads facts about the database file at `path`. A server may have it open. Nothing is written.
  /// - Throws: why the file cannot be used, for example because it belongs to another program or a later version.
  public static func facts(of path: String, now: Date) throws(OpenProblem) -> DatabaseFacts {
    do {
      var configuration = configuration(Settings())
      // As the last connection, one that may write removes the log's files, but also folds a log into the file.
      configuration.readonly = FileSize.bytes(of: path + "-wal") ?? 0 > 0
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let facts = try queue.read { db in
        try Schema.requireMark(db, path)
        try Schema.requireKnown(db, path)
        let tables = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        let isDated = tables.isSuperset(of: ["changes", "sessions"])
        return DatabaseFacts(
          schema: try Schema.version(of: db),
          bytes: (FileSize.bytes(of: path) ?? 0) + (FileSize.bytes(of: path + "-wal") ?? 0),
          newestRow: isDated ? try db.newestRow() : nil,
          clockLooksRight: isDated ? try db.clockLooksRight(Milliseconds(now)) : true)
      }
      try queue.close()
      return facts
    } catch {
      throw OpenProblem(error, path: path)
    }
  }

  /// Asks SQLite for its version and options.
  public static func sqliteFacts() throws(StoreError) -> SQLiteFacts {
    do {
      return try DatabaseQueue().read { db in
        SQLiteFacts(
          version: try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "",
          options: try String.fetchSet(db, sql: "PRAGMA compile_options"))
      }
    } catch {
      throw StoreError(error, .reading)
    }
  }

  /// When the newest scheduled backup in a folder was made, of the database at `path`; nil if there is none.
  public static func newestBackup(of path: String, in folder: String) -> Date? {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return nil }
    return names.compactMap { BackupName($0, of: path)?.time }.max()
  }
}

extension Database {
  /// The time of the newest change or session, in the order of insertion.
  fileprivate func newestRow() throws -> Date? {
    try row(
      """
      SELECT max(at) FROM (
        SELECT * FROM (SELECT at FROM changes ORDER BY id DESC LIMIT 1)
        UNION ALL
        SELECT * FROM (SELECT begun FROM sessions ORDER BY id DESC LIMIT 1))
      """, []
    ) { $0.moment(0)?.date } ?? nil
  }
}
