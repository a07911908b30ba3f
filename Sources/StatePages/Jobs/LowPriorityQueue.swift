import Foundation
import Synchronization

/// A serial queue on a thread that lasts as long as there are jobs. Readers take turns.
final class LowPriorityQueue: Sendable {
  /// The scheduling priority of the thread.
  enum Priority: Sendable {
    /// Below normal.
    case low
    /// Runs only on an idle processor.
    case idle
  }

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

  private let priority: Priority
  private let queue = Mutex(Queue())

  init(_ priority: Priority) {
    self.priority = priority
  }

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
      priority.takeEffect()
      while let job = queue.withLock({ $0.next() }) { job() }
    }
  }
}

extension LowPriorityQueue.Priority {
  /// Lowers the priority of the current thread. Only Linux has priorities of threads; an unprivileged process cannot
  /// raise them again.
  fileprivate func takeEffect() {
    #if os(Linux)
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, self == .low ? 5 : 19)
      if self == .idle {
        var none = sched_param()
        sched_setscheduler(0, Self.schedIdle, &none)
      }
    #endif
  }

  #if os(Linux)
    /// `SCHED_IDLE` of sched(7), which Glibc's module does not export.
    private static let schedIdle: Int32 = 5
  #endif
}
