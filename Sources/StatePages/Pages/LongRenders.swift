import Foundation
import Synchronization

/// Renders and compresses long pages on a thread beside those that run everything else, one after the other, and those of each
/// reader in turn. So a page of five hundred rows keeps nobody's small page waiting, and one reader's long pages do not keep those of
/// another waiting.
final class LongRenders: Sendable {
  /// From how many rows on a page is long: shorter ones take less time than a change of threads is worth.
  static let rows = 150

  private struct Queue {
    /// What waits, by its readers.
    var jobs: [String: [@Sendable () -> Void]] = [:]
    /// The readers for whom something waits, the one whose turn it is first.
    var turns: [String] = []
    /// Whether there is a thread.
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

  /// Does the work once it is that reader's turn.
  func run<Value: Sendable>(for reader: String, _ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      add(for: reader) { continuation.resume(returning: work()) }
    }
  }

  /// Has a job done once it is that reader's turn.
  func add(for reader: String, _ job: @escaping @Sendable () -> Void) {
    let startsThread = queue.withLock { queue in
      if queue.jobs[reader] == nil { queue.turns.append(reader) }
      queue.jobs[reader, default: []].append(job)
      defer { queue.isRunning = true }
      return !queue.isRunning
    }
    guard startsThread else { return }
    Thread.detachNewThread { [self] in
      Self.yieldToOthers()
      while let job = queue.withLock({ $0.next() }) { job() }
    }
  }

  /// Has the system prefer all other threads to this one. On Linux, a process of its own to the scheduler is each thread.
  private static func yieldToOthers() {
    #if os(Linux)
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, 5)
    #endif
  }
}
