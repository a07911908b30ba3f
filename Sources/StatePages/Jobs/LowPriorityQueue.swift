import Foundation
import Synchronization
import ThreadPriorities

/// A serial queue on a thread of low priority, which lasts as long as there are jobs. Readers take turns.
final class LowPriorityQueue: Sendable {
  private struct Queue {
    /// The waiting jobs of each reader.
    var jobs: [String: [@Sendable () -> Void]] = [:]
    /// The readers with waiting jobs, in order of their turns.
    var turns: [String] = []
    /// Whether a thread is running.
    var isRunning = false

    mutating func next() -> (@Sendable () -> Void)? {
      guard !turns.isEmpty else {
        isRunning = false
        return nil
      }
      let reader = turns.removeFirst()
      var waiting = jobs.removeValue(forKey: reader) ?? []
      let job = waiting.isEmpty ? nil : waiting.removeFirst()
      if !waiting.isEmpty {
        jobs[reader] = waiting
        turns.append(reader)
      }
      return job ?? next()
    }
  }

  private let queue = Mutex(Queue())

  /// Runs a job when it is the reader's turn.
  func add(for reader: String, _ job: @escaping @Sendable () -> Void) {
    let startsThread = queue.withLock { queue in
      if queue.jobs[reader] == nil { queue.turns.append(reader) }
      queue.jobs[reader, default: []].append(job)
      defer { queue.isRunning = true }
      return !queue.isRunning
    }
    guard startsThread else { return }
    Thread.detachNewThread { [self] in
      ThreadPriority.low.run {
        while let job = queue.withLock({ $0.next() }) { job() }
      }
    }
  }
}
