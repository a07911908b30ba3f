import Foundation
import GRDB
import GRDBSQLite

/// Copies a database into a single file, with SQLite's online backup API.
///
/// One read transaction of the source lasts until everything is copied, so the copy is a consistent snapshot, however much is
/// written meanwhile, and no writer waits for it. `VACUUM INTO` would not sync the copy.
struct DatabaseCopy {
  var cancellation = WorkCancellation()
  var freeBytes: (String) -> UInt64? = { FileSize.freeBytes(beside: $0) }
  var progress: (BackupStage) -> Void = { _ in }

  /// Half a megabyte, which takes a millisecond or two.
  private static let pagesPerStep: CInt = 128
  /// What is written between two syncs. Otherwise the last sync would write all of the copy, and other syncs would wait for it.
  private static let unsyncedSteps = 16

  /// Writes a copy into `file`, which is complete, checked and synced afterwards.
  /// - Parameters:
  ///   - isRight: throws if the source is not to be copied.
  ///   - isWhole: throws if the copy has other problems than those that SQLite's check finds.
  func write(
    _ source: any DatabaseReader, at path: String, into file: UnfinishedFile,
    requiring isRight: (Database) throws -> Void = { _ in }, _ isWhole: (Database) throws -> Void = { _ in }
  ) throws(BackupProblem) {
    do {
      try copy(source, to: file, isRight)
      progress(.checking)
      try examine(file, of: path, isWhole)
    } catch {
      throw BackupProblem(error, copying: path, to: file.target)
    }
    try file.sync()
  }

  private func copy(_ source: any DatabaseReader, to file: UnfinishedFile, _ isRight: (Database) throws -> Void) throws
  {
    let target = try DatabaseQueue(path: file.path, configuration: Self.unsynced)
    try target.writeWithoutTransaction { copy in
      try source.read { db in
        try db.beginSnapshot()
        try isRight(db)
        try requireRoom(for: db, file)
        try copyPages(of: db, to: copy, file)
      }
      try Self.makeSingleFile(copy)
    }
    try target.close()
  }

  private func requireRoom(for db: Database, _ file: UnfinishedFile) throws {
    let (pages, size) = (
      try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0, try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    )
    let bytes = UInt64(pages) * UInt64(size)
    if let free = freeBytes(file.path), free < bytes { throw BackupProblem.noRoom(file.target, bytes: bytes) }
  }

  private func copyPages(of db: Database, to copy: Database, _ file: UnfinishedFile) throws {
    let size = UInt64(try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    var began = ContinuousClock.now
    var steps = 0
    do {
      try db.backup(to: copy, pagesPerStep: Self.pagesPerStep) { state in
        try cancellation.check()
        progress(.copying(bytes: UInt64(state.completedPageCount) * size, of: UInt64(state.totalPageCount) * size))
        steps += 1
        if steps % Self.unsyncedSteps == 0 { try file.sync() }
        // Half of the time, so that other processes get the disk.
        Thread.sleep(forTimeInterval: min((ContinuousClock.now - began) / .seconds(1), 0.1))
        began = .now
      }
    } catch let error as DatabaseError {
      if let cause = Self.failureToWrite(error, copy) { throw TargetFailure(cause: cause) }
      throw error
    }
  }

  /// The cause of an error in a step, if it is writing the copy that failed.
  private static func failureToWrite(_ error: DatabaseError, _ copy: Database) -> Unavailable? {
    switch error.extendedResultCode {
    case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ: return nil
    default: break
    }
    let cause = Unavailable(error.extendedResultCode, systemError: sqlite3_system_errno(copy.sqliteConnection))
    switch cause {
    case .diskFull, .quotaReached, .readOnly, .accessDenied, .fileMoved, .diskError: return cause
    case nil, .busy, .tooManyReaders, .closed, .damaged: return nil
    }
  }

  /// The header was copied with the rest, so the copy is in write-ahead mode like the source, and would get a log when opened.
  private static func makeSingleFile(_ copy: Database) throws {
    // Makes SQLite notice the mode, which it then leaves.
    _ = try Int.fetchOne(copy, sql: "SELECT count(*) FROM sqlite_master")
    let mode = try String.fetchOne(copy, sql: "PRAGMA journal_mode = DELETE")
    guard mode == "delete" else { throw StoreError.internal("the copy stays in journal mode \(mode ?? "?")") }
  }

  /// The copy's file is deleted if the process is interrupted, and is synced before it is used.
  private static var unsynced: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
    return configuration
  }

  private func examine(_ file: UnfinishedFile, of path: String, _ isWhole: (Database) throws -> Void) throws {
    // Not read-only: SQLite 3.40 checks no constraints then.
    var configuration = Configuration()
    // Validates pages before they are used.
    configuration.prepareDatabase { db in
      db.add(tokenizer: SearchTokenizer.self)
      try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
    }
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    let findings = try cancellation.interrupting(queue) {
      try queue.read { db in
        let findings = try String.fetchAll(db, sql: "PRAGMA integrity_check(1)").filter { $0 != "ok" }
        if findings.isEmpty { try isWhole(db) }
        return findings
      }
    }
    try queue.close()
    if let first = findings.first { throw BackupProblem.damaged(path, finding: first) }
  }
}

extension Database {
  /// Begins the read transaction of a stepwise copy. SQLite would otherwise begin one with each step, and start anew after each write
  /// of other connections.
  func beginSnapshot() throws { _ = try Int.fetchOne(self, sql: "SELECT count(*) FROM sqlite_master") }
}

/// How far a backup or a restore is.
package enum BackupStage: Hashable, Sendable {
  case copying(bytes: UInt64, of: UInt64)
  case checking
}
