import GRDB
import Synchronization

/// Detects when something other than SQLite writes to the open file, such as `cp other.sqlite fourfold.sqlite`. The paths still
/// refer to the same file then, but its contents are another database, or an older version.
///
/// A number in the header is incremented once a second while there are writes. SQLite copies it from the log to the file at some
/// later time, and never lowers it. The file's number therefore is never lower than the last one seen there and never higher than
/// the newest; the number of another database or an older copy is outside that range. A number that another process wrote through
/// SQLite, as `sqlite3` does in a restore, is adopted: `PRAGMA data_version` reports its commit.
final class FileStamp: Sendable {
  private struct State {
    /// The header seen last in the file.
    var seen: FileHeader
    /// The range of other numbers that the file may have.
    var oldest: UInt32
    var newest: UInt32
    /// The writer's `PRAGMA data_version`, which its own commits do not change.
    var dataVersion: Int64
    var counted: ContinuousClock.Instant?
  }

  private let state: Mutex<State>
  private let start: @Sendable () -> FileStart
  private let pause: Duration

  /// Creates the stamp of a file that was just opened.
  /// - Parameters:
  ///   - db: the writer's connection.
  ///   - pause: the minimum time between increments, so that few writes have to write the first page.
  ///   - start: reads the first bytes of the file.
  init(_ db: Database, pause: Duration, start: @escaping @Sendable () -> FileStart) throws {
    let newest = try Self.number(db)
    let seen =
      switch start() {
      case .database(let header): header
      case .foreign, .unknown: FileHeader(stamp: newest, applicationID: UInt32(Schema.applicationID))
      }
    (self.start, self.pause) = (start, pause)
    state = Mutex(State(seen: seen, oldest: newest, newest: newest, dataVersion: try Self.dataVersion(db)))
  }

  /// Whether only SQLite has written to the file.
  func isIntact() -> Bool {
    // A page may be read while it is being written, so the first mismatch is checked again.
    isIntact(start()) || isIntact(start())
  }

  private func isIntact(_ start: FileStart) -> Bool {
    switch start {
    case .unknown: true
    case .foreign: false
    case .database(let header):
      state.withLock { state in
        // Before its first checkpoint the file may have its original header.
        if header == state.seen { return true }
        guard Int(header.applicationID) == Schema.applicationID,
          header.stamp &- state.oldest <= state.newest &- state.oldest
        else { return false }
        (state.seen, state.oldest) = (header, header.stamp)
        return true
      }
    }
  }

  /// Increments the number if the pause is over, in a transaction of the writer that writes anyway.
  func count(_ db: Database, at now: ContinuousClock.Instant = .now) throws {
    try adopt(db)
    let next = state.withLock { state -> UInt32? in
      if let counted = state.counted, now - counted < pause { return nil }
      state.counted = now
      state.newest &+= 1
      return state.newest
    }
    if let next { try Self.set(db, next) }
  }

  /// Adopts a number that another process has written through SQLite since the last call.
  func adopt(_ db: Database) throws {
    let version = try Self.dataVersion(db)
    guard version != state.withLock({ $0.dataVersion }) else { return }
    let number = try Self.number(db)
    state.withLock { state in
      state.dataVersion = version
      (state.oldest, state.newest) = (number, number)
    }
  }

  /// Sets a random first number for a new database.
  static func begin(_ db: Database) throws {
    if try number(db) == 0 { try set(db, .random(in: 1...UInt32(Int32.max))) }
  }

  private static func number(_ db: Database) throws -> UInt32 {
    UInt32(bitPattern: try db.row("PRAGMA user_version", []) { $0[0] as Int32 } ?? 0)
  }

  private static func set(_ db: Database, _ number: UInt32) throws {
    try db.execute(sql: "PRAGMA user_version = \(Int32(bitPattern: number))")
  }

  private static func dataVersion(_ db: Database) throws -> Int64 {
    try db.row("PRAGMA data_version", []) { $0[0] as Int64 } ?? 0
  }
}
