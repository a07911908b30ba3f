public import Foundation
import GRDB

/// What can be told about a database file without opening it for writing.
public struct DatabaseFacts: Hashable, Sendable {
  /// The schema of the file.
  public let schema: String
  /// The size of the file and of its log, in bytes.
  public let bytes: UInt64
}

extension TaskStore {
  /// Reads facts about the database file at `path`. A server may have it open. Nothing is written.
  /// - Throws: why the file cannot be used, for example because it belongs to another program or a later version.
  public static func facts(of path: String) throws(OpenProblem) -> DatabaseFacts {
    do {
      var configuration = configuration(Settings())
      // As the last connection, one that may write removes the log's files, but also folds a log into the file.
      configuration.readonly = FileSize.bytes(of: path + "-wal") ?? 0 > 0
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let facts = try queue.read { db in
        try Schema.requireMark(db, path)
        try Schema.requireKnown(db, path)
        return DatabaseFacts(
          schema: try Schema.version(of: db),
          bytes: (FileSize.bytes(of: path) ?? 0) + (FileSize.bytes(of: path + "-wal") ?? 0))
      }
      try queue.close()
      return facts
    } catch {
      throw OpenProblem(error, path: path)
    }
  }

  /// When the newest scheduled backup in a folder was made, of the database at `path`; nil if there is none.
  public static func newestBackup(of path: String, in folder: String) -> Date? {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return nil }
    return names.compactMap { BackupName($0, of: path)?.time }.max()
  }
}
