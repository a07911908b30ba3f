import Synchronization

/// A sliding-window rate limiter.
///
/// Memory is bounded. The least recently used keys are evicted first; evicting a given key takes tries of at least half as many
/// other keys as the capacity.
final class RateLimiter: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let memory: Mutex<StoreCache>

  /// - Parameters:
  ///   - capacity: the maximum number of keys in memory.
  ///   - clock: the time source.
  init(capacity: Int = 20_000, clock: some Clock<Duration> = ContinuousClock()) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    memory = Mutex(StoreCache(capacity: capacity))
  }

  /// The number of keys in memory.
  var count: Int { memory.withLock { $0.count } }

  /// Counts a try for each of its keys.
  /// - Returns: nil if the try was admitted and counted; otherwise the time to wait, and no key has counted it.
  func admit(_ keys: [RateLimitKey]) -> Duration? {
    let now = elapsed()
    return memory.withLock { memory in
      let counted = keys.map { key in (key, moments: memory[key].filter { now - $0 < key.allowance.window }) }
      let full = counted.filter { $0.moments.count >= $0.0.allowance.tries }
      // Stored again, so that a key in constant use is not evicted.
      for (key, moments) in full { memory[key] = moments }
      let waits = full.compactMap { key, moments in moments.first.map { $0 + key.allowance.window - now } }
      if let longest = waits.max() { return longest }
      for (key, moments) in counted { memory[key] = moments + [now] }
      return nil
    }
  }

  /// Removes a try that ended without a result, and so disclosed nothing.
  func takeBack(_ keys: [RateLimitKey]) {
    memory.withLock { memory in
      for key in keys { memory[key] = memory[key].dropLast() }
    }
  }

  /// Removes a try that succeeded, and clears the keys that success clears.
  func forgive(_ keys: [RateLimitKey]) {
    memory.withLock { memory in
      for key in keys { memory[key] = key.isClearedBySuccess ? [] : memory[key].dropLast() }
    }
  }

  /// The times of the tries of each key, in two generations. A used key moves to the young generation. When that is full, it
  /// replaces the old one.
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
