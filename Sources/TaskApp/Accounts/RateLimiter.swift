import Crypto
import StatePages
import Synchronization
import Tasks

/// The number of tries that are allowed at once, and the window in which all of them come back.
struct Allowance: Hashable, Sendable {
  let tries: Double
  let window: Duration
}

/// Limits the tries of each key: so many at once, which come back evenly over a window.
///
/// Memory is bounded. The least recently used keys are evicted first; evicting a given key takes tries of at least half as many
/// other keys as the capacity.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let allowance: @Sendable (Key) -> Allowance
  private let memory: Mutex<Memory>

  /// - Parameters:
  ///   - capacity: the maximum number of keys in memory.
  ///   - allowance: the allowance of a key.
  init(
    capacity: Int = 20_000, clock: some Clock<Duration> = ContinuousClock(),
    allowance: @escaping @Sendable (Key) -> Allowance
  ) {
    elapsed = clock.stopwatch()
    self.allowance = allowance
    memory = Mutex(Memory(half: max(1, capacity / 2)))
  }

  var count: Int { memory.withLock { $0.young.count + $0.old.count } }

  /// Counts a try for each of its keys.
  /// - Returns: nil if the try was admitted and counted; otherwise the time to wait, and no key has counted it.
  func admit(_ keys: [Key], cost: Double = 1) -> Duration? {
    let now = elapsed()
    return memory.withLock { memory in
      let counted = keys.map { key in
        (key, back: max(memory[key] ?? now, now) + share(of: key) * cost, window: allowance(key).window)
      }
      // More than what rounding may add.
      if let wait = counted.map({ $0.back - now - $0.window }).max(), wait > .microseconds(1) {
        // Stored again, so that a key in constant use is not evicted.
        for key in keys { memory[key] = memory[key] }
        return wait
      }
      for (key, back, _) in counted { memory[key] = back }
      return nil
    }
  }

  /// Removes a try that ended without a result, and so disclosed nothing.
  func takeBack(_ keys: [Key]) {
    memory.withLock { memory in
      for key in keys { memory[key] = memory[key].map { $0 - share(of: key) } }
    }
  }

  /// Allows all tries of the keys again.
  func clear(_ keys: [Key]) {
    memory.withLock { memory in
      for key in keys { memory[key] = nil }
    }
  }

  /// The time in which one try comes back.
  private func share(of key: Key) -> Duration { allowance(key).window / allowance(key).tries }

  /// The moment at which all tries of each key are back, in two generations. A used key moves to the young generation. When that
  /// is full, it replaces the old one.
  private struct Memory: Sendable {
    let half: Int
    var young: [Key: Duration] = [:]
    var old: [Key: Duration] = [:]

    subscript(key: Key) -> Duration? {
      get { young[key] ?? old[key] }
      set {
        old[key] = nil
        young[key] = newValue
        if young.count >= half { (old, young) = (young, [:]) }
      }
    }
  }
}

extension RateLimiter where Key == RateLimitKey {
  convenience init(clock: some Clock<Duration> = ContinuousClock()) { self.init(clock: clock) { $0.allowance } }

  /// Removes a try that succeeded, and clears the keys that success clears.
  func forgive(_ keys: [RateLimitKey]) {
    clear(keys.filter(\.isClearedBySuccess))
    takeBack(keys.filter { !$0.isClearedBySuccess })
  }
}

/// A key by which tries are counted, with its limit.
///
/// Names are stored as digests, which have a fixed size and are not readable.
enum RateLimitKey: Hashable, Sendable {
  /// Wrong passwords for a name, existing or not, from browsers and networks unknown to it.
  case name(SHA256Digest)
  /// Wrong passwords for a name from a network from which its owner has signed in.
  case nameFrom(SHA256Digest, network: ClientAddress)
  /// Wrong passwords from a browser in which the name's owner has signed in.
  case device(KnownDevice)
  /// Wrong passwords from one subscriber, for any name.
  case subscriber(ClientAddress)
  /// Wrong passwords from one network, for all names that have signed in from it.
  case knownNetwork(ClientAddress)
  /// Correct passwords from one network.
  case signIns(network: ClientAddress)
  /// Correct passwords for a name, from browsers and networks known to it.
  case knownSignIns(SHA256Digest)
  /// Accounts created by one subscriber, from one network, and in total.
  case signUps(subscriber: ClientAddress), signUpsFrom(network: ClientAddress), allSignUps
  /// Wrong passwords of a signed-in user. Independent of failed tries to sign in.
  case change(AccountID)
  /// Wrong app passwords from one subscriber, and for a name. Independent of sign-ins.
  case appPasswords(ClientAddress), appPasswordsOf(SHA256Digest)
  /// Requests for calendar feeds by one subscriber, known or not.
  case feeds(ClientAddress)
  /// Ticks on one page by link.
  case ticks(SharedPageID)
  /// Messages that an account has sent to its channels at once, and mails to addresses that are not confirmed.
  case tests(AccountID), confirmations(AccountID)
  /// Requests for one calendar feed.
  case feed(FeedID)

  var allowance: Allowance {
    switch self {
    case .name, .nameFrom, .device, .subscriber, .change, .signUps, .appPasswords, .appPasswordsOf:
      Allowance(tries: 10, window: .seconds(180))
    case .knownNetwork: Allowance(tries: 30, window: .seconds(180))
    case .feeds: Allowance(tries: 300, window: .seconds(180))
    case .feed, .ticks: Allowance(tries: 60, window: .seconds(180))
    case .signIns, .knownSignIns: Allowance(tries: 60, window: .seconds(180))
    case .tests: Allowance(tries: 5, window: .seconds(60))
    case .confirmations: Allowance(tries: 10, window: .seconds(3600))
    case .signUpsFrom: Allowance(tries: 40, window: .seconds(3600))
    case .allSignUps: Allowance(tries: 200, window: .seconds(3600))
    }
  }

  /// Whether success clears the key. True for keys of a name or account: success proves ownership. For a network only the
  /// successful try is removed; otherwise an attacker could reset the count by signing in to an account of their own.
  var isClearedBySuccess: Bool {
    switch self {
    case .name, .nameFrom, .device, .change: true
    case .subscriber, .knownNetwork, .signIns, .knownSignIns, .signUps, .signUpsFrom, .allSignUps, .feeds, .feed,
      .ticks, .tests, .confirmations,
      .appPasswords, .appPasswordsOf:
      false
    }
  }
}

/// The keys by which one try is counted.
struct RateLimits: Sendable {
  /// Keys that count the try unless it succeeds.
  var failures: [RateLimitKey] = []
  /// Keys that count the try only if it succeeds.
  var successes: [RateLimitKey] = []
  /// Keys that count the try in any case.
  var always: [RateLimitKey] = []

  var all: [RateLimitKey] { failures + successes + always }
}
