import HummingbirdCore
import NIOCore
import NIOPosix
import ServerSupport
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct FloodTests {
  @Test func `one address gets its share, then 503, and others are answered`() async throws {
    var limits = ConnectionLimits()
    limits.connectionsPerAddress = 5
    try await RunningServer.serving(routes(), by: .clientBound(limits)) { server in
      let statuses = try await holding(100, to: server) { try await othersAreAnswered(by: server) }
      #expect(statuses["200"] == 5)
      // More if the machine is so busy that the first refused connections have closed in the meantime.
      #expect(statuses["503", default: 0] >= ConnectionCount.mostRefused)
      #expect(statuses["503", default: 0] + statuses["reset", default: 0] == 95)
      // After they disconnect, the address is served again.
      while try await holding(1, to: server, while: {}) != ["200": 1] {}
    }
  }

  @Test func `the total number of connections is limited, for exempt addresses too`() async throws {
    var limits = ConnectionLimits()
    limits.connections = 20
    limits.connectionsPerAddress = 5
    limits.isExempt = { $0.ipAddress == "127.0.0.1" }
    try await RunningServer.serving(routes(), by: .clientBound(limits)) { server in
      var statuses = try await holding(15, to: server) { try await othersAreAnswered(by: server) }
      #expect(statuses == ["200": 15])
      while try await holding(20, to: server, while: {}) != ["200": 20] {}
      statuses = try await holding(20, to: server) {
        try await RawClient.connected(to: server.port, from: "127.0.0.2") { client in
          try await client.get("/ok")
          #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        }
      }
      #expect(statuses == ["200": 20])
    }
  }

  @Test func `two thousand short connections leak nothing`() async throws {
    let count = ConnectionCount(ConnectionLimits())
    let builder = HTTPServerBuilder { responder in
      ClientBoundChannel(
        responder: responder, limits: ConnectionLimits(), refusing: { RejectionResponse(status: $0) }, count: count)
    }
    try await RunningServer.serving(routes(), by: builder) { server in
      try await withThrowingTaskGroup { group in
        for part in 0..<2 {
          group.addTask { try await ShortConnections.make(1000, to: server.port, from: "127.0.0.\(10 + part)") }
        }
        try await group.waitForAll()
      }
      while count.current != (0, 0) { try await ContinuousClock().sleep(for: .milliseconds(10)) }
      try await othersAreAnswered(by: server)
    }
  }

  /// Opens connections one after the other and keeps them open while `body` runs.
  ///
  /// - Returns: The number of connections by status, or `reset`.
  private func holding(
    _ number: Int, to server: RunningServer, while body: @escaping () async throws -> Void
  ) async throws -> [String: Int] {
    guard number > 0 else {
      try await body()
      return [:]
    }
    do {
      return try await RawClient.connected(to: server.port) { client in
        try await client.get("/ok")
        let status = try await client.receive(upTo: "\r\n\r\n").dropFirst("HTTP/1.1 ".count).prefix(3)
        var statuses = try await holding(number - 1, to: server, while: body)
        statuses[status.isEmpty ? "reset" : String(status), default: 0] += 1
        return statuses
      }
    } catch is NIOConnectionError, is ChannelError, is IOError {
      var statuses = try await holding(number - 1, to: server, while: body)
      statuses["reset", default: 0] += 1
      return statuses
    }
  }
}
