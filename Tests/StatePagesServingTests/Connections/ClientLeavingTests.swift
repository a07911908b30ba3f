import Hummingbird
import HummingbirdCore
import NIOCore
import ServerSupport
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct ClientLeavingTests {
  @Test(arguments: ["/slow", "/whole"])
  func `a client that closes midway cancels the work`(path: String) async throws {
    let probe = Probe()
    let isCancelled = try await RunningServer.serving(routes(probe: probe)) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get(path)
        #expect(await probe.next() == .started)
        try await client.leave()
        return await probe.isCancelled()
      }
    }
    #expect(isCancelled)
  }

  @Test(arguments: ["PROPFIND", "REPORT"])
  func `a client that leaves ends what only reads`(method: String) async throws {
    let probe = Probe()
    let isCancelled = try await RunningServer.serving(routes(probe: probe)) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("\(method) /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        #expect(await probe.next() == .started)
        try await client.leave()
        return await probe.isCancelled()
      }
    }
    #expect(isCancelled)
  }

  @Test func `a client that resets the connection cancels the work`() async throws {
    let probe = Probe()
    let isCancelled = try await RunningServer.serving(routes(probe: probe)) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/slow")
        #expect(await probe.next() == .started)
        try await client.slamTheDoor()
        return await probe.isCancelled()
      }
    }
    #expect(isCancelled)
  }

  @Test func `a client that only stops sending counts as disconnected`() async throws {
    let probe = Probe()
    let (isCancelled, rest) = try await RunningServer.serving(routes(probe: probe)) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/slow")
        #expect(await probe.next() == .started)
        client.stopSending()
        return (await probe.isCancelled(), try await client.receiveToEnd())
      }
    }
    #expect(isCancelled)
    #expect(!rest.contains("last words"))
  }

  // Requests that exceed the socket's buffers delay the notification. That is TCP; the limits on bodies bound it.
  @Test func `a client that disconnects with unread requests in its pipeline cancels the work`() async throws {
    let probe = Probe()
    let isCancelled = try await RunningServer.serving(routes(probe: probe)) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/slow")
        #expect(await probe.next() == .started)
        for _ in 1...50 { try await client.get("/ok") }
        try await client.leave()
        return await probe.isCancelled()
      }
    }
    #expect(isCancelled)
  }

  @Test(arguments: ["POST", "PUT", "DELETE"])
  func `what may change something is handled to its end though its client disconnects`(method: String) async throws {
    let probe = Probe(duration: .milliseconds(300))
    try await RunningServer.serving(routes(probe: probe)) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("\(method) /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        try await client.leave()
        #expect(await probe.next() == .started)
        #expect(await probe.next() == .ended)
      }
    }
  }

  @Test func `a form received before its client disconnected does not begin cancelled`() async throws {
    let probe = Probe(duration: .milliseconds(1))
    try await RunningServer.serving(routes(probe: probe)) { server in
      for _ in 1...100 {
        try await RawClient.connected(to: server.port) { client in
          try await client.send("POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
          try await client.leave()
        }
        #expect(await probe.next() == .started)
        #expect(await probe.next() == .ended)
      }
    }
  }

  @Test func `other clients are served after a disconnect, each on one connection`() async throws {
    let probe = Probe()
    try await RunningServer.serving(routes(probe: probe)) { server in
      try await RawClient.connected(to: server.port) { other in
        try await other.get("/ok")
        #expect(try await other.receive(upTo: "\r\n\r\nok").contains("200 OK"))

        try await RawClient.connected(to: server.port) { client in
          try await client.get("/slow")
          #expect(await probe.next() == .started)
          try await client.leave()
        }
        #expect(await probe.next() == .cancelled)

        for _ in 1...3 {
          try await other.get("/quick")
          #expect(try await other.receive(upTo: "0\r\n\r\n").contains("done."))
        }
      }
    }
  }

  @Test func `a streamed body reaches the client piece by piece`() async throws {
    let (pieces, piece) = AsyncStream.makeStream(of: String.self)
    let router = routes()
    router.get("pieces") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          for await piece in pieces { try await writer.write(ByteBuffer(string: piece)) }
          try await writer.finish(nil)
        }
      )
    }
    try await RunningServer.serving(router) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/pieces")
        for text in ["first", "second", "third"] {
          piece.yield(text)
          // The next piece is written only after this one was received.
          #expect(try await client.receive(upTo: text).hasSuffix(text))
        }
        piece.finish()
        #expect(try await client.receive(upTo: "0\r\n\r\n") == "\r\n0\r\n\r\n")
      }
    }
  }

  @Test func `a truncated form is never accepted as complete`() async throws {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self)
    let (begins, begun) = AsyncStream.makeStream(of: Void.self)
    let router = routes()
    router.post("form") { request, _ in
      begun.yield()
      do {
        var request = request
        let body = try await request.collectBody(upTo: 1000)
        outcome.yield(true)
        return "\(body.readableBytes)"
      } catch {
        outcome.yield(false)
        throw error
      }
    }
    try await RunningServer.serving(router) { server in
      for leave in [RawClient.leave, RawClient.slamTheDoor] {
        try await RawClient.connected(to: server.port) { client in
          try await client.send("POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\ntitle=Buy")
          var begins = begins.makeAsyncIterator()
          await begins.next()
          try await leave(client)()
        }
        var iterator = outcomes.makeAsyncIterator()
        #expect(await iterator.next() == false)
      }
    }
  }
}
