/// A task executor with a thread of low priority. Work on it delays the requests of others little.
///
/// Its clients take turns, job by job.
public struct LowPriorityExecutors: Sendable {
  private let queue = LowPriorityQueue()

  /// Creates executors with a thread in common.
  public init() {}

  /// The executor of a client.
  public func executor(for client: String) -> any TaskExecutor { LowPriorityExecutor(client, queue) }
}

private final class LowPriorityExecutor: TaskExecutor {
  private let client: String
  private let queue: LowPriorityQueue

  init(_ client: String, _ queue: LowPriorityQueue) {
    self.client = client
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.add(for: client) { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
