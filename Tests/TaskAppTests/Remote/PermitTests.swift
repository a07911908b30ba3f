import Scheduling
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp

@Suite(.timeLimit(.minutes(20))) struct PermitTests {
  @Test func `who waits too long, or is cancelled while waiting, gets no permit`() async throws {
    let (queue, clock) = (FairQueue<String>(1), ManualClock())
    var held = await queue.permit(for: "Ann", within: .seconds(1), on: clock)
    let late = Task { await queue.permit(for: "Ben", within: .seconds(1), on: clock) }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await late.value == nil)
    let cancelled = Task { await queue.permit(for: "Ben", within: .seconds(1), on: clock) }
    await until { queue.load.waiting == 1 }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    #expect(held != nil && queue.load == (1, 0))
    held = nil
    #expect(queue.load.running == 0)
  }
}
