import Foundation
import Hummingbird
import NIOCore
import ServerSupport
import Testing

@testable import StatePagesServing

/// An ambiguous end of a request would let a proxy and this server parse the same bytes differently (RFC 9112, section 11.2).
/// Each row is followed by another request, which must not be answered if the first is refused.
@Suite(.timeLimit(.minutes(20)))
struct FramingTests {
  @Test func `an ambiguous end of a request is answered once, with 400`() async throws {
    try await check(
      [
        "CL and TE": post("Content-Length: 5", "Transfer-Encoding: chunked", body: chunked),
        "TE and CL": post("Transfer-Encoding: chunked", "Content-Length: 5", body: chunked),
        "two CLs, equal": post("Content-Length: 5", "Content-Length: 5", body: "hello"),
        "two CLs, different": post("Content-Length: 5", "Content-Length: 6", body: "hello"),
        "a list of CLs": post("Content-Length: 5, 5", body: "hello"),
        "CL with a sign": post("Content-Length: +5", body: "hello"),
        "CL below zero": post("Content-Length: -5", body: "hello"),
        "CL in hexadecimal": post("Content-Length: 0x5", body: "hello"),
        "CL without a number": post("Content-Length:", body: "hello"),
        "CL of two numbers": post("Content-Length: 5 6", body: "hello"),
        "CL beyond any number": post("Content-Length: 99999999999999999999999", body: "hello"),
        "TE identity": post("Transfer-Encoding: identity", body: chunked),
        "TE xchunked": post("Transfer-Encoding: xchunked", body: chunked),
        "TE gzip, chunked": post("Transfer-Encoding: gzip, chunked", body: chunked),
        "TE chunked, identity": post("Transfer-Encoding: chunked, identity", body: chunked),
        "TE chunked, chunked": post("Transfer-Encoding: chunked, chunked", body: chunked),
        "two TEs": post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body: chunked),
        "TE chunked and identity": post("Transfer-Encoding: chunked", "Transfer-Encoding: identity", body: chunked),
        "TE with a control character": post("Transfer-Encoding: \u{0B}chunked", body: chunked),
        "TE without a coding": post("Transfer-Encoding:", body: "hello"),
        "TE in HTTP/1.0": "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n\(chunked)",
        "a chunk's size in 0x": post("Transfer-Encoding: chunked", body: "0x5\r\nhello\r\n0\r\n\r\n"),
        "a chunk's size below zero": post("Transfer-Encoding: chunked", body: "-5\r\nhello\r\n0\r\n\r\n"),
        "a chunk's size beyond any number": post("Transfer-Encoding: chunked", body: "fffffffffffffffff\r\nhello"),
        "a chunk longer than it says": post("Transfer-Encoding: chunked", body: "3\r\nhello\r\n0\r\n\r\n"),
        "a chunk with bare LFs": post("Transfer-Encoding: chunked", body: "5\nhello\n0\n\n"),
        "a bare LF in a chunk's extension": post("Transfer-Encoding: chunked", body: "5;a\nhello\r\n0\r\n\r\n"),
      ], [400])
  }

  @Test func `a malformed line of a head is answered with 400`() async throws {
    try await check(
      [
        "bare LFs": "GET /ok HTTP/1.1\nHost: localhost\n\n",
        "a bare LF after the request line": "GET /ok HTTP/1.1\nHost: localhost\r\n\r\n",
        "a bare LF after a header": "GET /ok HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n",
        "a bare LF at the end": "GET /ok HTTP/1.1\r\nHost: localhost\r\n\n",
        "a bare CR in a value": get("X: a\rb"),
        "CR CR LF": get("X: a\r"),
        "obs-fold": get("X: a\r\n b"),
        "obs-fold in TE": post("Transfer-Encoding:\r\n chunked", body: chunked),
        "obs-fold at once": "GET /ok HTTP/1.1\r\n Host: localhost\r\n\r\n",
        "a space before a colon": post("Content-Length : 5", body: "hello"),
        "a tab before a colon": post("Content-Length\t: 5", body: "hello"),
        "no colon": get("Nonsense"),
        "no name": get(": x"),
        "a name that is none": get("X(: y"),
        "a name beyond ASCII": get("Ä: y"),
        "NUL in a value": get("X: a\u{0}b"),
        "NUL in a name": get("X\u{0}: a"),
        "NUL in a target": "GET /o\u{0}k HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a control character in a value": get("X: a\u{1}b"),
        "DEL in a value": get("X: a\u{7F}b"),
        "a target beyond ASCII": "GET /ök HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a space in a target": "GET /o k HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a tab in the request line": "GET\t/ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a space at the end of the request line": "GET /ok HTTP/1.1 \r\nHost: localhost\r\n\r\n",
        "a space before the request line": " GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "no version": "GET /ok\r\n\r\n",
        "HTTP/0.9": "GET /ok HTTP/0.9\r\nHost: localhost\r\n\r\n",
        "HTTP/1.2": "GET /ok HTTP/1.2\r\nHost: localhost\r\n\r\n",
        "HTTP/1.10": "GET /ok HTTP/1.10\r\nHost: localhost\r\n\r\n",
        "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "a method in lower case": "get /ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
      ], [400])
  }

  @Test func `a missing or ambiguous host is answered with 400`() async throws {
    try await check(
      [
        "no Host": "GET /ok HTTP/1.1\r\n\r\n",
        "two Hosts": get("Host: localhost"),
        "two Hosts, different": get("host: example.org"),
        "two Hosts in HTTP/1.0": "GET /ok HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        "an empty Host": "GET /ok HTTP/1.1\r\nHost:\r\n\r\n",
        "a Host that is none": "GET /ok HTTP/1.1\r\nHost: a b\r\n\r\n",
        "a Host with a user": "GET /ok HTTP/1.1\r\nHost: user@localhost\r\n\r\n",
        "a URI of another host": "GET http://example.org/ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a URI of another scheme": "GET ftp://localhost/ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a URI of another user": "GET http://user@localhost/ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "no path": "GET ok HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "an asterisk": "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "CONNECT": "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
      ], [400])
  }

  @Test func `a well-formed request is answered, and so is the next one`() async throws {
    try await check(
      [
        "CL": post("Content-Length: 5", body: "hello"),
        "CL with spaces": post("Content-Length:   5  ", body: "hello"),
        "CL on GET": get("Content-Length: 5") + "hello",
        "TE": post("Transfer-Encoding: chunked", body: chunked),
        "TE in capitals": post("Transfer-Encoding: CHUNKED", body: chunked),
        "TE on GET": get("Transfer-Encoding: chunked") + chunked,
        "a chunk's extension": post("Transfer-Encoding: chunked", body: "5;a=b\r\nhello\r\n0\r\n\r\n"),
        "a trailer": post("Transfer-Encoding: chunked", body: "5\r\nhello\r\n0\r\nX: y\r\n\r\n"),
        "CL named by Connection": post("Connection: Content-Length", "Content-Length: 5", body: "hello"),
        "a value beyond ASCII": get("X: ä"),
        "two spaces in the request line": "GET  /ok  HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "the URI itself": "GET http://localhost/ok HTTP/1.1\r\nHost: LOCALHOST\r\n\r\n",
      ], [200, 200])
    try await check(["an asterisk": "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"], [404, 200])
  }

  // Otherwise the parser would buffer the bytes that follow without a limit.
  @Test func `a request for another protocol or an old version is the last on its connection`() async throws {
    try await check(
      [
        "Upgrade": get("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAM"),
        "Upgrade with a body": post("Connection: Upgrade", "Upgrade: x", "Content-Length: 5", body: "hello"),
        "HTTP/1.0": "GET /ok HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
      ], [200])
  }

  @Test(arguments: [("3\r\nhello", "400"), ("5\r\nhello\r\n0\r\nX: \(String(repeating: "x", count: 300_000))", "431")])
  func `a malformed body is refused where it is, and never accepted as complete`(
    body: String, status: String
  ) async throws {
    let (outcomes, outcome) = AsyncStream.makeStream(of: String.self)
    let router = routes()
    router.post("form") { request, _ in
      do {
        var request = request
        outcome.yield(String(buffer: try await request.collectBody(upTo: 1000)))
      } catch {
        outcome.yield("cut off")
      }
      return "taken"
    }
    try await RunningServer.serving(router) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.send("POST /form HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        try await client.sendAsMuchAsIsTaken(body)
        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 \(status)"))
      }
      var iterator = outcomes.makeAsyncIterator()
      #expect(await iterator.next() == "cut off")
    }
  }

  private let chunked = "5\r\nhello\r\n0\r\n\r\n"

  private func get(_ headers: String...) -> String {
    (["GET /ok HTTP/1.1", "Host: localhost"] + headers + ["", ""]).joined(separator: "\r\n")
  }

  private func post(_ headers: String..., body: String) -> String {
    (["POST /echo HTTP/1.1", "Host: localhost"] + headers + ["", body]).joined(separator: "\r\n")
  }

  private func check(
    _ rows: [String: String], _ expected: [Int], _ at: SourceLocation = #_sourceLocation
  ) async throws {
    let router = routes()
    router.post("echo") { request, _ in
      var request = request
      let body = try await request.collectBody(upTo: 1000)
      return body == ByteBuffer(string: "hello") ? "hello" : "something else"
    }
    try await RunningServer.serving(router) { server in
      for (name, request) in rows {
        let answer = try await RawClient.connected(to: server.port) { client in
          try await client.send(request)
          try await client.get("/ok", headers: "Connection: close")
          return try await client.receiveToEnd()
        }
        let statuses = answer.split(separator: "\r\n").flatMap { line in
          line.matches(of: /HTTP\/1\.[01] (\d{3})/).compactMap { Int($0.output.1) }
        }
        #expect(statuses == expected, "\(name)", sourceLocation: at)
        #expect(!answer.contains("something else"), "\(name)", sourceLocation: at)
      }
    }
  }
}
