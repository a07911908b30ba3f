import Synchronization
import Tasks

/// Counts the forms that accounts send: so many in a minute, and as many at once for who has sent none before.
///
/// A token bucket for each account. Full ones are forgotten, so that only those are remembered that write.
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
  ///   - perMinute: how many in a minute; nil for any number.
  ///   - clock: the clock by which time passes.
  init(perMinute: Int?, clock: some Clock<Duration> = ContinuousClock()) {
    self.perMinute = perMinute
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// How many accounts are remembered.
  var count: Int { buckets.withLock { $0.count } }

  /// Counts a form.
  /// - Returns: nil if it is admitted; else how long to wait.
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
