import Synchronization

/// Adds up how long writes have waited in vain for another process's lock.
///
/// Writes stand in one line. Behind one that waits in vain, each would wait as long again; behind writes of our own, which are
/// done one after the other, none has a reason to give up.
final class LockWaits: Sendable {
  private struct State {
    var total = Duration.zero
    var began: ContinuousClock.Instant?
    var count = 0
  }

  private let state = Mutex(State())

  /// How often a write waited in vain.
  var count: Int { state.withLock { $0.count } }

  /// The sum by that moment, with the wait that is under way.
  func total(at now: ContinuousClock.Instant = .now) -> Duration {
    state.withLock { state in state.total + (state.began.map { now - $0 } ?? .zero) }
  }

  /// Notes that the writer asks for the lock.
  func begin(at now: ContinuousClock.Instant = .now) {
    state.withLock { $0.began = now }
  }

  /// Notes that it has it, or gave up.
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
