import Foundation
import Synchronization
import Testing

@testable import TaskApp

struct HashingSlotsTests {
  @Test func `whoever hashes keeps nobody else from going on, however many cores that takes`() async throws {
    let count = ProcessInfo.processInfo.activeProcessorCount + 1
    let slots = HashingSlots(slots: count, queue: 0)
    let others = Others()
    // Busy, not asleep: a thread that sleeps would be stood in for.
    let work: @Sendable () -> Bool = {
      others.begun.add(1, ordering: .relaxed)
      let limit = ContinuousClock.now + .seconds(20)
      while !others.wentOn.load(ordering: .relaxed), ContinuousClock.now < limit {}
      return others.wentOn.load(ordering: .relaxed)
    }
    let wentOn = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<count { group.addTask { try await slots.run(work) } }
      group.addTask {
        while others.begun.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
        others.wentOn.store(true, ordering: .relaxed)
        return true
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(wentOn)
  }
}

/// What the work and those beside it know of each other.
private final class Others: Sendable {
  let begun = Atomic<Int>(0)
  let wentOn = Atomic<Bool>(false)
}
