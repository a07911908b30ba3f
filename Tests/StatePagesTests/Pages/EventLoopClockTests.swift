import StatePages
import StatePagesTesting
import StateViews
import Synchronization
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
    for sleeper in sleepers { await #expect(throws: CancellationError.self) { try await sleeper.value } }
  }

  @Test func `a scheduled callback is called after its time, and once, and a cancelled one is not`() async {
    let (start, rings) = (clock.now, Tally())
    // A busy machine may take longer than the time to cancel one, which may ring then.
    let rung = Mutex(Set<Int>())
    let inTime = Duration.milliseconds(20)
    var cancelled: Set<Int> = []
    for number in 0..<1_000 {
      let begun = clock.now
      clock.ring(after: inTime) { rung.withLock { _ = $0.insert(number) } }.cancel()
      if clock.now - begun < inTime { cancelled.insert(number) }
    }
    _ = clock.ring(after: .milliseconds(30)) {
      #expect(clock.now - start >= .milliseconds(30))
      rings.increment()
    }
    _ = clock.ring(after: .seconds(-1)) { rings.increment() }
    await rings.reaches(2)
    #expect(!cancelled.isEmpty && rung.withLock { $0.isDisjoint(with: cancelled) })
  }
}
