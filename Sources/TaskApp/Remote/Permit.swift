import Scheduling
import Synchronization

/// The right to do one piece of work, until released.
final class Permit: Sendable {
  private enum State {
    case unused, used, released
  }

  private let state = Mutex(State.unused)
  private let giveBack: @Sendable () -> Void

  init(_ giveBack: @escaping @Sendable () -> Void) {
    self.giveBack = giveBack
  }

  /// Marks the permit as used by running work, which is now responsible for releasing it.
  func use() {
    state.withLock { if $0 == .unused { $0 = .used } }
  }

  /// Releases the permit. Further calls have no effect.
  func release() {
    release { $0 != .released }
  }

  /// Releases the permit unless it is in use.
  func releaseIfUnused() {
    release { $0 == .unused }
  }

  private func release(where isDue: (State) -> Bool) {
    let isReleased = state.withLock { state in
      guard isDue(state) else { return false }
      state = .released
      return true
    }
    if isReleased { giveBack() }
  }
}

extension FairQueue {
  /// Waits for a turn, and returns the permit for it; nil on a timeout or if the task is cancelled while waiting.
  /// - Parameters:
  ///   - owner: the owner of the permit.
  ///   - patience: the maximum time to wait.
  ///   - clock: measures it.
  ///   - waits: called if no turn is free.
  func permit(
    for owner: Owner, within patience: Duration, on clock: any Clock<Duration>, waits: @Sendable () -> Void = {}
  ) async -> Permit? {
    if !beginNow(owner) {
      waits()
      let turn = Task { await begin(owner) }
      let reminder = Task {
        do { try await clock.sleep(for: patience) } catch { return }
        turn.cancel()
      }
      defer { reminder.cancel() }
      let hasTurn = await withTaskCancellationHandler {
        await turn.value
      } onCancel: {
        turn.cancel()
      }
      guard hasTurn else { return nil }
    }
    return Permit { [self] in end(owner) }
  }
}
