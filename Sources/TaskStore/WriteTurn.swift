import Synchronization
import Tasks

/// A turn in the ``WriteQueue``, ended once.
final class WriteTurn: Sendable {
  private let queue: WriteQueue
  private let account: AccountID?
  private let isOver = Atomic<Bool>(false)

  init(queue: WriteQueue, account: AccountID?) {
    self.queue = queue
    self.account = account
  }

  /// Records how long the transaction occupied the writer.
  func took(_ duration: Duration) {
    queue.took(duration, for: account)
  }

  /// Ends the turn, so that the next write can begin. Further calls have no effect.
  func end() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { queue.end(for: account) }
  }
}
