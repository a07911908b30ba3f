import NIOCore
import ServerSupport
import Testing

@testable import StatePagesServing

/// The limits of a request's head: 24 KiB in 100 lines.
@Suite(.timeLimit(.minutes(20)))
struct HeadLimitsTests {
  @Test(arguments: [(20_000, "200"), (30_000, "431"), (300_000, "431")])
  func `the request line, one header and all headers together are limited in size`(
    size: Int, status: String
  ) async throws {
    let long = String(repeating: "x", count: size)
    #expect(try await answer("GET /ok?\(long) HTTP/1.1") == status)
    #expect(try await answer("GET /ok HTTP/1.1", ["X: \(long)"]) == status)
    #expect(
      try await answer("GET /ok HTTP/1.1", Array(repeating: "X: \(long.prefix(1_000))", count: size / 1_000)) == status)
  }

  @Test(arguments: [(100, "200"), (101, "431"), (5000, "431")])
  func `the number of headers is limited to 100`(count: Int, status: String) async throws {
    #expect(try await answer("GET /ok HTTP/1.1", Array(repeating: "X: y", count: count - 1)) == status)
  }

  // The parser does not count spaces before a value, nor empty lines, and buffers them.
  @Test func `endless spaces before a value and empty lines before a request are refused`() async throws {
    #expect(try await answer("GET /ok HTTP/1.1", ["X:" + String(repeating: " ", count: 300_000)]) == "431")
    #expect(try await answer(String(repeating: "\r\n", count: 100_000) + "GET /ok HTTP/1.1") == "431")
    #expect(try await answer("\r\n\r\nGET /ok HTTP/1.1") == "200")
  }

  private func answer(_ line: String, _ headers: [String] = []) async throws -> String {
    let answer = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        let request = ([line, "Host: localhost"] + headers + ["", ""]).joined(separator: "\r\n")
        try await client.sendAsMuchAsIsTaken(request)
        return try await client.receive(upTo: "\r\n\r\n")
      }
    }
    return String(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
  }
}

struct BodyClockTests {
  private let limits = ConnectionLimits()  // 15 s for a body

  @Test func `a body may take 15 s, counted while the handler reads it`() {
    var clock = BodyClock(limits)
    #expect(clock.due == nil)
    clock.asked(at: second(20))
    #expect(clock.due == second(35))
    clock.gotWhatWasAsked(at: second(30))
    #expect(clock.due == nil)
    clock.asked(at: second(90))
    #expect(clock.due == second(95), "5 s are left")
  }

  @Test func `a body may take longer as long as its client keeps sending`() {
    var clock = BodyClock(limits)
    for time in 0..<100 {
      clock.asked(at: second(time))
      clock.came(limits.bodyRate)
      clock.gotWhatWasAsked(at: second(time + 1))
    }
    clock.asked(at: second(100))
    #expect(clock.due == second(115), "nothing is earned in advance")
  }

  @Test func `a client that sends a body slower than the rate runs out of time`() {
    var clock = BodyClock(limits)
    for time in 0..<20 {
      clock.asked(at: second(time))
      clock.came(limits.bodyRate / 4)
      clock.gotWhatWasAsked(at: second(time + 1))
    }
    clock.asked(at: second(20))
    #expect(clock.due == second(20), "three quarters of each second are lost")
  }

  private func second(_ number: Int) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(Int64(number)) }
}

struct HostFieldTests {
  @Test(arguments: [
    "localhost", "localhost:8080", "LOCALHOST", "example.org.", "xn--bcher-kva.example", "192.0.2.1:80", "[::1]",
    "[::1]:8080", "[::ffff:192.0.2.1]", "localhost:", "under_score",
  ])
  func `a name or an address with or without a port is a valid host`(value: String) {
    #expect(HeadValidation.isHost(value))
  }

  @Test(arguments: [
    "", ":8080", "a b", "a,b/c", "user@host", "host/path", "host:80:80", "host:http", "host:123456", "[::1", "[]",
    "[::1]x", "[fe80::1%eth0]", "bücher.example", "host\u{0}", "host\\evil", "<script>",
  ])
  func `anything else is not a valid host`(value: String) { #expect(!HeadValidation.isHost(value)) }
}
