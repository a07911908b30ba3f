import Foundation
import Testing

@testable import ThreadPriorities

@Suite struct ThreadPriorityTests {
  #if os(Linux)
    @Test func `work has the niceness of its priority, and other threads keep theirs`() async {
      let before = niceness
      #expect(await onAThread(.low) { niceness } == 5)
      #expect(await onAThread(.lower) { niceness } == 10)
      #expect(await onAThread(.lowest) { niceness } == 19)
      #expect(niceness == before)
    }

    @Test func `a thread has the usual policy after its work`() async {
      let policies = await onAThread(.low) {
        0
      } then: {
        sched_getscheduler(0)
      }
      #expect(policies == SCHED_OTHER)
    }

    /// The niceness of the current thread.
    private var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    private func onAThread(
      _ priority: ThreadPriority, _ work: @escaping @Sendable () -> Int32,
      then: (@Sendable () -> Int32)? = nil
    ) async -> Int32 {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let value = priority.run(work)
          continuation.resume(returning: then.map { $0() } ?? value)
        }
      }
    }
  #endif

  @Test func `work returns its value, and throws its error`() async {
    struct Problem: Error {}
    let results = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let value = ThreadPriority.low.run { 7 }
        let thrown = Result { try ThreadPriority.low.run { throw Problem() } }
        continuation.resume(returning: (value, thrown.mapError { _ in Problem() }))
      }
    }
    #expect(results.0 == 7)
    #expect(throws: Problem.self) { try results.1.get() }
  }
}
