import StatePagesTesting
import StateViews
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct StatefulContainerTests {
  @Test func `a container is unloaded until it loads`() {
    #expect(StatefulContainer(HeldContent<String>()).state == .unloaded)
    #expect(StatefulContainer(HeldContent<String>(), from: .empty("nothing-yet")).state == .empty("nothing-yet"))
  }

  @Test func `a load is presented as loading, then as its end, and the state is set at once`() async {
    let held = HeldContent<String>()
    let container = StatefulContainer(held)
    let states = container.load()
    #expect(container.state == .loading(nil))
    var reader = states.makeAsyncIterator()
    #expect(await reader.next() == .loading(nil))
    await held.begun.reaches(1)
    held.end(.success(.content("tasks")))
    #expect(await reader.next() == .content("tasks", .idle))
    #expect(container.state == .content("tasks", .idle))
    #expect(await reader.next() == nil)
    #expect(await reader.next() == nil)
  }

  @Test(arguments: [
    (Result<Loaded<String>, Interruption>.success(.content("tasks")), ViewState<String>.content("tasks", .idle)),
    (.success(.empty("nothing-yet")), .empty("nothing-yet")),
    (.failure(.failed(Failure(.unavailable))), .failed(Failure(.unavailable))),
    (.failure(.cancelled), .unloaded),
  ])
  func `a load's end is the last state`(end: Result<Loaded<String>, Interruption>, last: ViewState<String>) async {
    let container = StatefulContainer(Loader { _ throws(Interruption) in try end.get() })
    let states = await collect(container.load())
    #expect(states.last == last)
    #expect(states.dropLast().allSatisfy { $0 == .loading(nil) })
    #expect(container.state == last)
  }

  @Test func `content stays while it is refreshed, and if the refresh fails`() async {
    let held = HeldContent<String>()
    let container = StatefulContainer(held, from: .content("old", .idle))
    var reader = container.load().makeAsyncIterator()
    #expect(await reader.next() == .content("old", .running(nil)))
    await held.begun.reaches(1)
    held.end(.failure(.failed(Failure(.sourceFailed))))
    #expect(await reader.next() == .content("old", .failed(Failure(.sourceFailed))))
    #expect(await reader.next() == nil)

    reader = container.load().makeAsyncIterator()
    #expect(await reader.next() == .content("old", .running(nil)))
    await held.begun.reaches(2)
    held.end(.success(.content("new")), load: 1)
    #expect(await reader.next() == .content("new", .idle))
    #expect(await reader.next() == nil)
  }

  @Test func `progress is presented`() async {
    let held = HeldContent<String>()
    let container = StatefulContainer(held)
    var reader = container.load().makeAsyncIterator()
    #expect(await reader.next() == .loading(nil))
    await held.begun.reaches(1)
    held.progress("connecting")
    #expect(container.state == .loading("connecting"))
    #expect(await reader.next() == .loading("connecting"))
    held.progress("waiting")
    #expect(await reader.next() == .loading("waiting"))
    held.end(.success(.content("tasks")))
    #expect(await reader.next() == .content("tasks", .idle))
  }

  @Test func `progress that is faster than its reader is skipped, and the end is not`() async {
    let held = HeldContent<String>()
    let container = StatefulContainer(held)
    let states = container.load()
    await held.begun.reaches(1)
    for count in 1...1_000 { held.progress(Reason("received", ["bytes": .number(count)])) }
    held.end(.success(.content("tasks")))
    await until { container.state == .content("tasks", .idle) }
    held.progress("too-late")
    let read = await collect(states)
    #expect(read.count <= 2, "\(read)")
    #expect(read.last == .content("tasks", .idle))
  }

  @Test func `the latest load wins`() async {
    let held = HeldContent<String>(heedsCancellation: false)
    let container = StatefulContainer(held)
    var first = container.load().makeAsyncIterator()
    #expect(await first.next() == .loading(nil))
    await held.begun.reaches(1)
    var second = container.load().makeAsyncIterator()
    #expect(await first.next() == nil)
    await held.cancelled.reaches(1)
    await held.begun.reaches(2)
    held.progress("too-late", load: 0)
    held.end(.success(.content("stale")), load: 0)
    #expect(container.state == .loading(nil))
    #expect(await second.next() == .loading(nil))
    held.end(.success(.content("fresh")), load: 1)
    #expect(await second.next() == .content("fresh", .idle))
    #expect(await second.next() == nil)
    #expect(container.state == .content("fresh", .idle))
  }

  @Test func `a reader of a superseded load that has not begun reads no end`() async {
    let held = HeldContent<String>()
    let container = StatefulContainer(held)
    let first = container.load()
    let second = container.load()
    #expect(await collect(first) == [.loading(nil)])
    await held.begun.reaches(1)
    container.cancel()
    #expect(await collect(second).last == .unloaded)
  }

  @Test func `a load can be presented by sequential calls`() async {
    let held = HeldContent<String>()
    let container = StatefulContainer(held)
    let seen = Mutex<[ViewState<String>]>([])
    container.load { state in seen.withLock { $0.append(state) } }
    #expect(seen.withLock { $0 } == [.loading(nil)])
    await held.begun.reaches(1)
    held.progress("connecting")
    held.end(.success(.content("tasks")))
    await until { seen.withLock { $0.count } == 3 }
    #expect(seen.withLock { $0 } == [.loading(nil), .loading("connecting"), .content("tasks", .idle)])
  }

  @Test func `a presenter may read the container's state, and cancel the load`() async {
    let held = HeldContent<String>()
    let container = StatefulContainer(held)
    let seen = Mutex<[ViewState<String>]>([])
    container.load { [weak container] state in
      #expect(container?.state == state)
      seen.withLock { $0.append(state) }
      container?.cancel()
    }
    #expect(seen.withLock { $0 } == [.loading(nil), .unloaded])
    await held.cancelled.reaches(1)
  }

  @Test func `a superseded load, or one of a freed container, is not presented`() async {
    let held = HeldContent<String>(heedsCancellation: false)
    let seen = Mutex<[ViewState<String>]>([])
    do {
      let container = StatefulContainer(held, timing: Timing(delay: .seconds(3_600)))
      container.load { state in seen.withLock { $0.append(state) } }
      await held.begun.reaches(1)
      container.load { state in seen.withLock { $0.append(state) } }
      await held.cancelled.reaches(1)
      await held.begun.reaches(2)
      held.end(.success(.content("stale")), load: 0)
      await held.ended.reaches(1)
    }
    await held.cancelled.reaches(2)
    held.end(.success(.content("late")), load: 1)
    await held.ended.reaches(2)
    #expect(seen.withLock { $0 }.isEmpty)
  }

  @Test func `many loads at once have one end`() async {
    let container = StatefulContainer(Loader<Int> { _ in .content(1) })
    let ends = await withTaskGroup(of: [ViewState<Int>].self) { group in
      for _ in 0..<50 { group.addTask { await collect(container.load()) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for states in ends { #expect(states.dropLast().allSatisfy { $0.isLoading }) }
    #expect(ends.contains { $0.last == .content(1, .idle) })
    #expect(container.state == .content(1, .idle))
  }
}

func collect<Content>(_ states: AsyncStream<ViewState<Content>>) async -> [ViewState<Content>] {
  var all: [ViewState<Content>] = []
  for await state in states { all.append(state) }
  return all
}
