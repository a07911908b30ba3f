public import Foundation
import GRDB
import Synchronization
import Tasks

/// The lists and tasks of all accounts, in one SQLite database.
///
/// Every method is one transaction. A method that writes has written to the disk when it returns, and nothing at all when
/// it throws. Every method that takes an account throws ``StoreError/notFound`` for what is not that account's.
public final class TaskStore: Sendable {
  /// Names this very database: new at its creation. Numbers of changes mean something only together with it.
  public let epoch: String
  /// The account that lists had before anybody signed in; the first account that is made takes it over.
  let localAccount: AccountID

  let database: any DatabaseWriter
  let settings: Settings
  let now: @Sendable () -> Date
  let waitingReads = Atomic<Int>(0)
  let isClosed = Atomic<Bool>(false)

  /// How the database is used.
  public struct Settings: Sendable {
    /// How long a write waits for another process's, in seconds.
    public var busyTimeout: TimeInterval = 5
    /// How many reads run at the same time.
    public var readers = 5
    /// How many reads may be asked for at the same time; more are turned away.
    public var waitingReads = 2_000

    /// The settings for daily use.
    public init() {}
  }

  init(database: any DatabaseWriter, settings: Settings, now: @escaping @Sendable () -> Date) throws {
    self.database = database
    self.settings = settings
    self.now = now
    (epoch, localAccount) = try database.read { db in
      (try Meta.epoch(db), try Meta.localAccount(db))
    }
  }

  /// Closes the file once running reads and writes are done, with all of it in that one file; whoever asks later gets
  /// ``Unavailable/closed``.
  public func close() throws(StoreError) {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    do {
      // GRDB closes its readers last, and those can't fold the log into the file. So they go first, once none reads.
      if let pool = database as? DatabasePool {
        try pool.barrierWriteWithoutTransaction { _ in pool.invalidateReadOnlyConnections() }
      }
      try database.close()
    } catch {
      throw StoreError(error)
    }
  }
}
