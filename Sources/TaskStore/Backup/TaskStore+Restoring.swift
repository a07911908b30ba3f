package import Foundation
import GRDB
import SystemSQLite

package struct RestoredDatabase: Hashable, Sendable {
  /// The size of the database in bytes.
  package let bytes: UInt64
  /// Where the replaced database is now; nil if there was none.
  package let replaced: String?
}

extension TaskStore {
  /// Replaces the database at `path`, which no process may have open, by the backup in `file`.
  ///
  /// The backup is checked first. Unless everything is right, the database stays as it is. The replaced database is kept beside
  /// the new one, as `….replaced-20260301T093000Z`. The new one reminds of nothing that was due before. The server begins a new epoch with its next start.
  package static func restore(
    _ file: String, to path: String, at now: Date = Date(),
    progress: @escaping @Sendable (BackupStage) -> Void = { _ in }
  ) async throws(BackupProblem) -> RestoredDatabase {
    do {
      return try await WorkThread.run { cancellation in
        try requireFile(file)
        if DatabaseFiles.isPart(file, of: path) { throw BackupProblem.sameFile(file) }
        try makeFolder(for: path)
        let lock = try lock(path)
        defer { lock?.remove() }
        let restored = try replace(path, by: file, now, DatabaseCopy(cancellation: cancellation, progress: progress))
        let database = try DatabaseQueue(path: path, configuration: configuration(Settings()))
        try database.write { db in try Meta.beginCopy(db, at: Milliseconds(now)) }
        try database.close()
        return restored
      }
    } catch {
      throw BackupProblem(error, copying: file, to: path)
    }
  }

  private static func requireFile(_ file: String) throws(BackupProblem) {
    var status = stat()
    guard stat(file, &status) == 0 else { throw .noBackup(file) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(file) }
  }

  /// Takes the lock of a server, so that none starts meanwhile; nil where the system has no such locks.
  private static func lock(_ path: String) throws(BackupProblem) -> ServerLock? {
    do throws(ServerLock.Problem) { return try ServerLock.take(on: path, at: nil) } catch {
      switch error {
      case .held: throw .inUse(path)
      case .obstructed(let file, let reason): throw .failed(path, reason: "\(file) is no lock: \(reason)")
      case .unavailable: return nil
      }
    }
  }

  private static func replace(
    _ path: String, by file: String, _ now: Date, _ copy: DatabaseCopy
  ) throws -> RestoredDatabase {
    let isThere = FileSize.bytes(of: path) != nil
    let unfinished = try UnfinishedFile(for: path)
    do {
      try unfinished.belong(toOwnerOf: isThere ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path)
      let source = try DatabaseQueue(path: file, configuration: configuration(Settings()))
      try copy.write(
        source, at: file, into: unfinished,
        requiring: { db in
          try Schema.requireMark(db, file)
          try Schema.requireKnown(db, file)
          if try Schema.isUnbegun(db) { throw OpenProblem.unreadable(file, reason: "it is empty") }
          // Foreign triggers and views would act with every write and read.
          if let first = try Schema.differences(db).first { throw BackupProblem.otherSchema(file, difference: first) }
        }, { db in try requirePossible(db, file) })
      try source.close()
      let aside = "\(path).replaced-\(FileTime.text(of: now))"
      let restored = RestoredDatabase(bytes: unfinished.bytes, replaced: isThere ? aside : nil)
      try ReplacedDatabase(path: path, aside: aside).replace(with: unfinished)
      return restored
    } catch {
      unfinished.abandon()
      throw error
    }
  }

  private static func requirePossible(_ db: Database, _ file: String) throws {
    if let first = try FileCheck.impossibleRows(db).first { throw BackupProblem.contradictory(file, finding: first) }
  }
}

enum FileTime {
  private static let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)

  /// The time in the name of a file, such as `20260301T093000Z`.
  static func text(of time: Date) -> String { time.formatted(style) }

  /// Nil if the text is not of this form.
  static func time(of text: String) -> Date? {
    guard text.utf8.count == 16 else { return nil }
    do {
      let time = try Date(text, strategy: style)
      // Only one spelling of each time.
      return self.text(of: time) == text ? time : nil
    } catch {
      return nil
    }
  }
}

/// The database that a restore replaces, if there is one. It is kept under another name.
struct ReplacedDatabase {
  let path: String
  /// The other name.
  let aside: String

  /// Puts a complete file in its place. At every moment the path has either the old or the new database. The names are durable when
  /// the method returns.
  func replace(with file: UnfinishedFile) throws(BackupProblem) {
    do {
      guard let size = FileSize.bytes(of: path) else { return try moveWithLog(file) }
      // SQLite would discard the log of an empty file.
      if size == 0 { return try moveWithLog(file) }
      let queue = try DatabaseQueue(path: path, configuration: Self.exclusive)
      try queue.inDatabase { db in
        try Schema.requireMark(db, path)
        // Folds the log in. Fails while another process has the database open; then SQLite's lock is held until it is closed.
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
        guard mode == "delete" else { throw BackupProblem.inUse(path) }
        try keep()
        try file.finish(replacing: true)
      }
      try queue.close()
    } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
      try moveWithLog(file)
    } catch {
      switch BackupProblem(error, copying: path, to: path) {
      case .source(.busy): throw .inUse(path)
      case let problem: throw problem
      }
    }
  }

  /// Keeps SQLite's lock after each transaction, and leaves the log as it is if the restore is given up.
  private static var exclusive: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    configuration.prepareDatabase { db in
      try db.keepLogOnClose()
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    }
    return configuration
  }

  /// Replaces a database that SQLite can't read, or whose file is gone.
  private func moveWithLog(_ file: UnfinishedFile) throws(BackupProblem) {
    try keep()
    // The next process would otherwise apply the log to the new file.
    for ending in ["-wal", "-journal"] {
      guard rename(path + ending, aside + ending) == 0 || errno == ENOENT else {
        throw .unwritable(aside + ending, Unavailable(fileError: errno))
      }
    }
    unlink(path + "-shm")
    try file.finish(replacing: true)
  }

  /// Gives the database a second name. Where there are no hard links it gets the other name at once.
  private func keep() throws(BackupProblem) {
    if link(path, aside) == 0 || errno == ENOENT { return }
    if errno == EEXIST { throw .exists(aside) }
    guard rename(path, aside) == 0 else { throw .unwritable(aside, Unavailable(fileError: errno)) }
  }
}

extension Database {
  /// Leaves the log as it is when the last connection is closed.
  func keepLogOnClose() throws {
    let code = ResultCode(rawValue: systemSQLiteKeepLogOnClose(sqliteConnection))
    guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
  }
}
