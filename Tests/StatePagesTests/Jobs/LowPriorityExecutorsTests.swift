import Foundation
import Synchronization
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(5))) struct LowPriorityExecutorsTests {
  private let executors = LowPriorityExecutors()

  @Test func `work and its child tasks run on a thread of low priority, and the caller does not`() async {
    let before = niceness()
    let inside = await withTaskExecutorPreference(executors.executor(for: "Ann")) {
      async let child = niceness()
      let own = niceness()
      await Task.yield()
      return [own, niceness(), await child]
    }
    #if os(Linux)
      #expect(inside.allSatisfy { $0 == before + 5 || $0 == 5 }, "\(inside) beside \(before)")
    #endif
    #expect(niceness() == before)
  }

  @Test func `clients take turns, however much one of them does`() async {
    let order = Order()
    await withTaskGroup { group in
      for name in ["Ann", "Ben"] {
        group.addTask(executorPreference: executors.executor(for: name)) { await order.note(name, times: 100) }
      }
    }
    let seen = order.names.withLock { $0 }
    #expect(seen.count == 200)
    let start = max(seen.firstIndex(of: "Ann") ?? 0, seen.firstIndex(of: "Ben") ?? 0)
    let both = seen[start..<min(seen.lastIndex(of: "Ann") ?? 0, seen.lastIndex(of: "Ben") ?? 0)]
    #expect(zip(both, both.dropFirst()).allSatisfy { $0 != $1 })
  }

  private func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
}

private final class Order: Sendable {
  let names = Mutex<[String]>([])

  func note(_ name: String, times: Int) async {
    for _ in 0..<times {
      names.withLock { $0.append(name) }
      await Task.yield()
    }
  }
}
