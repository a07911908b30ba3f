import GRDB
import GRDBSQLite
import Synchronization
import SystemSQLite

/// Tells whether anything was written since it was asked before, by whomever: the number is another one then, and a higher one.
///
/// Of a file that is SQLite's `PRAGMA data_version`, asked by a connection that never writes: it sees every commit of our own
/// writer, of other processes, and of whoever restores a backup into the file. Nobody else can write to a database in
/// memory, so its commits are counted.
final class DataVersion: Sendable {
  private let source: Source

  private enum Source {
    case file(VersionConnection)
    case memory(Commits)
  }

  /// Of the database in that file, which must have been opened already: the log is made with it.
  init(ofFile path: String) throws(DatabaseError) {
    source = .file(try VersionConnection(path))
  }

  /// Of a database that no other connection has.
  init(ofOnly database: DatabaseQueue) {
    let commits = Commits()
    database.add(transactionObserver: commits, extent: .databaseLifetime)
    source = .memory(commits)
  }

  /// The number now; nil where it can't be told, as after ``close()``. Waits for nobody who reads or writes.
  var current: Int64? {
    switch source {
    case .memory(let commits): commits.count.load(ordering: .acquiring)
    case .file(let connection): connection.version()
    }
  }

  /// What the file begins with; unknown of a database in memory.
  var fileStart: FileStart {
    switch source {
    case .memory: .unknown
    case .file(let connection): connection.fileStart()
    }
  }

  /// Closes the connection. It must be gone before the last one that writes, or that can't fold the log into the file.
  func close() {
    switch source {
    case .memory: break
    case .file(let connection): connection.close()
    }
  }
}

/// A connection that asks one thing, some two microseconds long, on every request. GRDB's would hand each of them from thread to
/// thread.
private final class VersionConnection: @unchecked Sendable {
  private let lock = Mutex(())
  // Only touched under the lock.
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  init(_ path: String) throws(DatabaseError) {
    LockPatience.install()
    var code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    if code == SQLITE_OK { code = systemSQLiteSetDefensive(database) }
    if code == SQLITE_OK { code = sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &statement, nil) }
    guard code == SQLITE_OK else {
      close()
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "the data version can't be asked for")
    }
  }

  deinit {
    close()
  }

  func version() -> Int64? {
    lock.withLock { _ in
      guard let statement else { return nil }
      defer { sqlite3_reset(statement) }
      // It begins a read. Where another process keeps everybody from that, it can't be told.
      let code = LockPatience.withoutPauses { sqlite3_step(statement) }
      return code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : nil
    }
  }

  func fileStart() -> FileStart {
    lock.withLock { _ in database.map { FileStart(behind: $0) } ?? .unknown }
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
