import NIOCore
import Testing

@testable import TaskApp

struct ClientAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("::1", "::1"),
    ("::", "::"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("::ffff:c000:201", "192.0.2.1"), ("::192.0.2.1", "::192.0.2.1"), ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"),
  ])
  func `an address has one spelling`(text: String, spelling: String) throws {
    let address = try #require(ClientAddress(text))
    #expect(address.description == spelling)
    #expect(ClientAddress(spelling) == address)
    #expect(ClientAddress(try SocketAddress(ipAddress: text, port: 80)) == address)
  }

  @Test(arguments: [
    "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.-4", "01.2.3.4", "1.2.3.4 ", "0x7f.0.0.1", "localhost",
    "1.2.3.4:80",
    "[::1]", "::1%lo", "fe80::1%eth0", ":::1", "1::2::3", "12345::", "::g", "1.2.3.4\u{0}", "::1\u{0}x", "١.٢.٣.٤",
    "1.2.3.4\u{301}", "::ffff:1.2.3.4:5", String(repeating: "1", count: 100),
  ])
  func `other text is not an address`(text: String) {
    #expect(ClientAddress(text) == nil)
  }

  @Test func `a Unix domain socket has no address`() throws {
    #expect(ClientAddress(try SocketAddress(unixDomainSocketPath: "/tmp/x")) == nil)
    #expect(ClientAddress(nil as SocketAddress?) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.0.9", true), ("128.0.0.1", false), ("::1", true), ("::ffff:127.0.0.1", true),
    ("::2", false),
    ("::", false), ("0.0.0.0", false), ("7f00::1", false),
  ])
  func `loopback addresses are distinguished from others`(text: String, isLoopback: Bool) {
    #expect(ClientAddress(text)?.isLoopback == isLoopback)
  }
}
