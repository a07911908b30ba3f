import Logging
import Synchronization

/// Samples log events: the first few of a kind within an interval are logged individually, the rest as one count at the end of
/// the interval.
final class LogSampler: Sendable {
  private struct Interval: Sendable {
    var logged = 0
    var counted = 0
  }

  private let lines: Int
  private let interval: Duration
  private let clock: any Clock<Duration>
  private let intervals = Mutex<[String: Interval]>([:])

  /// - Parameters:
  ///   - lines: the number of events of a kind that are logged individually per interval.
  ///   - interval: the length of an interval.
  ///   - clock: the time source.
  init(lines: Int = 20, interval: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock()) {
    self.lines = lines
    self.interval = interval
    self.clock = clock
  }

  /// Logs an event with `write`, or counts it.
  /// - Parameter kind: the kind of event, from a small fixed set; the message of the count.
  func log(_ kind: String, _ logger: Logger, _ write: () -> Void) {
    let (isLogged, isFirst) = intervals.withLock { intervals in
      var current = intervals[kind] ?? Interval()
      let isLogged = current.logged < lines
      if isLogged { current.logged += 1 } else { current.counted += 1 }
      defer { intervals[kind] = current }
      return (isLogged, intervals[kind] == nil)
    }
    if isLogged { write() }
    // Unstructured: the interval ends whether or not another event comes.
    if isFirst { Task { await end(kind, logger) } }
  }

  private func end(_ kind: String, _ logger: Logger) async {
    do { try await clock.sleep(for: interval) } catch { return }
    let counted = intervals.withLock { $0.removeValue(forKey: kind)?.counted ?? 0 }
    guard counted > 0 else { return }
    logger.notice(
      "\(kind)", metadata: ["count": "\(counted)", "seconds": "\(interval.components.seconds)", "reason": "many more"])
  }
}
