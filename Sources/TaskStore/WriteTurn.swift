import Synchronization
import Tasks

/// A place in the line of those who write, which is left once.
final class WriteTurn: Sendable {
  private let queue: WriteQueue
  private let account: AccountID?
  private let isOver = Atomic<Bool>(false)

  init(queue: WriteQueue, account: AccountID?) {
    self.queue = queue
    self.account = account
  }

  /// Notes for how long the transaction kept the writer.
  func took(_ duration: Duration) {
    queue.took(duration, for: account)
  }

  /// Lets the next one have its turn; does nothing the second time.
  func end() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { queue.end(for: account) }
  }
}
