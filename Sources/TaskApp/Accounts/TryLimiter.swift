import Crypto
import Foundation
import Synchronization
import Tasks

/// What tries are counted by.
enum TryKey: Hashable, Sendable {
  /// The name that somebody wants to sign in under, whether or not there is such an account: as a digest, so that names take
  /// no room and can't be read.
  case name(SHA256Digest)
  /// The network that tries come from.
  case network(IPAddress)
  /// Changing an account's password from within: a stranger's tries to sign in don't count here.
  case change(AccountID)

  /// An account's name, in whichever spelling.
  static func name(_ key: String) -> TryKey { .name(SHA256.hash(data: Data(key.utf8))) }
  /// The network of an address: nearly every IPv6 connection has a /64 of its own.
  static func network(of address: IPAddress) -> TryKey { .network(address.network) }
}

/// Counts tries, and tells whoever has tried too often how long to wait: so many within a time, per key.
///
/// What it remembers is bounded. The keys that were used longest ago are forgotten first; to have a key forgotten, half as
/// many others as it remembers have to come.
final class TryLimiter: Sendable {
  private let tries: Int
  private let window: Duration
  private let elapsed: @Sendable () -> Duration
  private let memory: Mutex<Memory>

  /// - Parameters:
  ///   - tries: how many each key has.
  ///   - window: for how long a try counts.
  ///   - capacity: the most keys that are remembered.
  ///   - clock: the clock by which time passes.
  init(
    tries: Int = 10, within window: Duration = .seconds(180), capacity: Int = 20_000,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.tries = tries
    self.window = window
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    memory = Mutex(Memory(capacity: capacity))
  }

  /// How many keys are remembered.
  var count: Int { memory.withLock { $0.count } }

  /// Counts a try for each of its keys.
  /// - Returns: nil if it was admitted and counted; else how long to wait, and it was counted for none.
  func admit(_ keys: [TryKey]) -> Duration? {
    let now = elapsed()
    return memory.withLock { memory in
      let counted = keys.map { key in (key, moments: memory[key].filter { now - $0 < window }) }
      let full = counted.filter { $0.moments.count >= tries }
      // Written anew, so that whoever goes on trying is remembered.
      for (key, moments) in full { memory[key] = moments }
      if let longest = full.compactMap({ $0.moments.first.map { $0 + window - now } }).max() { return longest }
      for (key, moments) in counted { memory[key] = moments + [now] }
      return nil
    }
  }

  /// Takes back a try of which nothing became: nobody has learnt anything from it.
  func takeBack(_ keys: [TryKey]) {
    memory.withLock { memory in
      for key in keys { memory[key] = memory[key].dropLast() }
    }
  }

  /// Takes back a try that succeeded. Whoever has proved to own a name or an account begins anew with it; of a network only
  /// this try is forgotten, or signing in to one's own account would open all others to tries without end.
  func forgive(_ keys: [TryKey]) {
    memory.withLock { memory in
      for key in keys {
        switch key {
        case .name, .change: memory[key] = []
        case .network: memory[key] = memory[key].dropLast()
        }
      }
    }
  }

  /// The moments of the tries of every key, in two halves: a key that is used is in the young half, and when that is full,
  /// it becomes the old half.
  private struct Memory: Sendable {
    private let half: Int
    private var young: [TryKey: [Duration]] = [:]
    private var old: [TryKey: [Duration]] = [:]

    init(capacity: Int) {
      half = max(1, capacity / 2)
    }

    var count: Int { young.count + old.count }

    subscript(key: TryKey) -> [Duration] {
      get { young[key] ?? old[key] ?? [] }
      set {
        old[key] = nil
        young[key] = newValue.isEmpty ? nil : newValue
        if young.count >= half { (old, young) = (young, [:]) }
      }
    }
  }
}
