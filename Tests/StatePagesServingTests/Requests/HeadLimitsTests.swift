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
