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

  /// How long nobody reads here after a read that was slow.
  static let rest = Duration.seconds(1)

  private let connections: [DatabaseQueue]
  /// Those over which nobody reads, the one that was used last at the end.
  private let idle: Mutex<[DatabaseQueue]>
  private let slow: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  /// When it was last seen that reads are slow.
  private let slowness = Mutex<ContinuousClock.Instant?>(nil)

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
    connections = try (0..<Self.count(configuration)).map { _ in
      try DatabaseQueue(path: path, configuration: configuration)
    }
    idle = Mutex(connections)
  }

  /// How many connections there are: one for each thread of those that run everything, and no more than other reads have.
  static func count(_ configuration: Configuration) -> Int {
    min(ProcessInfo.processInfo.activeProcessorCount, configuration.maximumReaderCount)
  }

  /// What it reads, all of one moment; nil where it would have to wait: for others who read, for another process, or for the disk.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    let began = now()
    if let seen = slowness.withLock({ $0 }), began - seen < Self.rest { return nil }
    guard let connection = idle.withLock({ $0.popLast() }) else { return nil }
    defer {
      idle.withLock { $0.append(connection) }
      let ended = now()
      if ended - began >= slow { slowness.withLock { $0 = ended } }
    }
    do {
      return try connection.read(body)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return nil
    }
  }

  /// Closes the connections. They must be gone before the last one that writes, or that can't fold the log into the file.
  func close() throws {
    for connection in connections { try connection.close() }
  }
}
