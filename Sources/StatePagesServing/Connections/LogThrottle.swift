import Logging
import NIOCore
import Synchronization

/// Throttles a log message for frequent events: reports the first one at once, then the count once a minute.
final class LogThrottle: Sendable {
  private struct Count {
    var untold = 0
    var told: NIODeadline?
  }

  static let interval = TimeAmount.seconds(60)

  private let count = Mutex(Count())

  /// The number of events since the last report; nil if no report is due.
  func happened(at now: NIODeadline = .now()) -> Int? {
    count.withLock { count in
      count.untold += 1
      if let told = count.told, now - told < Self.interval { return nil }
      defer { count = Count(untold: 0, told: now) }
      return count.untold
    }
  }
}
