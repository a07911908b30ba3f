import Scheduling
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp

@Suite(.timeLimit(.minutes(20))) struct PermitTests {
  private let queue = FairQueue<String>(1)
  private let clock = ManualClock()

  @Test func `a permit is given when another is released, and given back once`() async throws {
    let first = try #require(await queue.permit(for: "Ann", within: .seconds(1), on: clock))
    let told = Tally()
    let second = Task { await queue.permit(for: "Ben", within: .seconds(1), on: clock) { told.increment() } }
    await told.reaches(1)
    first.release()
    first.release()
    let permit = try #require(await second.value)
    permit.use()
    permit.releaseIfUnused()
    #expect(queue.load.running == 1)
    permit.release()
    #expect(queue.load == (0, 0))
  }

  @Test func `who waits too long, or is cancelled while waiting, gets none`() async throws {
    let held = try #require(await queue.permit(for: "Ann", within: .seconds(1), on: clock))
    let late = Task { await queue.permit(for: "Ben", within: .seconds(1), on: clock) }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await late.value == nil)
    let cancelled = Task { await queue.permit(for: "Ben", within: .seconds(1), on: clock) }
    await until { queue.load.waiting == 1 }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    #expect(queue.load == (1, 0))
    held.release()
    #expect(queue.load.running == 0)
  }
}
