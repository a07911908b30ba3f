import ServerSupport
import Testing

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
