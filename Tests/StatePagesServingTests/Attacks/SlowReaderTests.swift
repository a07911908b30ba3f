import Hummingbird
import HummingbirdCore
import NIOCore
import ServerSupport
import Synchronization
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct SlowReaderTests {
  private let clock = ContinuousClock()

  @Test func `a client that reads nothing is disconnected, and its response cancelled`() async throws {
    let (router, ends, _) = endless()
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

  @Test func `a client that does not read a written response is disconnected`() async throws {
    let count = ConnectionCount(limits(stallTime: .seconds(1)))
    let builder = HTTPServerBuilder { responder in
      ClientBoundChannel(
        responder: responder, limits: limits(stallTime: .seconds(1)), refusing: { RejectionResponse(status: $0) },
        count: count)
    }
    try await RunningServer.serving(routes(), by: builder) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.stopReading()
        try await client.get("/large", headers: "Connection: close")
        while count.current != (1, 1) { try await clock.sleep(for: .milliseconds(20)) }
        while count.current != (0, 0) { try await clock.sleep(for: .milliseconds(20)) }
      }
    }
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

  // By default, Linux would buffer megabytes for each of a thousand clients.
  @Test func `little is buffered for a client that does not read`() async throws {
    // Not faster than the event loop learns that the socket is not writable.
    let (router, _, written) = endless(pace: .milliseconds(2))
    try await RunningServer.serving(router) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.stopReading()
        try await client.get("/endless")
        var last = -1
        while written.count > last {
          last = written.count
          try await clock.sleep(for: .milliseconds(500))
        }
        #expect((1..<(1 << 20)).contains(written.count))
      }
    }
  }

  /// An endless body, an event when it ends, and the number of bytes written.
  private func endless(pace: Duration = .zero) -> (Router<BasicRequestContext>, AsyncStream<Void>, Written) {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let written = Written()
    let router = routes()
    router.get("endless") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          defer { end.yield() }
          while !Task.isCancelled {
            try await writer.write(ByteBuffer(repeating: 97, count: 16 << 10))
            written.add(16 << 10)
            if pace > .zero { try await ContinuousClock().sleep(for: pace) }
          }
        })
    }
    return (router, ends, written)
  }

  private func limits(stallTime: Duration) -> ConnectionLimits {
    var limits = ConnectionLimits()
    limits.stallTime = stallTime
    return limits
  }

  private func server(stallTime: Duration) -> HTTPServerBuilder { .clientBound(limits(stallTime: stallTime)) }
}

/// Counts bytes.
private final class Written: Sendable {
  private let bytes = Mutex(0)

  var count: Int { bytes.withLock { $0 } }
  func add(_ number: Int) { bytes.withLock { $0 += number } }
}
