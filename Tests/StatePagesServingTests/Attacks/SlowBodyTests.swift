import Hummingbird
import HummingbirdCore
import NIOCore
import ServerSupport
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct SlowBodyTests {
  private let clock = ContinuousClock()
  private let form = "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"

  @Test func `a body that is sent byte by byte is answered with 408 after its time limit`() async throws {
    let (router, outcomes) = forms()
    let (answers, start) = try await RunningServer.serving(router, by: server(bodyTime: .seconds(1))) { server in
      let start = clock.now
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 1...20 {
          group.addTask {
            try await RawClient.connected(to: server.port) { client in
              try await client.send(form)
              while client.isConnected {
                try await client.sendAsMuchAsIsTaken("x")
                try await Task.sleep(for: .milliseconds(20))
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
    #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 408 ") && $0.count { $0 == "/" } == 1 })
    #expect(clock.now - start >= .seconds(1))
    var iterator = outcomes.makeAsyncIterator()
    for _ in 1...20 { #expect(await iterator.next() == .cutOff) }
  }

  @Test func `the connection of an unread body is closed after the response and the time limit`() async throws {
    try await patiently { second in
      let answer = try await RunningServer.serving(routes(), by: server(bodyTime: second)) { server in
        try await RawClient.connected(to: server.port) { client in
          try await client.send("POST /unread HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx")
          return try await client.receiveToEnd()
        }
      }
      return answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("\r\n\r\nnever read")
    }
  }

  @Test func `an unread body is answered with 408 if the response takes longer than the time limit`() async throws {
    let probe = Probe()
    let builder = server(bodyTime: .seconds(1))
    let answer = try await RunningServer.serving(routes(probe: probe), by: builder, shutdownDeadline: .seconds(1)) {
      server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx")
        return try await client.receiveToEnd()
      }
    }
    #expect(answer.hasPrefix("HTTP/1.1 408 "))
  }

  @Test func `time that the handler takes does not count against the body`() async throws {
    try await patiently { second in
      let (router, outcomes) = forms(after: second * 2)
      let answer = try await RunningServer.serving(router, by: server(bodyTime: second)) { server in
        try await RawClient.connected(to: server.port) { client in
          // More than the buffers hold, so that the handler has to read for the rest to be received.
          try await client.send("POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n")
          for _ in 1...16 { try await client.sendAsMuchAsIsTaken(String(repeating: "x", count: 1_000_000)) }
          return try await client.receive(upTo: "taken")
        }
      }
      guard answer.hasPrefix("HTTP/1.1 200") else { return false }
      var iterator = outcomes.makeAsyncIterator()
      return await iterator.next() == .whole(16_000_000)
    }
  }

  @Test func `a response that began before the body timed out is cut off`() async throws {
    let router = routes()
    router.post("early") { request, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: "begun"))
          for try await _ in request.body {}
          try await writer.write(ByteBuffer(string: "ended"))
          try await writer.finish(nil)
        })
    }
    try await patiently { second in
      let answer = try await RunningServer.serving(router, by: server(bodyTime: second)) { server in
        try await RawClient.connected(to: server.port) { client in
          try await client.send("POST /early HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx")
          guard try await client.receive(upTo: "begun").hasSuffix("begun") else { return "" }
          return try await client.receiveToEnd()
        }
      }
      // Without the last chunk.
      return answer == "\r\n"
    }
  }

  private enum Outcome: Equatable { case whole(Int), cutOff }

  private func forms(after delay: Duration = .zero) -> (Router<BasicRequestContext>, AsyncStream<Outcome>) {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Outcome.self)
    let router = routes()
    router.post("form") { request, _ in
      try await ContinuousClock().sleep(for: delay)
      do {
        var request = request
        outcome.yield(.whole(try await request.collectBody(upTo: 20_000_000).readableBytes))
      } catch {
        outcome.yield(.cutOff)
        throw error
      }
      return "taken"
    }
    return (router, outcomes)
  }

  private func server(bodyTime: Duration) -> HTTPServerBuilder {
    var limits = ConnectionLimits()
    limits.bodyTime = bodyTime
    return .clientBound(limits)
  }
}
