import HummingbirdCore
import ServerSupport
import Testing

@testable import Serving

@Suite(.timeLimit(.minutes(1)))
struct SlowHeadTests {
  private let clock = ContinuousClock()

  @Test func `a head that comes byte by byte is answered with 408 when its time is over`() async throws {
    let (answers, start) = try await RunningServer.serving(routes(), by: server(headTime: .seconds(1))) { server in
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
              return try await client.receiveToEnd()
            }
          }
        }
        try await othersAreAnswered(by: server)
        return try await group.reduce(into: []) { $0.append($1) }
      }
      return (answers, start)
    }
    #expect(answers.count == 20)
    #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 408 Request Timeout\r\n") })
    #expect(((.seconds(1))...(.seconds(20))).contains(clock.now - start))
  }

  @Test func `who says nothing is told nothing`() async throws {
    let answer = try await RunningServer.serving(routes(), by: server(headTime: .milliseconds(200))) { server in
      try await RawClient.connected(to: server.port) { client in try await client.receiveToEnd() }
    }
    #expect(answer.isEmpty)
  }

  @Test func `a second request has its time from its first byte`() async throws {
    let builder = server(headTime: .seconds(2))
    try await RunningServer.serving(routes(), by: builder) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/ok")
        _ = try await client.receive(upTo: "\r\n\r\nok")
        try await clock.sleep(for: .milliseconds(2500))
        let start = clock.now
        try await client.send("G")
        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 408 "))
        #expect(clock.now - start >= .milliseconds(1999))
      }
    }
  }

  @Test func `an idle connection is closed without a word`() async throws {
    let builder = server(headTime: .seconds(10), idleTime: .milliseconds(200))
    try await RunningServer.serving(routes(), by: builder) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/ok")
        _ = try await client.receive(upTo: "\r\n\r\nok")
        #expect(try await client.receiveToEnd().isEmpty)
      }
    }
  }

  @Test func `an answer may take longer than any of that`() async throws {
    let probe = Probe(duration: .seconds(3))
    let builder = server(headTime: .seconds(2), idleTime: .seconds(2))
    try await RunningServer.serving(routes(probe: probe), by: builder) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/slow")
        #expect(try await client.receive(upTo: "0\r\n\r\n").contains("last words"))
        try await client.get("/ok")
        #expect(try await client.receive(upTo: "\r\n\r\nok").hasPrefix("HTTP/1.1 200"))
      }
    }
  }

  private func server(headTime: Duration, idleTime: Duration = .seconds(60)) -> HTTPServerBuilder {
    var limits = ConnectionLimits()
    limits.headTime = headTime
    limits.idleTime = idleTime
    return .clientBound(limits)
  }
}
