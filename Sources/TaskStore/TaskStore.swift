public import Foundation
import GRDB
import Synchronization
import SystemSQLite
public import Tasks

/// The lists and tasks of all accounts, in one SQLite database.
///
/// Every method is one transaction. A method that writes has written to the disk when it returns, and nothing at all when
/// it throws. Every method that takes an account throws ``StoreError/notFound`` for what is not that account's.
public final class TaskStore: Sendable {
  /// The account that lists had before anybody signed in; the first account that is made takes it over.
  let localAccount: AccountID
  /// A secret of this database, by which browsers are recognized that have signed in before.
  public let deviceKey: Data

  let database: any DatabaseWriter
  let settings: Settings
  let now: @Sendable () -> Date
  let waitingReads = Atomic<Int>(0)
  let isClosed = Atomic<Bool>(false)
  let memory: StoreCache
  let lineage: DatabaseEpoch
  let healthState = HealthState()
  let healthProbe: HealthProbe
  /// Nil of a database in memory.
  let files: DatabaseFiles?
  /// Nil of a database in memory, which has one connection.
  let shortReads: ShortReads?
  /// Whether the index of words may have to be told of something. At first it may: a process may have ended too early.
  let hasNewWords = Atomic<Bool>(true)
  /// The account of which the index was told last.
  let lastIndexed = Atomic<Int64>(0)
  let writeQueue = WriteQueue()
  let usageBounds = UsageBounds()
  let lockWaits = LockWaits()

  /// How the database is used.
  public struct Settings: Sendable {
    /// How long a write waits for another process's, in seconds.
    public var busyTimeout: TimeInterval = 5
    /// How many reads run at the same time.
    public var readers = 5
    /// How long a read of a few rows takes where the disk is slow: then none keeps the thread that asks any more.
    public var slowRead = Duration.milliseconds(10)
    /// How many reads may be asked for at the same time; more are turned away.
    public var waitingReads = 2_000
    /// How much of one kind is remembered of what was read while nobody writes: sessions, lists, and what else every page
    /// asks. In rows of some 300 bytes; there are six kinds.
    public var rememberedRows = 5_000
    /// How much every account may have.
    public var quotas = Quotas()
    /// How long nobody may have written before the next step of a long job, such as indexing.
    public var stepPause = Duration.milliseconds(5)
    /// How long a long job waits at most for people to write no more.
    public var longestPause = Duration.seconds(2)
    /// How old the last write, or the last answer about health, may be to stand for one of now.
    public var healthAge = Duration.seconds(1)
    /// How long writes leave the number alone by which the file is known (``FileState/overwritten``).
    public var stampPause = Duration.seconds(1)
    /// How many bytes may still be written beside a file; nil where the file system doesn't tell.
    public var freeBytes: @Sendable (_ path: String) -> UInt64? = { FreeSpace.bytes(at: $0) }
    /// Whether opening begins a new epoch, so that nothing that was cached before is taken for what is in the file now. A file
    /// that was put back while no process had it open can't be told from the one that was there.
    public var beginsEpoch = false

    /// The settings for daily use.
    public init() {}
  }

  init(
    database: any DatabaseWriter, version: DataVersion, shortReads: ShortReads? = nil, files: DatabaseFiles? = nil,
    settings: Settings, now: @escaping @Sendable () -> Date
  ) throws {
    self.database = database
    self.shortReads = shortReads
    self.files = files
    healthProbe = HealthProbe(age: settings.healthAge)
    self.settings = settings
    self.now = now
    memory = StoreCache(version, limit: settings.rememberedRows)
    let (account, key, mark) = try database.read { db in
      (try Meta.localAccount(db), try Meta.deviceKey(db), try DatabaseEpoch.Mark(db))
    }
    localAccount = account
    deviceKey = key
    lineage = DatabaseEpoch(mark)
  }

  /// Closes the file once running reads and writes are done, with all of it in that one file; whoever asks later gets
  /// ``Unavailable/closed``.
  /// - Returns: why the log stays beside the file, with what was written last; nil where the file has everything.
  @discardableResult
  public func close() throws(StoreError) -> UncheckpointedWAL? {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    do {
      // Before what asks the file is closed.
      let state = try fileState()
      memory.version.close()
      try shortReads?.close()
      // GRDB closes its readers last, and those can't fold the log into the file. So they go first, once none reads.
      if let pool = database as? DatabasePool {
        try pool.barrierWriteWithoutTransaction { _ in pool.invalidateReadOnlyConnections() }
      }
      let log = try state.flatMap(foldLog)
      try database.close()
      if log == .fileOverwritten { try files?.setLogAside() }
      return log
    } catch {
      throw StoreError(error, .writing)
    }
  }

  /// The state of the file, once it is settled whether another process wrote to it through SQLite.
  private func fileState() throws -> FileState? {
    guard let files else { return nil }
    let state = files.look()
    guard state == .overwritten else { return state }
    // It may be no database any more.
    do {
      try database.writeWithoutTransaction { db in try files.stamp.adopt(db) }
    } catch is DatabaseError {
      return state
    }
    return files.look(isAdopted: true)
  }

  /// Folds the log into the file. SQLite does so by itself when the last connection closes, but another process may have the
  /// file open.
  private func foldLog(_ state: FileState) throws -> UncheckpointedWAL? {
    switch state {
    case .inPlace: break
    case .missing, .replaced: return .fileMoved
    case .overwritten:
      // The log belongs to what was in the file before. SQLite would fold it into what is there now.
      try database.writeWithoutTransaction { db in
        let code = ResultCode(rawValue: systemSQLiteKeepLogOnClose(db.sqliteConnection))
        guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
      }
      return .fileOverwritten
    }
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

/// Why what was written last is not in the file of a closed database, but in the log beside it.
public enum UncheckpointedWAL: Hashable, Sendable {
  /// Another process reads or writes it.
  case inUse
  /// The file is not where it was.
  case fileMoved
  /// The file was overwritten: the log, which belongs to what was in it, has another name now (``logAside``).
  case fileOverwritten
  /// SQLite failed, with this extended result code.
  case failed(code: Int32)

  /// What the log of a database that was overwritten is called, behind the name of the file.
  public static let logAside = ".overwritten-wal"
}
