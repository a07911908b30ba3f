import Hummingbird
import NIOCore
import ServerSupport
import Synchronization
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct KeepAliveTests {
  @Test func `ten thousand requests on one connection leak nothing`() async throws {
    let alive = Alive()
    let router = routes()
    router.get("counted") { _, _ in
      let token = alive.token()
      return Response(
        status: .ok,
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: token.text))
          try await writer.finish(nil)
        }
      )
    }
    try await RunningServer.serving(router) { server in
      try await RawClient.connected(to: server.port) { client in
        for _ in 1...100 {
          for _ in 1...100 { try await client.get("/counted") }
          for _ in 1...100 { #expect(try await client.receive(upTo: "0\r\n\r\n").contains("200 OK")) }
        }
        try await client.get("/ok")  // otherwise the last response may not have ended yet
        #expect(try await client.receive(upTo: "\r\n\r\nok").contains("200 OK"))
        #expect(alive.count == 0, "and the connection is still open")
      }
    }
  }
}

/// Counts live objects.
private final class Alive: Sendable {
  private let tokens = Mutex(0)

  var count: Int { tokens.withLock { $0 } }
  func token() -> Token { Token(self) }

  final class Token: Sendable {
    let text = "done."
    private let alive: Alive

    init(_ alive: Alive) {
      self.alive = alive
      alive.tokens.withLock { $0 += 1 }
    }

    deinit { alive.tokens.withLock { $0 -= 1 } }
  }
}
