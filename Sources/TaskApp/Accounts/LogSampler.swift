import Logging
import Synchronization

/// Keeps a flood of like events from becoming a flood of log lines: the first few of a kind within an interval are logged each, of
/// the others one line tells at its end how many they were.
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
  ///   - lines: how many events of a kind have a line of their own.
  ///   - interval: within how long.
  ///   - clock: the clock by which time passes.
  init(lines: Int = 20, interval: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock()) {
    self.lines = lines
    self.interval = interval
    self.clock = clock
  }

  /// Logs an event by `write`, or counts it.
  /// - Parameter kind: one of a few names, which the line with the count has.
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
