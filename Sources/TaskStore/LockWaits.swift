import Synchronization

/// Adds up how long writes have waited for another process's lock and timed out.
///
/// Writes are serialized. Without this sum, each write queued behind a timed-out write would wait for the full timeout again.
/// Waiting for the process's own writes does not count, since they make progress.
final class LockWaits: Sendable {
  private struct State {
    var total = Duration.zero
    var began: ContinuousClock.Instant?
    var count = 0
  }

  private let state = Mutex(State())

  /// The number of waits that timed out.
  var count: Int { state.withLock { $0.count } }

  /// The sum at `now`, the current wait included.
  func total(at now: ContinuousClock.Instant = .now) -> Duration {
    state.withLock { state in state.total + (state.began.map { now - $0 } ?? .zero) }
  }

  /// Begins a wait for the lock.
  func begin(at now: ContinuousClock.Instant = .now) {
    state.withLock { $0.began = now }
  }

  /// Ends the wait. It is added to the sum only if it timed out.
  func end(inVain: Bool, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      guard let began = state.began else { return }
      state.began = nil
      guard inVain else { return }
      state.total += now - began
      state.count += 1
    }
  }
}
