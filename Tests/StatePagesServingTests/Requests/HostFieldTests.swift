import Testing

@testable import StatePagesServing

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
  func `anything else is not a valid host`(value: String) {
    #expect(!HeadValidation.isHost(value))
  }
}
