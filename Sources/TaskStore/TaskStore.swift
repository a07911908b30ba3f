package import Foundation
import GRDB
import Scheduling
import Synchronization
package import Tasks

/// The lists and tasks of all accounts, in one SQLite database.
///
/// Every method runs one transaction, unless its documentation says otherwise. A write is on the disk when the method returns;
/// when it throws, nothing was written. Every method with an account throws ``StoreError/notFound`` for items of other accounts.
package final class TaskStore: Sendable {
  /// The account that owned the lists before the first sign-up; the first account that is created takes it over.
  let localAccount: AccountID
  /// A secret of this database, used to recognize browsers that have signed in before.
  package let deviceKey: Data

  let database: any DatabaseWriter
  let settings: Settings
  let now: @Sendable () -> Date
  let waitingReads = Atomic<Int>(0)
  /// The number of reads that have ended.
  let endedReads = Atomic<UInt>(0)
  let isClosed = Atomic<Bool>(false)
  let version: DataVersion
  let readerVersions: ReaderVersions
  let healthRecord = Mutex(HealthRecord())
  let healthProbe: HealthProbe
  /// Nil for a database in memory.
  let files: DatabaseFiles?
  /// SQLite has one writer, and its waiters form one queue. Few writes are in that queue at once, so an account with a hundred writes
  /// delays another account's write by no more than two of them. Two keep the writer busy.
  let writeQueue = FairQueue<AccountID?>(2)
  /// One text at a time of an account is merged with what stands here, on one of the readers.
  let mergeQueue = FairQueue<AccountID>(.max, share: 1)

  package struct Settings: Sendable {
    /// How long a write waits for another process's lock, in seconds.
    package var busyTimeout: TimeInterval = 5
    /// The maximum number of concurrent reads.
    package var readers = 5
    /// How long a read of a few rows may take, such as one that decides about a page. A disk that hangs can't be interrupted.
    package var readLimit = Duration.seconds(1)
    package var clock: any Clock<Duration> = ContinuousClock()
    /// The maximum number of pending reads; further reads fail.
    package var waitingReads = 2_000
    package var quotas = Quotas.standard
    /// The maximum age at which the last write, or the last health check, still counts as current.
    package var healthAge = Duration.seconds(1)
    /// Returns the number of bytes that can still be written beside a file; nil where the file system does not report it.
    package var freeBytes: @Sendable (_ path: String) -> UInt64? = { FileSize.freeBytes(beside: $0) }
    /// Whether opening begins a new epoch, which invalidates everything cached before. A file that was restored while no process
    /// had it open cannot be distinguished from the previous one.
    package var beginsEpoch = false

    package init() {}
  }

  init(
    database: any DatabaseWriter, version: DataVersion, files: DatabaseFiles? = nil,
    settings: Settings, now: @escaping @Sendable () -> Date
  ) throws {
    self.database = database
    self.files = files
    healthProbe = HealthProbe(age: settings.healthAge)
    (self.settings, self.now, self.version) = (settings, now, version)
    readerVersions = ReaderVersions(version)
    (localAccount, deviceKey) = try database.read { db in (try Meta.localAccount(db), try Meta.deviceKey(db)) }
  }

  /// Closes the file after the running reads and writes, with the log folded into it. Later calls throw ``Unavailable/closed``.
  /// - Returns: why the log remains beside the file, with the last writes; nil if the file is complete.
  @discardableResult package func close() throws(StoreError) -> UncheckpointedWAL? {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    do {
      version.close()
      // GRDB closes its readers last, and those cannot fold the log into the file. They are closed first, when none of them
      // reads.
      if let pool = database as? DatabasePool {
        try pool.barrierWriteWithoutTransaction { _ in pool.invalidateReadOnlyConnections() }
      }
      let log = try files.flatMap(foldLog)
      try database.close()
      return log
    } catch {
      throw StoreError(error, .writing)
    }
  }

  /// Folds the log into the file. SQLite does so when the last connection closes, but another process may have the file open.
  private func foldLog(_ files: DatabaseFiles) throws -> UncheckpointedWAL? {
    guard files.look() == .inPlace else { return .fileMoved }
    return try database.writeWithoutTransaction { db in
      do {
        try db.checkpoint(.truncate)
        return nil
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        return .inUse
      } catch let error as DatabaseError {
        return .failed(code: error.extendedResultCode.rawValue)
      }
    }
  }
}

/// The reason why the last writes are in the log beside a closed database, and not in its file.
package enum UncheckpointedWAL: Hashable, Sendable {
  /// Another process has the file open.
  case inUse
  case fileMoved
  /// SQLite failed, with this extended result code.
  case failed(code: Int32)
}
