import StateViews

/// Simulates the timetable service of an operator: the tram is slow, and the train fails in every other half minute.
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
    if transport == .train, now % 60 >= 30 { throw .failed(Failure(.sourceFailed)) }
    let fiveOClock = now - now % 86_400 + 18_000
    return Loaded(Departure.hour(of: transport, after: now), orEmpty: Reason("night", ["first": .moment(fiveOClock)]))
  }
}
