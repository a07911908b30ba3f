import GRDB
import Synchronization

/// Finds out when something other than SQLite writes into the open file, such as `cp other.sqlite fourfold.sqlite`: the paths
/// lead to the same file then, and what is in it is another database, or this one as it was.
///
/// A number in the header counts up, once a second while anything is written. SQLite copies it from the log into the file,
/// sooner or later, and never back: so the file's number is always one of those since the last that was seen there, and another
/// database's, or an older copy's, is not. A number that another process wrote through SQLite, as by a restore with
/// `sqlite3`, is adopted: `PRAGMA data_version` tells of its commit.
final class FileStamp: Sendable {
  private struct State {
    /// What was seen in the file last.
    var seen: FileHeader
    /// What the file may have beside that: from the first of these numbers to the second.
    var oldest: UInt32
    var newest: UInt32
    /// The writer's `PRAGMA data_version`, which its own commits don't change.
    var dataVersion: Int64
    var counted: ContinuousClock.Instant?
  }

  private let state: Mutex<State>
  private let start: @Sendable () -> FileStart
  private let pause: Duration

  /// Of a file that was opened just now.
  /// - Parameters:
  ///   - db: the writer's connection.
  ///   - pause: how long it doesn't count after it has, so that few writes have to write the first page.
  ///   - start: reads what the file begins with.
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

  /// Whether the file is one that SQLite wrote.
  func isIntact() -> Bool {
    // A page that is being written may be seen half: what was seen twice is there.
    isIntact(start()) || isIntact(start())
  }

  private func isIntact(_ start: FileStart) -> Bool {
    switch start {
    case .unknown: true
    case .foreign: false
    case .database(let header):
      state.withLock { state in
        // Before its first checkpoint the file has only what was there when it was made.
        if header == state.seen { return true }
        guard Int(header.applicationID) == Schema.applicationID,
          header.stamp &- state.oldest <= state.newest &- state.oldest
        else { return false }
        (state.seen, state.oldest) = (header, header.stamp)
        return true
      }
    }
  }

  /// Counts, where it is time for that, in a transaction of the writer that writes anyway.
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

  /// Takes the number that another process wrote through SQLite since the writer was asked before.
  func adopt(_ db: Database) throws {
    let version = try Self.dataVersion(db)
    guard version != state.withLock({ $0.dataVersion }) else { return }
    let number = try Self.number(db)
    state.withLock { state in
      state.dataVersion = version
      (state.oldest, state.newest) = (number, number)
    }
  }

  /// Gives a database its first number, which is no other's.
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
