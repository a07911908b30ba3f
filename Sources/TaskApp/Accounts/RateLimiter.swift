import Synchronization

/// Counts tries, and tells how long to wait where a key has had its share: so many within a time.
///
/// What it remembers is bounded. The keys that were used longest ago are forgotten first; to have a key forgotten, half as
/// many others as it remembers have to come.
final class RateLimiter: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let memory: Mutex<StoreCache>

  /// - Parameters:
  ///   - capacity: the most keys that are remembered.
  ///   - clock: the clock by which time passes.
  init(capacity: Int = 20_000, clock: some Clock<Duration> = ContinuousClock()) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    memory = Mutex(StoreCache(capacity: capacity))
  }

  /// How many keys are remembered.
  var count: Int { memory.withLock { $0.count } }

  /// Counts a try for each of its keys.
  /// - Returns: nil if it was admitted and counted; else how long to wait, and it was counted for none.
  func admit(_ keys: [RateLimitKey]) -> Duration? {
    let now = elapsed()
    return memory.withLock { memory in
      let counted = keys.map { key in (key, moments: memory[key].filter { now - $0 < key.allowance.window }) }
      let full = counted.filter { $0.moments.count >= $0.0.allowance.tries }
      // Written anew, so that a key that goes on being tried is remembered.
      for (key, moments) in full { memory[key] = moments }
      let waits = full.compactMap { key, moments in moments.first.map { $0 + key.allowance.window - now } }
      if let longest = waits.max() { return longest }
      for (key, moments) in counted { memory[key] = moments + [now] }
      return nil
    }
  }

  /// Takes back a try of which nothing became: nobody has learnt anything from it.
  func takeBack(_ keys: [RateLimitKey]) {
    memory.withLock { memory in
      for key in keys { memory[key] = memory[key].dropLast() }
    }
  }

  /// Takes back a try that succeeded, and clears the keys that success clears.
  func forgive(_ keys: [RateLimitKey]) {
    memory.withLock { memory in
      for key in keys { memory[key] = key.isClearedBySuccess ? [] : memory[key].dropLast() }
    }
  }

  /// The moments of the tries of every key, in two halves: a key that is used is in the young half, and when that is full,
  /// it becomes the old half.
  private struct StoreCache: Sendable {
    private let half: Int
    private var young: [RateLimitKey: [Duration]] = [:]
    private var old: [RateLimitKey: [Duration]] = [:]

    init(capacity: Int) {
      half = max(1, capacity / 2)
    }

    var count: Int { young.count + old.count }

    subscript(key: RateLimitKey) -> [Duration] {
      get { young[key] ?? old[key] ?? [] }
      set {
        old[key] = nil
        young[key] = newValue.isEmpty ? nil : newValue
        if young.count >= half { (old, young) = (young, [:]) }
      }
    }
  }
}
