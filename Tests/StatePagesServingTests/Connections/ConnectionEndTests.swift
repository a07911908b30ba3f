import ServerSupport
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct ConnectionEndTests {
  let clock = ContinuousClock()

  @Test func `pipelined requests are answered in order`() async throws {
    let answers = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        for path in ["/quick", "/ok", "/quick"] { try await client.get(path) }
        try await client.get("/ok", headers: "Connection: close")
        return try await client.receiveToEnd()
      }
    }
    let bodies = answers.split(separator: "HTTP/1.1 200 OK").map { answer in
      answer.split(separator: "\r\n\r\n").dropFirst().joined()
    }
    #expect(bodies == ["5\r\ndone.\r\n0", "ok", "5\r\ndone.\r\n0", "ok"])
  }

  @Test(arguments: ["close", "Close", "TE, close"])
  func `the connection is closed after the response to a request with Connection: close`(wish: String) async throws {
    let answer = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/ok", headers: "Connection: \(wish)")
        try await client.get("/ok")  // never answered
        return try await client.receiveToEnd()
      }
    }
    #expect(answer.lowercased().contains("connection: close\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nok"))
    #expect(answer.split(separator: "200 OK").count == 2)
  }

  @Test func `an HTTP 1.0 client gets an unchunked response, and the connection is closed`() async throws {
    let answer = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("GET /quick HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        return try await client.receiveToEnd()
      }
    }
    #expect(answer.hasPrefix("HTTP/1.0 200 OK"))
    #expect(!answer.contains("transfer-encoding"))
    #expect(answer.hasSuffix("\r\n\r\ndone."))
  }

  @Test func `an unread body does not block the next request`() async throws {
    try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("POST /unread HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n")
        try await client.send(String(repeating: "x", count: 2_000_000))
        #expect(try await client.receive(upTo: "never read").contains("200 OK"))
        try await client.get("/ok")
        #expect(try await client.receive(upTo: "\r\n\r\nok").contains("200 OK"))
      }
    }
  }

  @Test(arguments: ["POST /unread HTTP/1.1\r\nConnection: close", "POST /too-large HTTP/1.1"])
  func `a client that sends everything before it reads gets a response that closes`(request: String) async throws {
    let answer = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("\(request)\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n")
        for _ in 1...16 { try await client.send(String(repeating: "x", count: 1_000_000)) }
        return try await client.receiveToEnd()
      }
    }
    #expect(answer.lowercased().contains("connection: close\r\n"))
    #expect(answer.hasSuffix("never read") || answer.hasSuffix("too large"))
  }

  @Test func `a slow client gets the whole response, though its request ends in the meantime`() async throws {
    let length = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("POST /refused-at-length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n")
        _ = try await client.receive(upTo: "\r\n\r\n")
        try await client.send("hello")
        try await clock.sleep(for: .milliseconds(300))
        return try await client.receiveToEnd().utf8.count
      }
    }
    #expect(length == 32 << 20)
  }

  @Test func `a client that never ends its body is disconnected after a while`() async throws {
    let start = try await RunningServer.serving(routes()) { server in
      let start = clock.now
      try await RawClient.connected(to: server.port) { client in
        try await client.send("POST /too-large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n")
        #expect(try await client.receiveToEnd().hasSuffix("too large"))
        while client.isConnected {
          // The client learns of the disconnect at its next write.
          do { try await client.send("x") } catch { break }
          try await clock.sleep(for: .milliseconds(50))
        }
      }
      return start
    }
    #expect(clock.now - start >= .seconds(4))
  }

  @Test func `bytes that are not HTTP are answered with 400, and the connection is closed`() async throws {
    let answer = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("Good morning.\r\n\r\n" + String(repeating: "x", count: 1_000_000))
        return try await client.receiveToEnd()
      }
    }
    #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request"))
    #expect(answer.lowercased().contains("connection: close\r\n"))
  }
}
