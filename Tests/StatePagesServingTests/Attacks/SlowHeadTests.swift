import HummingbirdCore
import NIOCore
import ServerSupport
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct SlowHeadTests {
  private let clock = ContinuousClock()

  @Test func `a head that is sent byte by byte ends its connection after the time limit`() async throws {
    let (answers, start) = try await RunningServer.serving(routes(), by: server(idleTime: .seconds(1))) { server in
      let start = clock.now
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 1...20 {
          group.addTask {
            try await RawClient.connected(to: server.port) { client in
              for character in "GET /ok HTTP/1.1\r\nHost: localhost\r\nX-Slow: and slower\r\n" {
                try await client.sendAsMuchAsIsTaken("\(character)")
                try await Task.sleep(for: .milliseconds(40))
                if !client.isConnected { break }
              }
              // A reset, if a byte arrived after the end.
              do { return try await client.receiveToEnd() } catch is IOError { return "" }
            }
          }
        }
        try await othersAreAnswered(by: server)
        return try await group.reduce(into: []) { $0.append($1) }
      }
      return (answers, start)
    }
    #expect(answers.count == 20)
    #expect(answers.allSatisfy { $0.isEmpty })
    #expect(clock.now - start >= .seconds(1))
  }

  @Test func `an idle connection is closed without a response`() async throws {
    let builder = server(idleTime: .milliseconds(200))
    try await RunningServer.serving(routes(), by: builder) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/ok")
        _ = try await client.receive(upTo: "\r\n\r\nok")
        #expect(try await client.receiveToEnd().isEmpty)
      }
    }
  }

  @Test func `a response may take longer than this limit`() async throws {
    try await patiently { second in
      let probe = Probe(duration: second * 1.5)
      let builder = server(idleTime: second)
      return try await RunningServer.serving(routes(probe: probe), by: builder) { server in
        try await RawClient.connected(to: server.port) { client in
          try await client.get("/slow")
          guard try await client.receive(upTo: "0\r\n\r\n").contains("last words") else { return false }
          try await client.sendAsMuchAsIsTaken("GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n")
          return try await client.receive(upTo: "\r\n\r\nok").hasPrefix("HTTP/1.1 200")
        }
      }
    }
  }

  private func server(idleTime: Duration) -> HTTPServerBuilder {
    var limits = ConnectionLimits()
    limits.idleTime = idleTime
    return .clientBound(limits)
  }
}
