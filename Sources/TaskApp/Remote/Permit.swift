import Scheduling

/// The right to do one piece of work, until the last reference to it is gone.
final class Permit: Sendable {
  private let giveBack: @Sendable () -> Void

  init(_ giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

  deinit { giveBack() }
}

extension FairQueue {
  /// Waits for a turn, and returns the permit for it; nil on a timeout or if the task is cancelled while waiting.
  /// - Parameters:
  ///   - patience: the maximum time to wait.
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
