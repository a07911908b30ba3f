import Foundation
import GRDB
import SystemSQLite

/// The database that a restore replaces, if there is one: locked against every other process, then kept under another name.
final class ReplacedDatabase {
  private enum Lock {
    /// There is no file.
    case none
    /// SQLite holds its exclusive lock.
    case connection(DatabaseQueue)
    /// SQLite cannot read the file. The bytes that it would lock are locked.
    case bytes(FileLock)
  }

  let path: String
  private let lock: Lock

  /// Locks the file. A process that has it open in write-ahead mode always holds a lock on it.
  init(at path: String) throws(BackupProblem) {
    self.path = path
    do {
      lock = try Self.lock(path)
    } catch {
      throw Self.problem(error, path)
    }
  }

  /// The file, if there is one.
  var isThere: Bool {
    switch lock {
    case .none: false
    case .connection, .bytes: true
    }
  }

  /// Puts a complete file in the place of the database, which keeps existing as `aside`, with its log.
  ///
  /// At every moment the path has either the old or the new database. The names are durable when the method returns.
  func replace(with file: UnfinishedFile, keepingAs aside: String) throws(BackupProblem) {
    do {
      switch lock {
      case .none: try moveCompanions(to: aside)
      case .connection(let queue):
        try Self.foldLog(of: queue)
        try keep("", as: aside)
      case .bytes:
        try keep("", as: aside)
        try moveCompanions(to: aside)
      }
      try file.finish(replacing: true)
    } catch {
      throw Self.problem(error, path)
    }
  }

  /// Unlocks the file.
  func release() throws(BackupProblem) {
    switch lock {
    case .none, .bytes: return
    case .connection(let queue): do { try queue.close() } catch { throw Self.problem(error, path) }
    }
  }

  private static func problem(_ error: any Error, _ path: String) -> BackupProblem {
    switch BackupProblem(error, copying: path, to: path) {
    case .source(.busy): .inUse(path)
    case let problem: problem
    }
  }

  // MARK: The lock

  private static func lock(_ path: String) throws -> Lock {
    guard let size = FileSize.bytes(of: path) else { return .none }
    // SQLite would discard the log of an empty file.
    if size == 0, FileSize.bytes(of: path + "-wal") ?? 0 > 0 { return .bytes(try FileLock(of: path)) }
    do {
      let queue = try DatabaseQueue(path: path, configuration: exclusive)
      try queue.inDatabase { db in
        try Schema.requireMark(db, path)
        try db.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
      }
      return .connection(queue)
    } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
      return .bytes(try FileLock(of: path))
    }
  }

  /// Keeps the lock after each transaction, and leaves the log as it is if the restore is given up.
  private static var exclusive: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      let code = ResultCode(rawValue: systemSQLiteKeepLogOnClose(db.sqliteConnection))
      guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    }
    return configuration
  }

  private static func foldLog(of queue: DatabaseQueue) throws {
    try queue.inDatabase { db in
      let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }
  }

  // MARK: Names

  /// Gives one of the database's files a second name. Where there are no hard links it gets the other name at once.
  private func keep(_ ending: String, as aside: String) throws(BackupProblem) {
    if link(path + ending, aside + ending) == 0 || errno == ENOENT { return }
    if errno == EEXIST { throw .exists(aside + ending) }
    guard rename(path + ending, aside + ending) == 0 else {
      throw .unwritable(aside + ending, Unavailable(fileError: errno))
    }
  }

  /// Moves the log along, which the next process would otherwise apply to the new file.
  private func moveCompanions(to aside: String) throws(BackupProblem) {
    for ending in ["-wal", "-journal"] {
      guard rename(path + ending, aside + ending) == 0 || errno == ENOENT else {
        throw .unwritable(aside + ending, Unavailable(fileError: errno))
      }
    }
    unlink(path + "-shm")
  }
}

/// An exclusive lock on the bytes of a file that SQLite locks (SQLite's file format, section 1.4).
///
/// It ends with the first descriptor of the file that the process closes (POSIX advisory locks).
final class FileLock: Sendable {
  private static let firstByte = 0x4000_0000
  private static let byteCount = 512

  /// Open for reading and writing.
  let descriptor: Int32

  init(of path: String) throws(BackupProblem) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unwritable(path, Unavailable(fileError: errno)) }
    var lock = Foundation.flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (off_t(Self.firstByte), off_t(Self.byteCount))
    guard fcntl(descriptor, F_SETLK, &lock) == 0 else { throw .inUse(path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
