import NetworkAddresses
import ServerSupport
import TaskFormats
import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct FaultTests {
    @Test(arguments: Fault.all) func `a fault ends in its failure and leaves none open`(_ fault: Fault) async throws {
      try await BadServer.run(fault.behave) { server in
        var settings = quick(fault.change)
        var outcome: FetchOutcome?
        repeat {
          let lists = RemoteLists(settings, resolver: KnownHosts())
          outcome = try await lists.fetch("http\(fault.isSecure ? "s" : "")://list.example:\(server.port)/list")
          settings.deadline *= 5
        } while outcome != .failed(fault.expected, notBefore: nil) && settings.deadline < .seconds(100)
        #expect(outcome == .failed(fault.expected, notBefore: nil))
        try await eventually { server.open == 0 }
      }
    }
  }
}

/// A way in which a source can fail, and the failure that a fetch reports for it.
struct Fault: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: SourceFailure
  var isSecure = false
  var change: @Sendable (inout FetchSettings) -> Void = { _ in }
  let behave: BadServer.Behaviour

  var testDescription: String { name }

  /// A fault in a response that is sent at once, after which the connection is kept open or closed.
  static func says(_ name: String, _ text: String, _ expected: SourceFailure, closes: Bool = true) -> Fault {
    Fault(name: name, expected: expected) { connection in
      try await connection.send(text)
      if closes { try await connection.close() }
    }
  }

  static func sends(_ name: String, _ headers: [String], _ body: [UInt8], _ expected: SourceFailure) -> Fault {
    Fault(name: name, expected: expected) { connection in
      let head = ["HTTP/1.1 200 OK", "Content-Length: \(body.count)"] + headers
      try await connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }
  }

  static func status(_ status: Int, _ expected: SourceFailure? = nil) -> Fault {
    .says("status \(status)", response("\(status) Indeed", [], status == 204 ? "" : "no"), expected ?? .status(status))
  }

  /// Times out soon. The test retries with longer deadlines, because a busy machine may time out in an earlier stage.
  private static let slow: @Sendable (inout FetchSettings) -> Void = { $0.deadline = .milliseconds(700) }
  /// Never reports a stall, however busy the machine is: the source sends slowly.
  private static let dripping: @Sendable (inout FetchSettings) -> Void = { settings in
    slow(&settings)
    settings.stall = .seconds(600)
  }
  /// Reports a stall at once: the source has stopped sending.
  private static let stalling: @Sendable (inout FetchSettings) -> Void = { settings in
    slow(&settings)
    settings.stall = .zero
  }

  static let all: [Fault] = [
    Fault(name: "accepts and is silent", expected: .timedOut(.waiting), change: slow) { _ in },
    Fault(name: "one byte of the head at a time", expected: .timedOut(.receiving), change: dripping) { connection in
      for byte in response().utf8 {
        try await connection.send([byte])
        try await Task.sleep(for: .milliseconds(100))
      }
    },
    Fault(name: "one byte of the body at a time", expected: .timedOut(.receiving), change: dripping) { connection in
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
      for byte in list.utf8 {
        try await connection.send([byte])
        try await Task.sleep(for: .milliseconds(100))
      }
    },
    Fault(name: "says that more comes than does, and waits", expected: .timedOut(.stalled), change: stalling) {
      connection in
      try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nBEGIN:VCALENDAR\r\n")
    },
    Fault(name: "half of a head, and waits", expected: .timedOut(.stalled), change: stalling) { connection in
      try await connection.send("HTTP/1.1 200 OK\r\nContent-")
    },
    Fault(name: "nothing but informational answers", expected: .timedOut(.receiving), change: dripping) { connection in
      while true {
        try await connection.send("HTTP/1.1 103 Early Hints\r\n\r\n")
        try await Task.sleep(for: .milliseconds(20))
      }
    },
    .says("closes midway", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nBEGIN:VCALENDAR\r\n", .cutOff),
    .says("closes within a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nBEGIN", .cutOff),
    .says(
      "closes before the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nBEGIN\r\n", .cutOff),
    .says("closes without a word", "", .unreachable),
    .says("closes within the head", "HTTP/1.1 200 OK\r\nContent-Le", .unreachable),
    .says("a chunk of no length", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nBEGIN\r\n", .malformed),
    .says("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc", .malformed),
    .says("not HTTP", "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", .malformed),
    .says("not even text", "\u{0}\u{1}\u{2}\u{3}\r\n\r\n", .malformed),
    Fault(name: "endless headers", expected: .malformed) { connection in
      try await connection.send("HTTP/1.1 200 OK\r\n")
      while true { try await connection.send("X-Again: \(String(repeating: "and ", count: 1_000))\r\n") }
    },
    Fault(name: "endless body", expected: .tooLarge) { connection in
      try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while true { try await connection.send(String(repeating: "- [ ] again\n", count: 1_000)) }
    },
    Fault(name: "endless chunks", expected: .tooLarge) { connection in
      try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while true { try await connection.send("1000\r\n\(String(repeating: "a", count: 4_096))\r\n") }
    },
    .says("calls itself 5 MB", "HTTP/1.1 200 OK\r\nContent-Length: 5242880\r\n\r\n", .tooLarge, closes: false),
    .sends("gzip bomb", ["Content-Encoding: gzip"], Squeezed.gzipBomb(50 << 20), .tooLarge),
    .sends("deflate bomb", ["Content-Encoding: deflate"], Squeezed.deflateBomb(50 << 20), .tooLarge),
    .sends("half of a gzip file", ["Content-Encoding: gzip"], Array(Squeezed.gzip(list).dropLast(20)), .cutOff),
    .sends("more after a gzip file", ["Content-Encoding: gzip"], Squeezed.gzip(list) + [1, 2, 3], .malformed),
    .sends("no gzip at all", ["Content-Encoding: gzip"], Array(list.utf8), .malformed),
    .sends("a coding that is not asked for", ["Content-Encoding: br"], Array(list.utf8), .malformed),
    .sends("coded twice", ["Content-Encoding: gzip, gzip"], Squeezed.gzip(list), .malformed),
    .sends(
      "coded twice, told twice", ["Content-Encoding: identity", "Content-Encoding: gzip"], Squeezed.gzip(list),
      .malformed),
    .says("leads to itself", response("302 Found", ["Location: /list"], ""), .tooManyRedirects),
    .says("leads nowhere", response("302 Found", [], ""), .badRedirect),
    .says("leads to two places", response("302 Found", ["Location: /a", "Location: /b"], ""), .badRedirect),
    .says("leads to a file", response("302 Found", ["Location: file:///etc/passwd"], ""), .badRedirect),
    .says(
      "leads to another protocol", response("302 Found", ["Location: gopher://list.example:70/"], ""), .badRedirect),
    .says(
      "leads to many", response("302 Found", ["Location: http://224.0.0.1/"], ""),
      .blockedAddress(BlockedAddress(.reserved, target: "224.0.0.1"))),
    .says("leads to a name unknown", response("302 Found", ["Location: http://nobody.example/"], ""), .noSuchHost),
    .status(201), .status(204), .status(206), .status(300), .status(304), .status(400), .status(401, .signInNeeded),
    .status(403),
    .status(404), .status(405), .status(410), .status(418), .status(429), .status(500), .status(501), .status(502),
    .status(503), .status(504),
    Fault(name: "plain HTTP where TLS is expected", expected: .noTLS, isSecure: true) { connection in
      try await connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
    },
    Fault(name: "silence where TLS is expected", expected: .timedOut(.connecting), isSecure: true, change: slow) { _ in
    },
    Fault(name: "closes where TLS is expected", expected: .unreachable, isSecure: true) { try await $0.close() },
  ]
}
