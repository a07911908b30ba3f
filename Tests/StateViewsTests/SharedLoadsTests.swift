import StatePagesTesting
import StateViews
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SharedLoadsTests {
  let loads = SharedLoads<String, String>()
  let held = HeldContent<String>()
  let told = Tally()

  @Test func `ten readers share one load`() async {
    let readers = (0..<10).map { _ in Task { await outcome() } }
    await held.begun.reaches(1)
    await joined(10)
    #expect(loads.inFlight == 1)
    held.end(.success(.content("tasks")))
    for reader in readers { #expect(await reader.value == .success(.content("tasks"))) }
    #expect(held.begun.count == 1)
    #expect(loads.inFlight == 0)
  }

  @Test func `a failure ends the load for all readers`() async {
    let readers = (0..<3).map { _ in Task { await outcome() } }
    await held.begun.reaches(1)
    await joined(3)
    held.end(.failure(.failed(Failure(.sourceFailed))))
    for reader in readers { #expect(await reader.value == .failure(.failed(Failure(.sourceFailed)))) }
    #expect(loads.inFlight == 0)
  }

  @Test func `another key is another load`() async {
    let one = Task { await outcome("one") }
    await held.begun.reaches(1)
    let other = Task { await outcome("other") }
    await held.begun.reaches(2)
    #expect(loads.inFlight == 2)
    held.end(.success(.content("first")), load: 0)
    held.end(.success(.content("second")), load: 1)
    #expect(await one.value == .success(.content("first")))
    #expect(await other.value == .success(.content("second")))
  }

  @Test func `nothing is retained after the end`() async {
    let first = Task { await outcome() }
    await held.begun.reaches(1)
    held.end(.success(.content("old")), load: 0)
    #expect(await first.value == .success(.content("old")))
    let second = Task { await outcome() }
    await held.begun.reaches(2)
    held.end(.success(.content("new")), load: 1)
    #expect(await second.value == .success(.content("new")))
  }

  @Test func `a cancelled reader leaves at once, and the load continues for the others`() async {
    let staying = Task { await outcome() }
    await held.begun.reaches(1)
    let leaving = Task { await outcome() }
    await joined(2)
    leaving.cancel()
    #expect(await leaving.value == .failure(.cancelled))
    #expect(held.cancelled.count == 0)
    #expect(loads.inFlight == 1)
    held.end(.success(.content("tasks")))
    #expect(await staying.value == .success(.content("tasks")))
  }

  @Test func `the last reader to leave cancels the load and frees its key, even if the loader ignores that`() async {
    let deaf = HeldContent<String>(heedsCancellation: false)
    let first = Task { await outcome(of: deaf) }
    await deaf.begun.reaches(1)
    first.cancel()
    #expect(await first.value == .failure(.cancelled))
    #expect(deaf.cancelled.count == 1)
    #expect(loads.inFlight == 0)

    let log = Log()
    let newcomer = Task { await outcome(of: deaf, progress: log.append) }
    await deaf.begun.reaches(2)
    deaf.progress("too-late", load: 0)
    deaf.end(.success(.content("stale")), load: 0)
    await deaf.ended.reaches(1)
    await othersGoFirst()
    #expect(loads.inFlight == 1)
    deaf.end(.success(.content("fresh")), load: 1)
    #expect(await newcomer.value == .success(.content("fresh")))
    #expect(log.stages.isEmpty)
  }

  @Test func `all loads can be cancelled at once, and later ones start anew`() async {
    let one = Task { await outcome("one") }
    await held.begun.reaches(1)
    let other = Task { await outcome("other") }
    await held.begun.reaches(2)
    loads.cancelAll()
    #expect(await one.value == .failure(.cancelled))
    #expect(await other.value == .failure(.cancelled))
    await held.cancelled.reaches(2)
    #expect(loads.inFlight == 0)
    let later = Task { await outcome("one") }
    await held.begun.reaches(3)
    held.end(.success(.content("fresh")), load: 2)
    #expect(await later.value == .success(.content("fresh")))
  }

  @Test func `a reader whose task is already cancelled starts nothing`() async {
    let reader = Task {
      await until { Task.isCancelled }
      return await outcome()
    }
    reader.cancel()
    #expect(await reader.value == .failure(.cancelled))
    #expect(loads.inFlight == 0)
    #expect(held.begun.count == 0)
  }

  @Test func `every reader gets the progress, and one that joins late gets the latest at once`() async {
    let early = Log()
    let late = Log()
    let first = Task { await outcome(progress: early.append) }
    await held.begun.reaches(1)
    held.progress("connecting")
    held.progress("waiting")
    #expect(early.stages == ["connecting", "waiting"])
    let second = Task { await outcome(progress: late.append) }
    await until { !late.stages.isEmpty }
    #expect(late.stages == ["waiting"])
    held.progress("received")
    held.end(.success(.content("tasks")))
    #expect(await first.value == .success(.content("tasks")))
    #expect(await second.value == .success(.content("tasks")))
    #expect(early.stages == ["connecting", "waiting", "received"])
    #expect(late.stages == ["waiting", "received"])
  }

  @Test func `progress reported from several threads reaches each reader in order`() async {
    let count = 200
    let logs = (0..<4).map { _ in Log() }
    let readers = logs.map { log in Task { await outcome(progress: log.append) } }
    await held.begun.reaches(1)
    let next = Next()
    await withDiscardingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<count / 4 {
            next.number { held.progress(Reason("received", ["count": .number($0)])) }
            await Task.yield()
          }
        }
      }
    }
    await until { logs.allSatisfy { $0.counts.last == count } }
    held.end(.success(.content("tasks")))
    for reader in readers { #expect(await reader.value == .success(.content("tasks"))) }
    for log in logs { #expect(log.counts == log.counts.sorted()) }
  }

  @Test func `many readers that join and leave all get a result`() async {
    let quick = Loader<String> { _ in
      await Task.yield()
      return .content("tasks")
    }
    await withDiscardingTaskGroup { group in
      for number in 0..<300 {
        group.addTask {
          let reader = Task { await outcome("\(number % 5)", of: quick) }
          if number % 3 == 0 { reader.cancel() }
          let end = await reader.value
          #expect(end == .success(.content("tasks")) || (number % 3 == 0 && end == .failure(.cancelled)))
        }
      }
    }
    #expect(loads.inFlight == 0)
  }

  @Test func `containers that share a load all show its end`() async {
    let containers = (0..<3).map { _ in StatefulContainer(held.shared(as: "list", in: loads)) }
    let readers = containers.map { container in Task { await collect(container.load()) } }
    await held.begun.reaches(1)
    held.progress("connecting")
    await until { containers.allSatisfy { $0.state == .loading("connecting") } }
    held.end(.success(.content("tasks")))
    for reader in readers { #expect(await reader.value.last == .content("tasks", .idle)) }
    #expect(held.begun.count == 1)
  }

  /// Waits until `count` readers have joined the first load, which each shows by receiving its progress.
  private func joined(_ count: Int) async {
    held.progress("connecting")
    await told.reaches(count)
  }

  private func outcome(
    _ key: String = "list",
    of content: (any StatefulContent<String>)? = nil,
    progress: (@Sendable (Reason) -> Void)? = nil
  ) async -> Result<Loaded<String>, Interruption> {
    do throws(Interruption) {
      return .success(
        try await (content ?? held).shared(as: key, in: loads).load { [told] in progress?($0) ?? told.increment() })
    } catch {
      return .failure(error)
    }
  }
}

/// A counter from 1 on that is incremented under a lock.
private final class Next: Sendable {
  private let last = Mutex(0)

  func number(_ use: (Int) -> Void) {
    last.withLock { last in
      last += 1
      use(last)
    }
  }
}

/// The stages that a reader received.
private final class Log: Sendable {
  private let told = Mutex<[Reason]>([])

  var stages: [Reason] { told.withLock { $0 } }

  var counts: [Int] {
    stages.compactMap { stage in
      switch stage.facts["count"] {
      case .number(let count, _): count
      case .text, .address, .intent, .numeral, .moment, nil: nil
      }
    }
  }

  func append(_ progress: Reason) { told.withLock { $0.append(progress) } }
}
