import Foundation
import GRDB
import Synchronization

/// Reads that are over about as soon as another thread would have begun with them: a few rows, found by index. They run on the
/// thread that asks, over connections of their own.
///
/// GRDB's pool hands each read to a thread of its own and the answer back, four changes of threads. Long reads belong
/// there, for whoever asks here keeps a thread of the few that run everything. While the disk is slow all reads belong there: a
/// page can say that it loads only if nobody keeps its thread.
final class ShortReads: Sendable {
  /// How many rows a read has at most. A hundred tasks take a tenth of a millisecond.
  static let rows = 100

  /// How long nobody reads here after a read that was slow. Twice as long each time that the next one is slow as well.
  static let rest = Duration.seconds(1)
  static let longestRest = Duration.seconds(64)

  private let connections: [DatabaseQueue]
  /// Those over which nobody reads, the one that was used last at the end.
  private let idle: Mutex<[DatabaseQueue]>
  private let slow: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let pace = Mutex(Pace())

  /// How long reads take.
  private struct Pace {
    /// Until when nobody reads here.
    var until: ContinuousClock.Instant?
    var rest = ShortReads.rest
    /// When the reads began that are under way.
    var underWay: [ContinuousClock.Instant] = []

    /// Whether a read may begin; it is under way then.
    mutating func begin(_ now: ContinuousClock.Instant, slow: Duration) -> Bool {
      if let until, now < until { return false }
      // One that hangs says the same as one that was slow, and earlier.
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

  /// Of the database in that file, which must have been opened already: the log is made with it.
  /// - Parameters:
  ///   - slow: how long a read takes that is.
  ///   - now: this moment.
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

  /// How many connections there are: one less than the threads that run everything, so that one is left to say that a page loads
  /// where reads hang, and no more than other reads have.
  static func count(_ configuration: Configuration) -> Int {
    max(1, min(ProcessInfo.processInfo.activeProcessorCount - 1, configuration.maximumReaderCount))
  }

  /// What it reads, all of one moment; nil where it would have to wait: for others who read, for another process, or for the disk.
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

  /// Whether another process holds what the read needs.
  private static func isHeld(_ error: DatabaseError) -> Bool {
    [.SQLITE_BUSY, .SQLITE_PROTOCOL].contains(error.resultCode)
  }

  /// Closes the connections. They must be gone before the last one that writes, or that can't fold the log into the file.
  func close() throws {
    for connection in connections { try connection.close() }
  }
}
