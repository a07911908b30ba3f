/// Work that lasts for a while, and its outcome.
final class Probe: Sendable {
  enum Event: Equatable, Sendable { case started, cancelled, ended }

  private let duration: Duration
  private let stream: AsyncStream<Event>
  private let events: AsyncStream<Event>.Continuation

  init(duration: Duration = .seconds(36_000)) {
    self.duration = duration
    (stream, events) = AsyncStream.makeStream()
  }

  func work() async {
    events.yield(.started)
    do {
      try await ContinuousClock().sleep(for: duration)
      events.yield(.ended)
    } catch {
      events.yield(.cancelled)
    }
  }

  func next() async -> Event? {
    for await event in stream { return event }
    return nil
  }

  /// Waits for the end of the work and returns whether it was cancelled. Otherwise it would last for hours.
  func isCancelled() async -> Bool { await next() == .cancelled }
}
