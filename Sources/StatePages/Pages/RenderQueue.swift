import Foundation
import Synchronization

/// Does jobs one after the other, those of each reader in turn, on a thread that lasts as long as there are any.
final class RenderQueue: Sendable {
  /// What the system prefers to the thread.
  enum Priority: Sendable {
    /// Other threads, in most of the time.
    case low
    /// Every other thread.
    case idle
  }

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

  private let priority: Priority
  private let queue = Mutex(Queue())

  init(_ priority: Priority) {
    self.priority = priority
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
      priority.takeEffect()
      while let job = queue.withLock({ $0.next() }) { job() }
    }
  }
}

extension RenderQueue.Priority {
  /// Lowers the priority of the thread that runs this. Only Linux knows priorities of threads; to a process without rights, there is
  /// no way back.
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
    /// `SCHED_IDLE` of sched(7), which Glibc's module leaves out.
    private static let schedIdle: Int32 = 5
  #endif
}
