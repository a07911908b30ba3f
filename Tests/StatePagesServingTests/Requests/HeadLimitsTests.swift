import ServerSupport
import Testing

@testable import StatePagesServing

/// The limits of a request line and of headers.
@Suite(.timeLimit(.minutes(20)))
struct HeadLimitsTests {
  private static let host = "Host: localhost"  // 4 + 9 + 4 bytes

  @Test(arguments: [(8192, "200"), (8193, "414"), (20_000, "414"), (300_000, "414")])
  func `a request line is limited to 8 KiB`(length: Int, status: String) async throws {
    let target = "/ok?" + String(repeating: "x", count: length - "GET /ok? HTTP/1.1".utf8.count)
    #expect(try await answer("GET \(target) HTTP/1.1", Self.host) == status)
  }

  @Test(arguments: [(16_384, "200"), (16_385, "431"), (30_000, "431"), (300_000, "431")])
  func `one header is limited to 16 KiB`(size: Int, status: String) async throws {
    let value = String(repeating: "x", count: size - 17 - "X: \r\n".utf8.count)
    #expect(try await answer("GET /ok HTTP/1.1", Self.host, "X: \(value)") == status)
  }

  @Test(arguments: [(16_384, "200"), (16_385, "431"), (300_000, "431")])
  func `all headers together are limited to 16 KiB`(size: Int, status: String) async throws {
    var lines = Array(repeating: "X: " + String(repeating: "x", count: 1000 - 5), count: (size - 17) / 1000)
    let rest = (size - 17) % 1000
    lines[0] += String(repeating: "x", count: rest)
    #expect(try await answer("GET /ok HTTP/1.1", [Self.host] + lines) == status)
  }

  @Test(arguments: [(100, "200"), (101, "431"), (5000, "431")])
  func `the number of headers is limited to 100`(count: Int, status: String) async throws {
    let lines = Array(repeating: "X: y", count: count - 1)
    #expect(try await answer("GET /ok HTTP/1.1", [Self.host] + lines) == status)
  }

  // The parser does not count spaces before a value, and buffers them until the value begins.
  @Test func `endless spaces before a value are refused`() async throws {
    #expect(try await answer("GET /ok HTTP/1.1", Self.host, "X:" + String(repeating: " ", count: 300_000)) == "431")
  }

  @Test func `endless empty lines before a request are refused`() async throws {
    #expect(try await answer(String(repeating: "\r\n", count: 100_000) + "GET /ok HTTP/1.1", Self.host) == "414")
  }

  @Test func `a few empty lines before a request are ignored`() async throws {
    let value = String(repeating: "x", count: 16_384 - 17 - 5)
    #expect(try await answer("\r\n\r\nGET /ok HTTP/1.1", Self.host, "X: \(value)") == "200")
  }

  private func answer(_ line: String, _ headers: String...) async throws -> String {
    try await answer(line, headers)
  }

  private func answer(_ line: String, _ headers: [String]) async throws -> String {
    let answer = try await RunningServer.serving(routes()) { server in
      try await RawClient.connected(to: server.port) { client in
        let request = ([line] + headers + ["", ""]).joined(separator: "\r\n")
        try await client.sendAsMuchAsIsTaken(request)
        return try await client.receive(upTo: "\r\n\r\n")
      }
    }
    return String(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
  }
}
