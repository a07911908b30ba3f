import Hummingbird
import HummingbirdCore
import NIOCore
import ServerSupport
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct SlowReaderTests {
  private let clock = ContinuousClock()

  @Test func `a client that reads nothing is disconnected, and its response cancelled`() async throws {
    let (router, ends) = endless()
    let start = try await RunningServer.serving(router, by: server(stallTime: .seconds(1))) { server in
      let start = clock.now
      try await withThrowingTaskGroup { group in
        for _ in 1...10 {
          group.addTask {
            try await RawClient.connected(to: server.port) { client in
              try await client.stopReading()
              try await client.get("/endless")
              var iterator = ends.makeAsyncIterator()
              #expect(await iterator.next() != nil)
            }
          }
        }
        try await othersAreAnswered(by: server)
        try await group.waitForAll()
      }
      return start
    }
    #expect(clock.now - start >= .seconds(1))
  }

  @Test func `a slow client gets the whole response`() async throws {
    try await patiently { second in
      try await RunningServer.serving(routes(), by: server(stallTime: second)) { server in
        try await RawClient.connected(to: server.port) { client in
          let start = clock.now
          try await client.get("/large", headers: "Connection: close")
          _ = try await client.receive(upTo: "\r\n\r\n")
          var length = 0
          do {
            while let piece = try await client.receiveSome() {
              length += piece
              if clock.now - start < second * 1.5, length < 30 << 20 { try await clock.sleep(for: second / 80) }
            }
          } catch is IOError {
            return false
          }
          // Otherwise the client was not slow.
          return length == 32 << 20 && clock.now - start > second
        }
      }
    }
  }

  /// An endless body, and an event when it ends.
  private func endless() -> (Router<BasicRequestContext>, AsyncStream<Void>) {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let router = routes()
    router.get("endless") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          defer { end.yield() }
          while !Task.isCancelled { try await writer.write(ByteBuffer(repeating: 97, count: 16 << 10)) }
        })
    }
    return (router, ends)
  }

  private func server(stallTime: Duration) -> HTTPServerBuilder {
    var limits = ConnectionLimits()
    limits.stallTime = stallTime
    return .clientBound(limits)
  }
}
