import Foundation
import GRDB
import Synchronization

/// Short reads, of a few rows found by index, on the calling thread over dedicated connections. They finish in about the time
/// that a switch to another thread takes.
///
/// GRDB's pool runs each read on a thread of its own, which costs four thread switches. Long reads belong there, since a read
/// here blocks one of the few threads of the cooperative pool. While the disk is slow, all reads belong there: a page can show
/// its loading state only while a thread is free.
final class ShortReads: Sendable {
  /// The maximum number of rows of a read. A hundred tasks take a tenth of a millisecond.
  static let rows = 100

  /// How long short reads are suspended after a slow read. Doubles with each consecutive slow read.
  static let rest = Duration.seconds(1)
  static let longestRest = Duration.seconds(64)

  private let connections: [DatabaseQueue]
  /// The connections that are not in use, the most recently used last.
  private let idle: Mutex<[DatabaseQueue]>
  private let slow: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let pace = Mutex(Pace())

  /// Tracks how long reads take.
  private struct Pace {
    /// The end of the suspension.
    var until: ContinuousClock.Instant?
    var rest = ShortReads.rest
    /// The start times of the running reads.
    var underWay: [ContinuousClock.Instant] = []

    /// Begins a read if reads are not suspended. Returns whether it began.
    mutating func begin(_ now: ContinuousClock.Instant, slow: Duration) -> Bool {
      if let until, now < until { return false }
      // A hanging read indicates a slow disk before it ends.
      if let first = underWay.first, now - first >= slow { return false }
      underWay.append(now)
      return true
    }

    mutating func end(_ began: ContinuousClock.Instant, _ now: ContinuousClock.Instant, slow: Duration) {
      if let index = underWay.firstIndex(of: began) { underWay.remove(at: index) }
      if now - began >= slow {
        until = now + rest
        rest = min(rest * 2, ShortReads.longestRest)
      } else {
        (until, rest) = (nil, ShortReads.rest)
      }
    }
  }

  /// Opens the database file at `path`, which must have been opened before: opening it creates the log.
  /// - Parameters:
  ///   - slow: the duration from which a read is slow.
  ///   - now: returns the current time.
  init(
    ofFile path: String, _ configuration: Configuration, slow: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws {
    self.slow = slow
    self.now = now
    var configuration = configuration
    configuration.readonly = true
    configuration.busyMode = .immediateError
    LockPatience.install()
    connections = try (0..<Self.count(configuration)).map { _ in
      try DatabaseQueue(path: path, configuration: configuration)
    }
    idle = Mutex(connections)
  }

  /// The number of connections: one less than the cooperative pool's threads, so that one thread can send loading states while
  /// reads hang, and at most the configured number of readers.
  static func count(_ configuration: Configuration) -> Int {
    max(1, min(ProcessInfo.processInfo.activeProcessorCount - 1, configuration.maximumReaderCount))
  }

  /// Runs a read in one transaction. Returns nil where it would wait for other reads, for another process, or for the disk.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    guard let connection = idle.withLock({ $0.popLast() }) else { return nil }
    defer { idle.withLock { $0.append(connection) } }
    let began = now()
    guard pace.withLock({ $0.begin(began, slow: slow) }) else { return nil }
    defer {
      let ended = now()
      pace.withLock { $0.end(began, ended, slow: slow) }
    }
    do {
      return try LockPatience.withoutPauses { try connection.read { db in try db.withSystemErrors(body) } }
    } catch let failure as SystemFailure where Self.isHeld(failure.error) {
      return nil
    } catch let error as DatabaseError where Self.isHeld(error) {
      return nil
    }
  }

  /// Whether another process holds a lock that the read needs.
  private static func isHeld(_ error: DatabaseError) -> Bool {
    [.SQLITE_BUSY, .SQLITE_PROTOCOL].contains(error.resultCode)
  }

  /// Closes the connections. Close them before the last writer, which could not fold the log into the file otherwise.
  func close() throws {
    for connection in connections { try connection.close() }
  }
}
