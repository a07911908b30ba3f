import Foundation
import GRDB
import SystemSQLite

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
      let code = ResultCode(rawValue: systemSQLiteKeepLogOnClose(db.sqliteConnection))
      guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
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
