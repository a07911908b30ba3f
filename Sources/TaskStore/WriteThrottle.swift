import Tasks

/// How long each account's transactions have kept the writer lately, and for how long the next one is held back therefore.
///
/// A leaky bucket for each account. SQLite has one writer, so a transaction of ten thousand rows holds up all others, and no turns
/// help those that come while it runs; it has to be rare. While only one account writes, nothing is held back.
struct WriteThrottle {
  /// How long an account's transactions may take at once.
  static let allowance = Duration.milliseconds(500)
  /// How much of a second's transactions is forgotten in a second.
  static let leak = 0.01
  /// How long a write is held back at most.
  static let longestDelay = Duration.seconds(3)
  /// For how long an account counts as writing.
  static let presence = Duration.seconds(1)

  private struct Share {
    var taken: Duration
    var noted: Duration

    func left(at now: Duration) -> Duration { max(.zero, taken - (now - noted) * WriteThrottle.leak) }
  }

  private var shares: [AccountID: Share] = [:]
  /// How many writes of an account are being held back now: they follow one another.
  private var held: [AccountID: Int] = [:]
  /// Who wrote last, and the last of all others.
  private var last: (account: AccountID, at: Duration)?
  private var other: (account: AccountID, at: Duration)?

  /// How many accounts are remembered.
  var count: Int { shares.count }

  /// Holds the account's next write back, until ``release(_:)``.
  /// - Returns: for how long; zero if it is not held back at all.
  mutating func hold(_ account: AccountID, at now: Duration) -> Duration {
    let delay = delay(of: account, at: now)
    guard delay > .zero else { return .zero }
    held[account, default: 0] += 1
    return delay * held[account, default: 1]
  }

  /// Counts one less as held back.
  mutating func release(_ account: AccountID) {
    held[account] = held[account].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// For how long the account's next write is to be held back.
  func delay(of account: AccountID, at now: Duration) -> Duration {
    guard let share = shares[account], isAnotherPresent(beside: account, at: now) else { return .zero }
    let excess = share.left(at: now) - Self.allowance
    return excess > .zero ? min(excess / Self.leak, Self.longestDelay) : .zero
  }

  /// Notes how long a transaction has taken.
  mutating func add(_ duration: Duration, to account: AccountID, at now: Duration) {
    if shares.count >= 1_000 { shares = shares.filter { $0.value.left(at: now) > .zero } }
    // What is beyond that is forgotten: it would hold the account back for minutes.
    let most = Self.allowance + Self.longestDelay * Self.leak
    let taken = min((shares[account]?.left(at: now) ?? .zero) + duration, max(most, Self.allowance + duration))
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
