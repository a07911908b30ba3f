import GRDB
import GRDBSQLite
import Synchronization
import SystemSQLite

/// A number that grows with every commit to the database, by any connection.
///
/// For a file it is SQLite's `PRAGMA data_version`, read over a connection that never writes. That connection sees the commits of
/// the process's own writer, of other processes, and of a backup restored into the file. A database in memory has no other
/// connections, so its commits are counted.
final class DataVersion: Sendable {
  private let source: Source

  private enum Source {
    case file(VersionConnection)
    case memory(Commits)
  }

  /// The version of the database file at `path`, which must have been opened before: opening it creates the log.
  init(ofFile path: String) throws(DatabaseError) { source = .file(try VersionConnection(path)) }

  /// The version of a database that has no other connection.
  init(ofOnly database: DatabaseQueue) {
    let commits = Commits()
    database.add(transactionObserver: commits, extent: .databaseLifetime)
    source = .memory(commits)
  }

  /// The current number; nil if it cannot be read, as after ``close()``. Never waits for a reader or a writer.
  var current: Int64? {
    switch source {
    case .memory(let commits): commits.count.load(ordering: .acquiring)
    case .file(let connection): connection.version()
    }
  }

  /// Closes the connection. Close it before the last writer, which could not fold the log into the file otherwise.
  func close() {
    switch source {
    case .memory: break
    case .file(let connection): connection.close()
    }
  }
}

/// A raw SQLite connection for a query of about two microseconds on every request. GRDB would switch threads for each query.
private final class VersionConnection: @unchecked Sendable {
  private let lock = Mutex(())
  // Accessed under the lock only.
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  init(_ path: String) throws(DatabaseError) {
    var code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    if code == SQLITE_OK { code = systemSQLiteSetDefensive(database) }
    if code == SQLITE_OK { code = sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &statement, nil) }
    guard code == SQLITE_OK else {
      close()
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "the data version can't be asked for")
    }
  }

  deinit { close() }

  func version() -> Int64? {
    lock.withLock { _ in
      guard let statement else { return nil }
      defer { sqlite3_reset(statement) }
      // Stepping begins a read transaction. It fails while another process holds an exclusive lock.
      return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : nil
    }
  }

  func close() {
    lock.withLock { _ in
      sqlite3_finalize(statement)
      sqlite3_close(database)
      (statement, database) = (nil, nil)
    }
  }
}

/// Counts the commits of one connection.
private final class Commits: TransactionObserver, Sendable {
  let count = Atomic<Int64>(0)

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ db: Database) {}
  func databaseDidCommit(_ db: Database) { count.add(1, ordering: .releasing) }
}
