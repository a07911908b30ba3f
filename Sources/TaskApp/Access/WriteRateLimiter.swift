import Synchronization
import Tasks

/// Limits the forms an account submits per minute. An idle account may submit a whole minute's allowance in one burst.
///
/// One token bucket per account. Full buckets are evicted, so memory holds only recently writing accounts.
final class WriteRateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: Duration

    func tokens(at now: Duration, _ rate: Double) -> Double { tokens + (now - filled) / .seconds(1) * rate }
  }

  private let perMinute: Int?
  private let elapsed: @Sendable () -> Duration
  private let buckets = Mutex<[AccountID: Bucket]>([:])

  /// - Parameters:
  ///   - perMinute: the allowed forms per minute; nil for no limit.
  ///   - clock: the time source.
  init(perMinute: Int?, clock: some Clock<Duration> = ContinuousClock()) {
    self.perMinute = perMinute
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// The number of buckets in memory.
  var count: Int { buckets.withLock { $0.count } }

  /// Counts a form.
  /// - Returns: nil if the form is admitted; otherwise the time to wait.
  func admit(_ account: AccountID) -> Duration? {
    guard let perMinute else { return nil }
    let (now, rate) = (elapsed(), Double(perMinute) / 60)
    return buckets.withLock { buckets in
      if buckets.count >= 1_000 { buckets = buckets.filter { $0.value.tokens(at: now, rate) < Double(perMinute) } }
      let tokens = buckets[account].map { min($0.tokens(at: now, rate), Double(perMinute)) } ?? Double(perMinute)
      guard tokens >= 1 else { return .seconds((1 - tokens) / rate) }
      buckets[account] = Bucket(tokens: tokens - 1, filled: now)
      return nil
    }
  }
}
