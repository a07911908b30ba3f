import StateViews

/// Simulates the timetable service of an operator: the tram is slow. The train fails in every other half minute, and before that now and
/// then.
/// No answer takes longer than a page waits; the client of a real service needs a time limit of its own.
struct SimulatedOperator: StatefulContent {
  let transport: TransportOperator
  let now: @Sendable () -> Int64
  let clock: any Clock<Duration>

  func load(progress: @escaping @Sendable (Reason) -> Void) async throws(Interruption) -> Loaded<[Departure]> {
    do {
      progress("connecting")
      try await clock.sleep(for: .milliseconds(transport == .tram ? 1_000 : 20))
      progress("reading")
      try await clock.sleep(for: .milliseconds(transport == .tram ? 6_000 : 40))
    } catch {
      throw .cancelled
    }
    let now = now()
    if transport == .train, now % 60 >= 30 || now % 4 < 2 { throw .failed(Failure(.sourceFailed)) }
    let fiveOClock = now - now % 86_400 + 18_000
    return Loaded(Departure.hour(of: transport, after: now), orEmpty: Reason("night", ["first": .moment(fiveOClock)]))
  }
}

extension StatefulContent<[Departure]> {
  /// The departures, asked for once more: an operator that fails now and then answers the second time.
  func askingAgain(after pause: Duration = .seconds(2), clock: any Clock<Duration>) -> Loader<[Departure]> {
    retrying(after: [pause], clock: clock) { Reason("again", ["attempt": .number($0)]) }
  }
}

/// Simulates the news of an operator: the bus has none, those of the tram take three seconds, and those of the train can't be read.
struct SimulatedNews: StatefulContent {
  let transport: TransportOperator
  let clock: any Clock<Duration>

  func load(progress: @escaping @Sendable (Reason) -> Void) async throws(Interruption) -> Loaded<[News]> {
    switch transport {
    case .bus: return .empty("none")
    case .tram:
      do { try await clock.sleep(for: .seconds(3)) } catch { throw .cancelled }
      return .content([News(text: "From Monday the tram to the Harbour leaves from platform 2.")])
    case .train: throw .failed(Failure(.sourceFailed))
    }
  }
}
