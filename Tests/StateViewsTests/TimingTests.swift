import StatePagesTesting
import StateViews
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TimingTests {
  let clock = ManualClock()
  let held = HeldContent<String>()

  @Test func `a load that is faster than the delay is never presented as loading`() async {
    let container = container(Timing(delay: .milliseconds(150)))
    let states = container.load()
    await held.begun.reaches(1)
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(149))
    #expect(container.state == .loading(nil))
    held.end(.success(.content("tasks")))
    #expect(await collect(states) == [.content("tasks", .idle)])
  }

  @Test func `a load that is slower than the delay is presented as loading after the delay`() async {
    var reader = container(Timing(delay: .milliseconds(150))).load().makeAsyncIterator()
    await held.begun.reaches(1)
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(150))
    #expect(await reader.next() == .loading(nil))
    held.end(.success(.content("tasks")))
    #expect(await reader.next() == .content("tasks", .idle))
    #expect(await reader.next() == nil)
  }

  @Test func `progress within the delay is recorded, and presented after the delay`() async {
    let container = container(Timing(delay: .milliseconds(150)))
    var reader = container.load().makeAsyncIterator()
    await held.begun.reaches(1)
    await clock.waitForSleepers(1)
    held.progress("connecting")
    held.progress("waiting")
    #expect(container.state == .loading("waiting"))
    clock.advance(by: .milliseconds(150))
    #expect(await reader.next() == .loading("waiting"))
    held.end(.success(.empty("nothing-yet")))
    #expect(await reader.next() == .empty("nothing-yet"))
  }

  @Test func `a loading state stays for its minimum, whatever its load ends with`() async {
    let container = container(Timing(delay: .milliseconds(150), minimum: .milliseconds(300)))
    var reader = container.load().makeAsyncIterator()
    await held.begun.reaches(1)
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(150))
    #expect(await reader.next() == .loading(nil))
    await clock.waitForSleepers(1)
    held.end(.success(.content("tasks")))
    await until { container.state == .content("tasks", .idle) }
    clock.advance(by: .milliseconds(299))
    #expect(clock.sleepers == 1, "nothing was presented")
    clock.advance(by: .milliseconds(1))
    #expect(await reader.next() == .content("tasks", .idle))
    #expect(await reader.next() == nil)
  }

  @Test func `a load that ends after the minimum, or from outside, is presented at once`() async {
    for isSlow in [true, false] {
      let held = HeldContent<String>()
      let container = StatefulContainer(held, timing: Timing(minimum: .seconds(1)), clock: clock)
      var reader = container.load().makeAsyncIterator()
      #expect(await reader.next() == .loading(nil))
      await held.begun.reaches(1)
      await clock.waitForSleepers(1)
      if isSlow {
        clock.advance(by: .seconds(1))
        await until { clock.sleepers == 0 }
        held.end(.success(.content("tasks")))
        #expect(await reader.next() == .content("tasks", .idle))
      } else {
        container.fail(Failure(.unavailable))
        #expect(await reader.next() == .failed(Failure(.unavailable)))
      }
    }
  }

  @Test func `a refresh has the same times`() async {
    let container = StatefulContainer(
      held, from: .content("old", .idle), timing: Timing(delay: .milliseconds(150)), clock: clock)
    let states = container.load()
    await held.begun.reaches(1)
    await clock.waitForSleepers(1)
    #expect(container.state == .content("old", .running(nil)))
    held.end(.success(.content("new")))
    #expect(await collect(states) == [.content("new", .idle)])
  }

  @Test func `a load that exceeds its deadline is cancelled and has timed out`() async {
    let container = container(Timing(deadline: .seconds(20)))
    var reader = container.load().makeAsyncIterator()
    #expect(await reader.next() == .loading(nil))
    await held.begun.reaches(1)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(20))
    #expect(await reader.next() == .failed(Failure(.timedOut)))
    #expect(await reader.next() == nil)
    await held.cancelled.reaches(1)
    #expect(container.state == .failed(Failure(.timedOut)))
  }

  @Test func `a loader that ignores cancellation does not delay the deadline, and its result is dropped`() async {
    let deaf = HeldContent<String>(heedsCancellation: false)
    let container = StatefulContainer(
      deaf, from: .content("old", .idle), timing: Timing(delay: .seconds(1), deadline: .seconds(20)), clock: clock)
    var reader = container.load().makeAsyncIterator()
    await deaf.begun.reaches(1)
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(20))
    var last: ViewState<String>?
    while let state = await reader.next() { last = state }
    #expect(last == .content("old", .failed(Failure(.timedOut))))
    await deaf.cancelled.reaches(1)
    deaf.progress("too-late")
    deaf.end(.success(.content("too late")))
    await deaf.ended.reaches(1)
    await othersGoFirst()
    #expect(container.state == .content("old", .failed(Failure(.timedOut))))
    withExtendedLifetime(reader) {}
  }

  @Test func `a load that ends in time leaves no timer behind`() async {
    let container = container(Timing(delay: .seconds(1), deadline: .seconds(20)))
    var reader = container.load().makeAsyncIterator()
    await held.begun.reaches(1)
    await clock.waitForSleepers(2)
    held.end(.success(.content("tasks")))
    #expect(await reader.next() == .content("tasks", .idle))
    await until { clock.sleepers == 0 }
    withExtendedLifetime(reader) {}
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `a deadline in the past ends the load at once`(deadline: Duration) async {
    let states = await collect(container(Timing(deadline: deadline)).load())
    #expect(states.last == .failed(Failure(.timedOut)))
  }

  @Test func `a callback clock schedules a callback for each of the times`() async {
    let clock = CallingClock()
    let container = StatefulContainer(held, timing: Timing(delay: .seconds(1), deadline: .seconds(20)), clock: clock)
    var reader = container.load().makeAsyncIterator()
    await held.begun.reaches(1)
    #expect(clock.awaited == [.seconds(1), .seconds(20)])
    clock.ring(.seconds(1))
    #expect(await reader.next() == .loading(nil))
    clock.ring(.seconds(20))
    #expect(await reader.next() == .failed(Failure(.timedOut)))
    #expect(clock.awaited.isEmpty)
  }

  @Test func `a callback is cancelled when it is no longer needed`() async {
    let clock = CallingClock()
    let container = StatefulContainer(held, timing: Timing(delay: .seconds(1), deadline: .seconds(20)), clock: clock)
    var reader = container.load().makeAsyncIterator()
    clock.ring(.seconds(1))
    #expect(await reader.next() == .loading(nil))
    #expect(clock.awaited == [.seconds(20)])
    container.cancel()
    #expect(await reader.next() == .unloaded)
    #expect(clock.awaited.isEmpty)
  }

  @Test func `content that is available at once starts no timer`() {
    let clock = CallingClock()
    let timing = Timing(delay: .milliseconds(150), deadline: .seconds(20))
    StatefulContainer(Loader(.content("tasks")), timing: timing, clock: clock).load { _ in }
    #expect(clock.asked.count == 0)
    let container = StatefulContainer(held, timing: timing, clock: clock)
    container.load { _ in }
    #expect(clock.asked.count == 2)
  }

  @Test func `the default timing of a container is immediate`() {
    #expect(Timing() == .immediate)
    #expect(Timing.immediate == Timing(delay: .zero, minimum: .zero, deadline: nil))
  }

  private func container(_ timing: Timing) -> StatefulContainer<String> {
    StatefulContainer(held, timing: timing, clock: clock)
  }
}

/// A clock that cannot be slept by, and that calls back when a test decides.
private final class CallingClock: TimerScheduler {
  typealias Instant = ContinuousClock.Instant

  /// The number of callbacks scheduled so far.
  let asked = Tally()
  private let rings = Mutex<[Duration: @Sendable () -> Void]>([:])

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }
  var awaited: [Duration] { rings.withLock { $0.keys.sorted() } }

  func ring(after delay: Duration, _ ring: @escaping @Sendable () -> Void) -> ScheduledTimer {
    asked.increment()
    rings.withLock { $0[delay] = ring }
    return ScheduledTimer { [self] in rings.withLock { $0[delay] = nil } }
  }

  func ring(_ delay: Duration) { rings.withLock { $0.removeValue(forKey: delay) }?() }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { Issue.record("somebody sleeps") }
}
