import StatePages
import StateViews
import Synchronization
import Tasks

/// Limits the requests of an account per minute, and before signing in those of a network, by a token bucket each.
final class RequestRateLimiter: Sendable {
  /// The sender of a request: an account, or before authentication a network.
  enum Client: Hashable, Sendable {
    case account(AccountID)
    /// The programs that an account has signed in to, apart from its pages.
    case programs(AccountID)
    case network(ClientAddress?)
  }

  /// The cost of a form in pages.
  static let form = 2
  /// The cost of a request of a program in pages. The first copy of the largest list takes one for each task.
  static let program = 1.0 / 40

  private struct Bucket {
    var tokens: Double
    var filled: Duration
  }

  private let perMinute: Int?
  private let elapsed: @Sendable () -> Duration
  private let buckets = Mutex<[Client: Bucket]>([:])

  /// - Parameters:
  ///   - perMinute: the allowed pages per minute, a quarter of them at once; nil for no limit.
  ///   - clock: the time source.
  init(perMinute: Int?, clock: some Clock<Duration>) {
    self.perMinute = perMinute
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// The number of buckets in memory. Full ones are dropped.
  var count: Int { buckets.withLock { $0.count } }

  /// Counts a request.
  /// - Returns: nil if it is admitted; otherwise the time to wait.
  func admit(_ client: Client, cost: Double = 1) -> Duration? {
    guard let perMinute else { return nil }
    let (now, rate, most) = (elapsed(), Double(perMinute) / 60, max(Double(perMinute) / 4, Double(Self.form)))
    func tokens(_ bucket: Bucket) -> Double { min(bucket.tokens + (now - bucket.filled) / .seconds(1) * rate, most) }
    return buckets.withLock { buckets in
      if buckets.count >= 1_000 { buckets = buckets.filter { tokens($0.value) < most } }
      let left = (buckets[client].map(tokens) ?? most) - cost
      guard left >= 0 else { return .seconds(-left / rate) }
      buckets[client] = Bucket(tokens: left, filled: now)
      return nil
    }
  }
}

extension AnonymousRequest {
  /// Counts the request for the client's network.
  func requireRate(cost: Int = 1) throws(Failure) {
    try app.requireRate(of: .network(client.ip?.network), cost: Double(cost))
  }
}

extension SignedInRequest {
  /// Counts the request for the account.
  func requireRate(cost: Int = 1) throws(Failure) {
    try app.requireRate(of: .account(reader.account), cost: Double(cost))
  }
}

extension AppPasswordRequest {
  /// Counts the request for the programs of the account.
  func requireRate() throws(Failure) {
    try app.requireRate(of: .programs(account.id), cost: RequestRateLimiter.program)
  }
}

extension TaskApp {
  fileprivate func requireRate(of client: RequestRateLimiter.Client, cost: Double) throws(Failure) {
    guard let wait = requestRate.admit(client, cost: cost) else { return }
    settings.onMetric?(.rateLimited)
    throw .tooManyRequests(wait: wait)
  }
}
