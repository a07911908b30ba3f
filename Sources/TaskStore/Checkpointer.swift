import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Copies the write-ahead log to the database file on a thread of its own, so that no write waits for it.
///
/// SQLite's automatic checkpoint runs in the commit that reaches its threshold: that write, and those behind it, wait until thousands of
/// pages are copied and synced. A checkpoint over another connection blocks no writer (SQLite's "Write-Ahead Logging", section 2.2).
/// The writer begins the log anew once all of it is copied. Under constant load it may never be, so the commit that reaches
/// ``mostPages`` copies the few pages that are left.
final class Checkpointer: Sendable {
  /// The number of log pages from which they are copied. Pages that are rewritten often are copied once for all versions.
  static let pages = 4_000
  /// The number of pages that are written after a checkpoint until the next one, if it could not copy all.
  static let step = 1_000
  /// The number of log pages from which a commit copies them, 64 MB.
  static let mostPages = 16_000

  /// What follows a commit.
  enum Decision: Hashable {
    case nothing
    /// Copy the log on the thread.
    case copy
    /// Copy the log in the commit.
    case copyNow
  }

  private struct State {
    var isCopying = false
    /// The number of pages in the log at the last checkpoint since the log began.
    var copied = 0
  }

  private let connection: DatabaseQueue
  private let files: DatabaseFiles
  private let state = Mutex(State())

  /// Opens a connection to a database file that is open already.
  init(_ files: DatabaseFiles, _ configuration: Configuration) throws {
    self.files = files
    connection = try DatabaseQueue(path: files.path, configuration: configuration)
  }

  /// Replaces the automatic checkpoint of the writer, which must be closed before the checkpointer is released.
  func watch(_ writer: Database) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      writer.sqliteConnection,
      { context, database, name, pages in
        guard let context else { return SQLITE_OK }
        let checkpointer = Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue()
        switch checkpointer.decision(after: Int(pages)) {
        case .nothing: break
        case .copy: checkpointer.begin(at: Int(pages))
        // As SQLite's own hook does, without an error: the commit has succeeded.
        case .copyNow: sqlite3_wal_checkpoint_v2(database, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        return SQLITE_OK
      }, context)
  }

  /// Decides what follows a commit.
  /// - Parameter pages: the number of pages in the log.
  func decision(after pages: Int) -> Decision {
    state.withLock { state in
      // The log began anew.
      if pages < state.copied { state.copied = 0 }
      if pages >= Self.mostPages { return .copyNow }
      let next = state.copied == 0 ? Self.pages : state.copied + Self.step
      guard !state.isCopying, pages >= next else { return .nothing }
      state.isCopying = true
      return .copy
    }
  }

  /// Marks the end of a checkpoint.
  /// - Parameter pages: the number of pages that the log had at its beginning.
  func ended(at pages: Int) {
    state.withLock { $0 = State(copied: pages) }
  }

  /// Closes the connection after a running checkpoint. Close it before the writer, which could not fold the log into the file otherwise.
  func close() throws {
    try connection.close()
  }

  private func begin(at pages: Int) {
    WorkThread.detach { [self] in
      defer { ended(at: pages) }
      // The log of a file that was overwritten belongs to its former contents.
      guard files.look() == .inPlace else { return }
      do {
        try connection.writeWithoutTransaction { db -> Void in try db.checkpoint(.passive) }
      } catch {
        // The log is complete without it, and the next commits try again. A full or damaged disk is reported by the next write.
      }
    }
  }
}
