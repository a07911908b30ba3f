import StatePages
import StatePagesTesting
import StateViews
import TestSupport
import Testing

struct TimerWheelTests {
  @Test func `a sleeper is woken after its time and not before`() async throws {
    let clock = TimerWheel()
    let start = clock.now
    try await clock.sleep(for: .milliseconds(30))
    #expect(clock.now - start >= .milliseconds(30))
    #expect(clock.sleepers == 0)
  }

  @Test func `a cancelled sleeper throws at once and leaves nothing behind`() async {
    let clock = TimerWheel()
    let sleepers = (0..<1_000).map { _ in
      Task { try await clock.sleep(for: .seconds(3_600)) }
    }
    for sleeper in sleepers { sleeper.cancel() }
    for sleeper in sleepers {
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
    #expect(clock.sleepers == 0)
  }

  @Test func `a task that is already cancelled does not sleep`() async {
    let clock = TimerWheel()
    let sleeper = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(3_600))
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleepers == 0)
  }

  @Test func `sleepers with different durations are all woken, also after a pause`() async throws {
    let clock = TimerWheel()
    for _ in 0..<3 {
      let woken = await withTaskGroup(of: Int.self) { group in
        for length in [90, 30, 60] {
          group.addTask {
            do { try await clock.sleep(for: .milliseconds(length)) } catch {}
            return length
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(woken.sorted() == [30, 60, 90])
    }
  }

  @Test func `a long sleeper is not woken with the short ones`() async throws {
    let clock = TimerWheel()
    let long = (0..<2_000).map { number in
      Task { try await clock.sleep(for: .seconds(600 + number)) }
    }
    await until { clock.sleepers == 2_000 }
    for _ in 0..<3 { try await clock.sleep(for: .milliseconds(20)) }
    #expect(clock.sleepers == 2_000)
    for sleeper in long { sleeper.cancel() }
    for sleeper in long {
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
    #expect(clock.sleepers == 0)
  }

  @Test func `a deadline in the past returns at once, and one beyond the range only when cancelled`()
    async throws
  {
    let clock = TimerWheel()
    try await clock.sleep(until: clock.now - .seconds(1), tolerance: nil)
    #expect(clock.sleepers == 0)
    let sleeper = Task { try await clock.sleep(for: .seconds(1 << 60)) }
    await until { clock.sleepers == 1 }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func `a scheduled callback is called after its time, and once`() async {
    let clock = TimerWheel()
    let (start, rings) = (clock.now, Tally())
    _ = clock.ring(after: .milliseconds(30)) {
      #expect(clock.now - start >= .milliseconds(30))
      rings.increment()
    }
    _ = clock.ring(after: .seconds(-1)) { rings.increment() }
    await rings.reaches(2)
    #expect(clock.sleepers == 0)
  }

  @Test func `a cancelled callback is not called`() async throws {
    let clock = TimerWheel()
    let alarms = (0..<1_000).map { _ in clock.ring(after: .milliseconds(20)) { Issue.record("it rang") } }
    #expect(clock.sleepers == 1_000)
    for alarm in alarms { alarm.cancel() }
    #expect(clock.sleepers == 0)
    try await clock.sleep(for: .milliseconds(40))
    for alarm in alarms { alarm.cancel() }
  }
}
