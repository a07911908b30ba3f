import Foundation
import StatePagesTesting
import StateViews
import Synchronization
import Testing

/// Content that is available without waiting, and content that is not.
@Suite(.timeLimit(.minutes(20))) struct ImmediateStartTests {
  @Test func `a load that starts immediately has ended when the call returns`() {
    let container = StatefulContainer(
      Loader(startsImmediately: true) { _ throws(Interruption) in .content("tasks") },
      timing: Timing(delay: .milliseconds(150)))
    let seen = Mutex<[ViewState<String>]>([])
    container.load { state in seen.withLock { $0.append(state) } }
    #expect(container.state == .content("tasks", .idle))
    #expect(seen.withLock { $0 } == [.content("tasks", .idle)])
  }

  @Test func `a reader gets it like any other end`() async {
    let known = StatefulContainer(Loader(.content("tasks")))
    #expect(await collect(known.load()).last == .content("tasks", .idle))
    let nothing = StatefulContainer(Loader<String>(.empty("nothing-yet")))
    #expect(await collect(nothing.load()).last == .empty("nothing-yet"))
    let failed = StatefulContainer(Loader<String>(failed: Failure(.notFound)), from: .content("old", .idle))
    #expect(await collect(failed.load()).last == .content("old", .failed(Failure(.notFound))))
  }

  @Test func `while it starts, a loader may read its container, report progress and be cancelled`() {
    let holder = Mutex<StatefulContainer<String>?>(nil)
    let container = StatefulContainer(
      Loader<String>(startsImmediately: true) { progress throws(Interruption) in
        let container = holder.withLock { $0 }
        progress("reading")
        #expect(container?.state == .loading("reading"))
        container?.cancel()
        return .content("nobody wants it")
      })
    holder.withLock { $0 = container }
    let seen = Mutex<[ViewState<String>]>([])
    container.load { state in seen.withLock { $0.append(state) } }
    #expect(seen.withLock { $0 } == [.loading(nil), .loading("reading"), .unloaded])
    holder.withLock { $0 = nil }
  }

  @Test func `a loader that waits does not block the caller, and ends at its deadline`() async {
    let clock = ManualClock()
    let held = HeldContent<String>()
    let content = Loader(startsImmediately: true) { progress throws(Interruption) in
      try await held.load(progress: progress)
    }
    let container = StatefulContainer(content, timing: Timing(deadline: .seconds(20)), clock: clock)
    let states = container.load()
    #expect(held.begun.count == 1)
    #expect(container.state == .loading(nil))
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(20))
    #expect(await collect(states).last == .failed(Failure(.timedOut)))
    await held.cancelled.reaches(1)
  }

  @Test func `any other loader may take long in its first step`() async {
    let mayGoOn = DispatchSemaphore(value: 0)
    let container = StatefulContainer(
      Loader<String> { _ throws(Interruption) in
        Self.wait(for: mayGoOn)
        return .content("tasks")
      })
    let states = container.load()
    #expect(container.state == .loading(nil))
    mayGoOn.signal()
    #expect(await collect(states).last == .content("tasks", .idle))
  }

  /// Blocks the thread; the compiler allows that only in a synchronous function.
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
