import Tasks

/// Measures how long each account's transactions have recently occupied the writer, and delays its next writes accordingly.
///
/// One leaky bucket per account. SQLite has one writer, so a transaction of ten thousand rows blocks all others, and taking turns
/// does not help them; such transactions have to be rare. Nothing is delayed while only one account writes.
struct WriteThrottle {
  /// The writer time that leaks from a bucket, in seconds per second. Well below one percent: each slow transaction is met by
  /// about one write of others, and their 99th percentile must not be one of these.
  static let leak = 0.0025
  /// The maximum delay of a write. After a transaction of 100 ms, the usual time for ten thousand rows, it keeps the writer's use under
  /// one percent.
  static let longestDelay = Duration.seconds(10)
  /// The maximum number of delayed writes of an account. Their delays add up, to no more than a client waits for an answer.
  static let mostHeld = 2
  /// How long after a write an account counts as writing.
  static let presence = Duration.seconds(1)

  private struct Share {
    var taken: Duration
    var noted: Duration

    func left(at now: Duration) -> Duration { max(.zero, taken - (now - noted) * WriteThrottle.leak) }
  }

  /// The writer time that an account may use without delay.
  let allowance: Duration
  private var shares: [AccountID: Share] = [:]
  /// The number of delayed writes of each account. Their delays add up.
  private var held: [AccountID: Int] = [:]
  /// The last account that wrote, and the last other account.
  private var last: (account: AccountID, at: Duration)?
  private var other: (account: AccountID, at: Duration)?

  init(allowance: Duration) {
    self.allowance = allowance
  }

  /// The number of accounts with a bucket.
  var count: Int { shares.count }

  /// Delays the account's next write, until ``release(_:)``.
  /// - Returns: the delay; zero if the write is not delayed.
  /// - Throws: ``StoreError/unavailable(_:_:)`` while ``mostHeld`` writes of the account are delayed.
  mutating func hold(_ account: AccountID, at now: Duration) throws(StoreError) -> Duration {
    let delay = delay(of: account, at: now)
    guard delay > .zero else { return .zero }
    let count = held[account, default: 0] + 1
    guard count <= Self.mostHeld else { throw .unavailable(.busy, .writing) }
    held[account] = count
    return delay * count
  }

  /// Ends the delay of one write.
  mutating func release(_ account: AccountID) {
    held[account] = held[account].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// The delay of the account's next write, without other delayed writes.
  func delay(of account: AccountID, at now: Duration) -> Duration {
    guard let share = shares[account], isAnotherPresent(beside: account, at: now) else { return .zero }
    let excess = share.left(at: now) - allowance
    return excess > .zero ? min(excess / Self.leak, Self.longestDelay) : .zero
  }

  /// Adds the duration of a transaction.
  mutating func add(_ duration: Duration, to account: AccountID, at now: Duration) {
    if shares.count >= 1_000 { shares = shares.filter { $0.value.left(at: now) > .zero } }
    // Capped, since a longer total would delay the account for minutes.
    let most = allowance + Self.longestDelay * Self.leak
    let taken = min((shares[account]?.left(at: now) ?? .zero) + duration, most)
    shares[account] = Share(taken: taken, noted: now)
    if let last, last.account != account { other = last }
    last = (account, now)
  }

  /// Whether another account wrote within the last second.
  func isAnotherPresent(beside account: AccountID, at now: Duration) -> Bool {
    guard let at = last?.account == account ? other?.at : last?.at else { return false }
    return now - at < Self.presence
  }
}
