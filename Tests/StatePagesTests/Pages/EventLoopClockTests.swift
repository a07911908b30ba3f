import StatePages
import StatePagesTesting
import StateViews
import TestSupport
import Testing

struct EventLoopClockTests {
  private let clock = EventLoopClock()

  @Test func `a sleeper is woken after its time and not before`() async throws {
    let start = clock.now
    try await clock.sleep(for: .milliseconds(30))
    #expect(clock.now - start >= .milliseconds(30))
    try await clock.sleep(until: clock.now - .seconds(1), tolerance: nil)
  }

  @Test(arguments: [Duration.seconds(3_600), .seconds(1 << 60)])
  func `a cancelled sleeper throws at once, also if it was cancelled before`(length: Duration) async {
    let sleepers = (0..<1_000).map { number in
      Task {
        if number % 2 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
        try await clock.sleep(for: length)
      }
    }
    for sleeper in sleepers { sleeper.cancel() }
    for sleeper in sleepers {
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }

  @Test func `a scheduled callback is called after its time, and once, and a cancelled one is not`() async {
    let (start, rings) = (clock.now, Tally())
    let cancelled = (0..<1_000).map { _ in clock.ring(after: .milliseconds(20)) { Issue.record("it rang") } }
    for timer in cancelled { timer.cancel() }
    _ = clock.ring(after: .milliseconds(30)) {
      #expect(clock.now - start >= .milliseconds(30))
      rings.increment()
    }
    _ = clock.ring(after: .seconds(-1)) { rings.increment() }
    await rings.reaches(2)
  }
}
