import StatePagesTesting
import Synchronization
import Tasks
import TestSupport
import Testing

@testable import TaskStore

struct WriteQueueTests {
  private let ann = AccountID(1)
  private let ben = AccountID(2)
  private let carla = AccountID(3)
  private let allowance = Duration.milliseconds(200)

  @Test func `accounts take turns, however many writes one of them has queued`() async throws {
    let queue = WriteQueue(room: 1, allowance: allowance)
    let turns = Turns()
    try await queue.begin(for: ann)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (count, account) in [ann, ann, ann, ben, ben, ben, carla].enumerated() {
        group.addTask {
          try await queue.begin(for: account)
          turns.accounts.withLock { $0.append(account) }
          queue.end(for: account)
        }
        await until { queue.waiting > count }
      }
      queue.end(for: ann)
      try await group.waitForAll()
    }
    #expect(turns.accounts.withLock { $0 } == [ann, ben, carla, ann, ben, ann, ben])
    #expect(queue.isIdle)
  }

  @Test func `a long job is told when another write has a turn or waits for one`() async throws {
    let queue = WriteQueue(room: 2, allowance: allowance)
    #expect(!queue.isWanted(besides: 0))
    try await queue.begin(for: nil)
    #expect(queue.isWanted(besides: 0) && !queue.isWanted(besides: 1))
    try await queue.begin(for: ann)
    #expect(queue.isWanted(besides: 1))
    queue.end(for: nil)
    #expect(!queue.isWanted(besides: 1))
    queue.end(for: ann)
  }

  @Test func `a cancelled write leaves the queue`() async throws {
    let queue = WriteQueue(room: 1, allowance: allowance)
    try await queue.begin(for: ann)
    let waits = Task { [ben] in try await queue.begin(for: ben) }
    await until { queue.waiting == 1 }
    waits.cancel()
    await #expect(throws: StoreError.cancelled) { try await waits.value }
    #expect(queue.waiting == 0)
    queue.end(for: ann)
    #expect(queue.isIdle)
    try await queue.begin(for: carla)
    queue.end(for: carla)
  }

  @Test func `an account with slow writes is held back while others write`() async throws {
    let clock = ManualClock()
    let queue = WriteQueue(allowance: allowance, clock: clock)
    queue.took(allowance + .milliseconds(5), for: ann)
    try await queue.begin(for: ann)
    queue.end(for: ann)
    queue.took(.milliseconds(1), for: ben)
    let turns = Turns()
    let heldBack = Task { [ann] in
      try await queue.begin(for: ann)
      turns.accounts.withLock { $0.append(ann) }
      queue.end(for: ann)
    }
    await clock.waitForSleepers(1)
    try await queue.begin(for: ben)
    turns.accounts.withLock { $0.append(ben) }
    queue.end(for: ben)
    clock.advance(by: .seconds(2))
    try await heldBack.value
    #expect(turns.accounts.withLock { $0 } == [ben, ann])
    #expect(queue.isIdle)
  }

  @Test func `a write that is held back can be cancelled`() async throws {
    let clock = ManualClock()
    let queue = WriteQueue(allowance: allowance, clock: clock)
    queue.took(allowance * 2, for: ann)
    queue.took(.milliseconds(1), for: ben)
    let heldBack = Task { [ann] in try await queue.begin(for: ann) }
    await clock.waitForSleepers(1)
    heldBack.cancel()
    await #expect(throws: StoreError.cancelled) { try await heldBack.value }
    #expect(queue.isIdle)
  }

  @Test func `a write beyond the delayed ones fails, and those have their turns`() async throws {
    let clock = ManualClock()
    let queue = WriteQueue(allowance: allowance, clock: clock)
    queue.took(allowance * 2, for: ann)
    queue.took(.milliseconds(1), for: ben)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...WriteThrottle.mostHeld {
        group.addTask { [ann] in
          try await queue.begin(for: ann)
          queue.end(for: ann)
        }
      }
      await clock.waitForSleepers(WriteThrottle.mostHeld)
      await #expect(throws: StoreError.unavailable(.busy, .writing)) { try await queue.begin(for: ann) }
      clock.advance(by: WriteThrottle.longestDelay * WriteThrottle.mostHeld)
      try await group.waitForAll()
    }
    #expect(queue.turns == WriteThrottle.mostHeld)
    #expect(queue.isIdle)
  }

  private final class Turns: Sendable {
    let accounts = Mutex<[AccountID]>([])
  }
}
