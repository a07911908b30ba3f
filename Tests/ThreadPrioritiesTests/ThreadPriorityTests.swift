import Dispatch
import Foundation
import Synchronization
import Testing

@testable import ThreadPriorities

struct ThreadPriorityTests {
  #if os(Linux)
    @Test func `work has the niceness of its priority, and other threads keep theirs`() async {
      let (before, during, after) = await onAThread {
        let before = niceness()
        let during = [ThreadPriority.low, .lower, .lowest].map { priority in
          inAnother { priority.run { niceness() } }
        }
        return (before, during, niceness())
      }
      #expect(during == [5, 10, 19])
      #expect(before == after)
    }

    @Test func `work uses idle processors only where the process may leave that policy, and has left it after`() async {
      // The permission is tried on a thread. Without it, or before the result, the policy is the usual one.
      for _ in 0..<1_000 where !IdleScheduling.canEnd { await Task.yield() }
      let isPermitted = IdleScheduling.canEnd
      let (during, after) = await onAThread {
        let during = ThreadPriority.low.run { sched_getscheduler(0) }
        return (during, sched_getscheduler(0))
      }
      #expect(during == IdleScheduling.idle || !isPermitted)
      #expect(after == SCHED_OTHER)
    }
  #endif

  @Test func `work returns its value, and throws its error`() async {
    struct Problem: Error {}
    let (value, thrown) = await onAThread {
      (
        ThreadPriority.low.run { 7 },
        Result { try ThreadPriority.low.run { throw Problem() } }.mapError { _ in Problem() }
      )
    }
    #expect(value == 7)
    #expect(throws: Problem.self) { try thrown.get() }
  }
}

#if os(Linux)
  /// The niceness of the current thread.
  private func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

  /// Runs work on another thread, and blocks until it has ended.
  private func inAnother(_ work: @escaping @Sendable () -> Int32) -> Int32 {
    let ended = DispatchSemaphore(value: 0)
    let result = Mutex<Int32>(0)
    Thread.detachNewThread {
      let value = work()
      result.withLock { $0 = value }
      ended.signal()
    }
    ended.wait()
    return result.withLock { $0 }
  }
#endif

/// Runs work on a thread of its own: it may lower its priority.
private func onAThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
