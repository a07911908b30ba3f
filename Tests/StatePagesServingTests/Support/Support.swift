import ServerSupport
import Testing

/// Tries a check that depends on time with units of 1, 8 and 64 seconds, for the sake of busy machines. It fails if the last try
/// fails.
func patiently(
  _ at: SourceLocation = #_sourceLocation, _ holds: (_ second: Duration) async throws -> Bool
) async throws {
  for seconds in [1, 8, 64] {
    if try await holds(.seconds(seconds)) { return }
  }
  Issue.record("it did not hold, however much time there was", sourceLocation: at)
}

/// Expects that another client, at another address, is served: on one connection, and on a new one for each request.
func othersAreAnswered(by server: RunningServer, _ at: SourceLocation = #_sourceLocation) async throws {
  try await RawClient.connected(to: server.port, from: "127.0.0.2") { client in
    for _ in 1...3 {
      try await client.get("/ok")
      #expect(try await client.receive(upTo: "\r\n\r\nok").hasPrefix("HTTP/1.1 200"), sourceLocation: at)
    }
  }
  for _ in 1...3 {
    try await RawClient.connected(to: server.port, from: "127.0.0.2") { client in
      try await client.get("/ok", headers: "Connection: close")
      #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 200"), sourceLocation: at)
    }
  }
}

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
