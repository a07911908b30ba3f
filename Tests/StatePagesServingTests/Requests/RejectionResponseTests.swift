import HTTPTypes
import HummingbirdCore
import NIOCore
import ServerSupport
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct RejectionResponseTests {
  @Test(arguments: [
    ("GET /ok HTTP/1.1\r\n\r\n", "400 Bad Request"),
    ("Good morning.\r\n\r\n", "400 Bad Request"),
    ("GET /", "408 Request Timeout"),
    ("GET /\(String(repeating: "x", count: 9000)) HTTP/1.1\r\n", "414 URI Too Long"),
    ("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 30_000))", "431 Request Header Fields Too Large"),
  ])
  func `a rejection has the given words and their length, and closes the connection`(
    request: String, status: String
  ) async throws {
    let builder = server(headTime: status.hasPrefix("408") ? .seconds(1) : .seconds(10))
    let answer = try await RunningServer.serving(routes(), by: builder) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send(request)
        return try await client.receiveToEnd()
      }
    }
    #expect(
      answer == """
        HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: 7\r\n\r\nno: \(status.prefix(3))
        """)
  }

  @Test func `a rejection has the given words for a connection beyond the limit, too`() async throws {
    let answer = try await RunningServer.serving(routes(), by: server()) { server in
      try await RawClient.connected(to: server.port) { first in
        try await first.get("/ok")
        _ = try await first.receive(upTo: "\r\n\r\nok")
        return try await RawClient.connected(to: server.port) { client in
          try await client.get("/ok")
          return try await client.receiveToEnd()
        }
      }
    }
    #expect(answer.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
    #expect(answer.hasSuffix("Connection: close\r\nContent-Length: 7\r\n\r\nno: 503"))
  }

  @Test func `a rejection of a HEAD request has no body`() async throws {
    let answer = try await RunningServer.serving(routes(), by: server()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("HEAD /ok HTTP/1.1\r\n\r\n")
        return try await client.receiveToEnd()
      }
    }
    #expect(answer.hasSuffix("Content-Length: 7\r\n\r\n"))
  }

  @Test func `a rejection is sent after the responses to earlier requests`() async throws {
    let probe = Probe(duration: .milliseconds(100))
    let answer = try await RunningServer.serving(routes(probe: probe), by: server()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/whole")
        try await client.get("/ok")
        try await client.send("GET /ok HTTP/1.1\r\n\r\n")
        try await client.get("/ok")
        return try await client.receiveToEnd()
      }
    }
    let answers = answer.split(separator: "HTTP/1.1 ")
    #expect(answers.map { $0.prefix(3) } == ["200", "200", "400"])
    #expect(answers.map { $0.lowercased().contains("connection: close") } == [false, false, true])
  }

  private func server(headTime: Duration = .seconds(10)) -> HTTPServerBuilder {
    var limits = ConnectionLimits()
    limits.headTime = headTime
    limits.connections = 1
    return .clientBound(limits) { status in
      RejectionResponse(
        status: status, headers: [.contentType: "text/plain", .connection: "keep-alive"],
        body: ByteBuffer(string: "no: \(status.code)"))
    }
  }
}
