import StatePagesTesting
import StateViews
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
  let held = HeldContent<String>()

  @Test func `a cancelled load is neither failed nor empty`() async {
    let container = StatefulContainer(held)
    var reader = container.load().makeAsyncIterator()
    #expect(await reader.next() == .loading(nil))
    await held.begun.reaches(1)
    container.cancel()
    #expect(container.state == .unloaded)
    #expect(await reader.next() == .unloaded)
    #expect(await reader.next() == nil)
    await held.cancelled.reaches(1)
  }

  @Test func `a cancelled refresh leaves the content as it was`() async {
    let container = StatefulContainer(held, from: .content("old", .failed(Failure(.unavailable))))
    var reader = container.load().makeAsyncIterator()
    #expect(await reader.next() == .content("old", .running(nil)))
    await held.begun.reaches(1)
    container.cancel()
    #expect(await reader.next() == .content("old", .idle))
    #expect(await reader.next() == nil)
  }

  @Test func `cancelling when nothing loads changes nothing`() async {
    let container = StatefulContainer(Loader { _ in .content("tasks") })
    container.cancel()
    #expect(container.state == .unloaded)
    #expect(await collect(container.load()).last == .content("tasks", .idle))
    container.cancel()
    #expect(container.state == .content("tasks", .idle))
  }

  @Test func `cancelling a reader's task cancels the load`() async {
    let container = StatefulContainer(held)
    let reader = Task {
      var reader = container.load().makeAsyncIterator()
      while let state = await reader.next() { #expect(state == .loading(nil)) }
      await held.cancelled.reaches(1)
      #expect(container.state == .unloaded)
      withExtendedLifetime(reader) {}
    }
    await held.begun.reaches(1)
    reader.cancel()
    await reader.value
  }

  @Test func `a reader whose task is already cancelled reads no end`() async {
    let states = StatefulContainer(held).load()
    await held.begun.reaches(1)
    let reader = Task {
      await until { Task.isCancelled }
      return await collect(states)
    }
    reader.cancel()
    #expect(await reader.value == [.loading(nil)])
    await held.cancelled.reaches(1)
  }

  @Test func `a reader that stops iterating cancels the load`() async {
    let container = StatefulContainer(held)
    for await state in container.load() {
      #expect(state == .loading(nil))
      await held.begun.reaches(1)
      break
    }
    await held.cancelled.reaches(1)
    #expect(container.state == .unloaded)
  }

  @Test func `a sequence that is dropped without iterating cancels its load`() async {
    let container = StatefulContainer(held)
    do {
      let states = container.load()
      await held.begun.reaches(1)
      withExtendedLifetime(states) {}
    }
    await held.cancelled.reaches(1)
    #expect(container.state == .unloaded)
  }

  @Test func `stopping after the end changes nothing`() async {
    let container = StatefulContainer(Loader { _ in .content("tasks") }, timing: Timing(delay: .seconds(1)))
    for await state in container.load() {
      #expect(state == .content("tasks", .idle))
      break
    }
    #expect(container.state == .content("tasks", .idle))
  }

  @Test func `a reader that leaves an old load does not affect the new one`() async {
    let container = StatefulContainer(held)
    var first: AsyncStream<ViewState<String>>? = container.load()
    await held.begun.reaches(1)
    var second = container.load().makeAsyncIterator()
    await held.begun.reaches(2)
    if first != nil { first = nil }
    #expect(container.state == .loading(nil))
    #expect(await second.next() == .loading(nil))
    held.end(.success(.content("tasks")), load: 1)
    #expect(await second.next() == .content("tasks", .idle))
  }

  @Test func `a loader's cancellation handler may read its container's state`() async {
    let box = Mutex<StatefulContainer<String>?>(nil)
    let asked = Tally()
    let began = Tally()
    let container = StatefulContainer(
      Loader<String> { _ throws(Interruption) in
        await withTaskCancellationHandler {
          began.increment()
          await asked.reaches(1)
        } onCancel: {
          #expect(box.withLock { $0 }?.state == .unloaded)
          asked.increment()
        }
        throw .cancelled
      })
    box.withLock { $0 = container }
    let states = container.load()
    await began.reaches(1)
    container.cancel()
    await asked.reaches(1)
    box.withLock { $0 = nil }
    #expect(await collect(states).last == .unloaded)
  }
}

@Suite(.timeLimit(.minutes(20))) struct LifetimeTests {
  @Test(arguments: [true, false])
  func `a dropped container is freed and its load is cancelled`(heedsCancellation: Bool) async {
    let held = HeldContent<String>(heedsCancellation: heedsCancellation)
    let clock = ManualClock()
    weak var freed: StatefulContainer<String>?
    do {
      let container = StatefulContainer(held, timing: Timing(delay: .seconds(1), deadline: .seconds(20)), clock: clock)
      freed = container
      let states = container.load()
      await held.begun.reaches(1)
      await clock.waitForSleepers(2)
      #expect(freed != nil)
      withExtendedLifetime((container, states)) {}
    }
    #expect(freed == nil)
    await held.cancelled.reaches(1)
    await until { clock.sleepers == 0 }
    held.end(.success(.content("too late")))
  }

  @Test func `a container is freed after its load, with content and loader`() async {
    weak var freed: StatefulContainer<Tally>?
    weak var freedContent: Tally?
    weak var freedLoader: HeldContent<Tally>?
    do {
      let held = HeldContent<Tally>()
      let container = StatefulContainer(held)
      (freed, freedLoader) = (container, held)
      var reader = container.load().makeAsyncIterator()
      await held.begun.reaches(1)
      do {
        let content = Tally()
        freedContent = content
        held.end(.success(.content(content)))
      }
      while let state = await reader.next() {
        if let content = state.content { #expect(content === freedContent) }
      }
    }
    await until { freed == nil && freedContent == nil && freedLoader == nil }
  }

  @Test func `a reader retains a container that has no other references`() async {
    let held = HeldContent<String>()
    weak var kept: StatefulContainer<String>?
    func begin() -> AsyncStream<ViewState<String>> {
      let container = StatefulContainer(held)
      kept = container
      return container.load()
    }
    do {
      var reader = begin().makeAsyncIterator()
      #expect(await reader.next() == .loading(nil))
      #expect(kept != nil)
      await held.begun.reaches(1)
      held.end(.success(.content("tasks")))
      #expect(await reader.next() == .content("tasks", .idle))
      #expect(await reader.next() == nil)
    }
    await until { kept == nil }
    #expect(held.cancelled.count == 0)
  }
}
