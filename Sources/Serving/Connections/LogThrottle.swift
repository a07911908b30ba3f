import Logging
import NIOCore
import Synchronization

/// Reports in the log what may happen a thousand times a second: at once, and then once a minute how often it was.
final class LogThrottle: Sendable {
  private struct Count {
    var untold = 0
    var told: NIODeadline?
  }

  static let interval = TimeAmount.seconds(60)

  private let count = Mutex(Count())

  /// How often it has happened since it was reported; nil where it is not to be reported yet.
  func happened(at now: NIODeadline = .now()) -> Int? {
    count.withLock { count in
      count.untold += 1
      if let told = count.told, now - told < Self.interval { return nil }
      defer { count = Count(untold: 0, told: now) }
      return count.untold
    }
  }
}
