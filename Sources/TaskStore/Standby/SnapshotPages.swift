import Foundation
import GRDB
import GRDBSQLite

/// Reads all pages of a snapshot of a database, with SQLite's online backup API.
///
/// The pages belong to one moment, because SQLite itself reads them in one read transaction that lasts to the last page, whatever
/// is in the log, and however much other connections write and check-point meanwhile. Such a transaction keeps no writer waiting.
/// Frames of the log would be fewer pages to read; but another process may restart the log between two looks at it, and a chain
/// of frames with a gap is not a database.
struct SnapshotPages {
  /// The pages that were read.
  struct Extent {
    let pageSize: Int
    let pageCount: Int
  }

  let cancellation: WorkCancellation

  /// Half a megabyte, which takes a millisecond or two.
  private static let pagesPerStep: Int32 = 128

  /// Passes each page to a receiver that `receive` makes, in no particular order, once.
  /// - Parameter receive: gets the open transaction and the extent before the first page.
  func read(
    of source: any DatabaseReader, by receive: (Database, Extent) throws -> PageReceiver.Receive
  ) throws -> Extent {
    try source.read { db in
      try db.beginSnapshot()
      let extent = Extent(
        pageSize: try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0,
        pageCount: try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0)
      let receiver = PageReceiver(pageSize: extent.pageSize, try receive(db, extent))
      guard let connection = db.sqliteConnection else { throw StoreError.internal("a closed connection") }
      let code = try receiver.withTarget { target in try copy(connection, to: target) }
      if let failure = receiver.failure { throw failure }
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      let count = try receiver.finish()
      guard count == extent.pageCount else {
        throw StoreError.internal("a copy of \(count) pages, of \(extent.pageCount)")
      }
      return extent
    }
  }

  /// Copies all pages, half of the time, so that other processes get the disk. Returns SQLite's result code.
  private func copy(_ source: OpaquePointer, to target: OpaquePointer) throws -> Int32 {
    guard let backup = sqlite3_backup_init(target, "main", source, "main") else { return sqlite3_errcode(target) }
    var code = SQLITE_OK
    var cancelled: CancellationError?
    while code == SQLITE_OK, cancelled == nil {
      let began = ContinuousClock.now
      code = sqlite3_backup_step(backup, Self.pagesPerStep)
      if code == SQLITE_OK { Thread.sleep(forTimeInterval: min((ContinuousClock.now - began) / .seconds(1), 0.1)) }
      do throws(CancellationError) { try cancellation.check() } catch { cancelled = error }
    }
    let ended = sqlite3_backup_finish(backup)
    if code != SQLITE_DONE, let cancelled { throw cancelled }
    return code == SQLITE_DONE ? ended : code
  }
}
