import StatePagesTesting
import StateViews
import Synchronization
import Testing

struct ContentModifierTests {
  private struct Mishap: Error {}

  @Test(
    arguments: [
      (Mishap(), .failed(Failure(.sourceFailed))), (CancellationError(), .cancelled),
      (Interruption.cancelled, .cancelled), (Failure(.gone, "closed"), .failed(Failure(.gone, "closed"))),
      (Interruption.failed(Failure(.timedOut)), .failed(Failure(.timedOut))),
    ] as [(any Error, Interruption)])
  func `a loader of any error keeps failures, and turns others into one with a cause`(
    error: any Error, interruption: Interruption
  ) async {
    let content = Loader<Int>(catching: .sourceFailed) { _ in throw error }
    let told = await #expect(throws: Interruption.self) { try await content.load { _ in } }
    #expect(told == interruption)
    if case .failed(let failure)? = told, error is Mishap { #expect(failure.cause?.contains("Mishap") == true) }
  }

  @Test func `a time limit ends a load that ignores cancellation, and passes its progress on`() async throws {
    let (clock, held) = (ManualClock(), HeldContent<Int>(heedsCancellation: false))
    let stages = Mutex<[String]>([])
    let limited = held.timeLimit(.seconds(1), clock: clock)
    let load = Task { try await limited.load { progress in stages.withLock { $0.append(progress.name) } } }
    await held.begun.reaches(1)
    held.progress("asking")
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    let end = await load.result
    #expect(throws: Interruption.failed(Failure(.timedOut))) { try end.get() }
    #expect(stages.withLock { $0 } == ["asking"])
    held.end(.success(.content(1)))
  }

  @Test func `a load that fails is tried again after pauses, which are stages, as long as that can help`() async throws
  {
    let clock = ManualClock()
    let stages = Mutex<[String]>([])
    let tries = Tally()
    func content(_ failures: [Failure]) -> Loader<Int> {
      Loader { _ throws(Interruption) in
        tries.increment()
        guard tries.count > failures.count else { throw .failed(failures[tries.count - 1]) }
        return .content(tries.count)
      }
    }
    let flaky = content([Failure(.sourceFailed, "busy", retry: .now), Failure(.sourceFailed, "busy", retry: .now)])
      .retrying(after: [.seconds(1), .seconds(2)], clock: clock) { Reason("attempt-\($0)") }
    let load = Task { try await flaky.load { progress in stages.withLock { $0.append(progress.name) } } }
    for pause in [1, 2] {
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(pause))
    }
    #expect(try await load.value == .content(3))
    #expect(stages.withLock { $0 } == ["attempt-2", "attempt-3"])
  }

  @Test(arguments: [Failure.Retry.never, .after(.seconds(60))])
  func `a failure that no retry can help, or a later one only, is not tried again`(retry: Failure.Retry) async {
    let tries = Tally()
    let failure = Failure(.sourceFailed, "gone", retry: retry)
    let content = Loader<Int> { _ throws(Interruption) in
      tries.increment()
      throw .failed(failure)
    }
    await #expect(throws: Interruption.failed(failure)) {
      try await content.retrying(after: [.seconds(1)]).load { _ in }
    }
    #expect(tries.count == 1)
  }

  @Test(arguments: [.content(2), .empty("none"), .other("asleep")] as [Loaded<Int>])
  func `a time limit leaves a load in time as it is`(end: Loaded<Int>) async throws {
    #expect(try await Loader(end).timeLimit(.seconds(60)).load { _ in } == end)
  }

  @Test func `a reader who leaves cancels a load with a time limit`() async {
    let (clock, held) = (ManualClock(), HeldContent<Int>())
    let limited = held.timeLimit(.seconds(1), clock: clock)
    let load = Task { try await limited.load { _ in } }
    await held.begun.reaches(1)
    load.cancel()
    await held.cancelled.reaches(1)
    let end = await load.result
    #expect(throws: Interruption.cancelled) { try end.get() }
  }

  @Test(
    arguments: [
      .success(.content(1)), .success(.empty("none")), .failure(.failed(Failure(.gone))), .failure(.cancelled),
    ]
      as [Result<Loaded<Int>, Interruption>])
  func `the end of a load is recorded, whatever it is`(end: Result<Loaded<Int>, Interruption>) async {
    let recorded = Mutex<[Result<Loaded<Int>, Interruption>]>([])
    let content = Loader<Int> { _ throws(Interruption) in try end.get() }.onEnd { end in
      recorded.withLock { $0.append(end) }
    }
    switch await Task(operation: { try await content.load { _ in } }).result {
    case .success(let loaded): #expect(end == .success(loaded))
    case .failure(let error): #expect(end == .failure(error as? Interruption ?? .cancelled))
    }
    #expect(recorded.withLock { $0 } == [end])
  }

  @Test func `content is transformed, and passed on when it was loaded`() async throws {
    let kept = Mutex<[Int]>([])
    let doubled = Loader<Int>(.content(4)).onContent { number in kept.withLock { $0.append(number) } }.map {
      "\($0 * 2)"
    }
    #expect(try await doubled.load { _ in } == .content("8"))
    #expect(kept.withLock { $0 } == [4])
    #expect(try await Loader<Int>(.empty("none")).map { $0 + 1 }.load { _ in } == .empty("none"))
    #expect(try await Loader<Int>(.other("asleep")).onContent { _ in Issue.record() }.load { _ in } == .other("asleep"))
  }

  @Test func `content can lead to a reason or to a failure, and a reason stays`() async throws {
    func half(of end: Loaded<Int>) async -> Result<Loaded<Int>, Interruption> {
      let half = Loader(end).flatMap { number throws(Failure) in
        if number < 0 { throw Failure(.invalid) }
        return number < 2 ? .empty("too-small") : .content(number / 2)
      }
      do throws(Interruption) { return .success(try await half.load { _ in }) } catch { return .failure(error) }
    }
    #expect(await half(of: .content(8)) == .success(.content(4)))
    #expect(await half(of: .content(1)) == .success(.empty("too-small")))
    #expect(await half(of: .content(-1)) == .failure(.failed(Failure(.invalid))))
    #expect(await half(of: .other("asleep")) == .success(.other("asleep")))
  }

  @Test func `a state of one's own follows from a load, and a later load replaces it`() {
    let state = ViewState<Int>.loading(nil).after(.ended(.success(.other("asleep"))))
    #expect(state == .other("asleep") && state.name == "other" && state.content == nil && !state.isLoading)
    #expect(state.after(.started) == .loading(nil))
    #expect(state.after(.ended(.failure(.cancelled))) == .other("asleep"))
    #expect(state.after(.ended(.failure(.failed(Failure(.gone))))) == .failed(Failure(.gone)))
  }
}
