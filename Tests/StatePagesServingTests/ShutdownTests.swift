import ServerSupport
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct ShutdownTests {
  let clock = ContinuousClock()

  @Test func `an idle connection does not delay the shutdown`() async throws {
    // With a delay, the shutdown would take hours.
    try await RunningServer.serving(routes(), shutdownDeadline: .seconds(36_000)) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/ok")
        #expect(try await client.receive(upTo: "\r\n\r\nok").contains("200 OK"))
        await server.beginShutdown()
        try await server.end()
        #expect(try await client.receiveToEnd().isEmpty)
      }
    }
  }

  @Test func `a response that has begun is finished with Connection: close, also for a slow client`() async throws {
    let answer = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/large")
        _ = try await client.receive(upTo: "\r\n\r\n")
        await server.beginShutdown()
        try await clock.sleep(for: .milliseconds(300))
        return try await client.receiveToEnd().utf8.count
      }
    }
    #expect(answer == 32 << 20)
  }

  @Test(arguments: ["GET /slow", "POST /slow"])
  func `work that outlasts the deadline is cancelled, and the server ends`(request: String) async throws {
    let probe = Probe()
    let start = try await RunningServer.serving(routes(probe: probe), shutdownDeadline: .seconds(1)) { server in
      let start = clock.now
      try await RawClient.connected(to: server.port) { client in
        try await client.send("\(request) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await probe.next() == .started)
        await server.beginShutdown()
        try await server.end()
        #expect(try await !client.receiveToEnd().contains("done"))
      }
      return start
    }
    #expect(await probe.next() == .cancelled)
    #expect(clock.now - start >= .seconds(1))
  }

  @Test(arguments: ["keep-alive", "close"])
  func `a client that reads nothing cannot delay the shutdown beyond the deadline`(connection: String) async throws {
    let start = try await RunningServer.serving(routes(), shutdownDeadline: .seconds(1)) { server in
      let start = clock.now
      try await RawClient.connected(to: server.port) { client in
        try await client.stopReading()
        try await client.get("/large", headers: "Connection: \(connection)")
        try await clock.sleep(for: .milliseconds(300))
        await server.beginShutdown()
        try await server.end()
      }
      return start
    }
    #expect(clock.now - start >= .seconds(1))
  }
}
