import Testing

@testable import NetworkAddresses

struct IPAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("::1", "::1"),
    ("::", "::"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::ffff:c000:201", "::ffff:192.0.2.1"),
    ("::192.0.2.1", "::192.0.2.1"), ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"),
  ])
  func `an address has one spelling`(text: String, spelling: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.description == spelling)
    #expect(IPAddress(spelling) == address)
  }

  @Test(arguments: [
    "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.-4", "01.2.3.4", "1.2.3.4 ", "0x7f.0.0.1", "localhost",
    "1.2.3.4:80",
    "[::1]", "::1%lo", "fe80::1%eth0", ":::1", "1::2::3", "12345::", "::g", "1.2.3.4\u{0}", "::1\u{0}x", "١.٢.٣.٤",
    "1.2.3.4\u{301}", "::ffff:1.2.3.4:5", String(repeating: "1", count: 100),
  ])
  func `other text is not an address`(text: String) {
    #expect(IPAddress(text) == nil)
    #expect(HostName.canonical("[\(text)]") == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.0.9", true), ("128.0.0.1", false), ("::1", true), ("::ffff:127.0.0.1", true),
    ("::2", false), ("::", false), ("0.0.0.0", false), ("7f00::1", false),
  ])
  func `loopback addresses are distinguished from others`(text: String, isLoopback: Bool) {
    #expect(IPAddress(text)?.isLoopback == isLoopback)
  }

  @Test(arguments: [
    ("192.0.2.129", 24, "192.0.2.0"), ("192.0.2.129", 25, "192.0.2.128"), ("192.0.2.129", 32, "192.0.2.129"),
    ("192.0.2.129", 0, "0.0.0.0"), ("2001:db8:1:2:3:4:5:6", 64, "2001:db8:1:2::"),
    ("2001:db8:ffff::", 33, "2001:db8:8000::"),
  ])
  func `a mask keeps the first bits`(text: String, length: Int, masked: String) throws {
    #expect(try #require(IPAddress(text)).masked(to: length) == IPAddress(masked))
  }

  @Test(
    arguments: [
      ("[::1]", "::1"), ("[2001:db8::1]", "2001:db8::1"), ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"),
      ("0x7f.1", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("choir.example", nil),
      ("[127.0.0.1]", nil), ("::1", nil), ("1.2.3.4.5", nil), ("256.0.0.1", nil),
    ] as [(String, String?)])
  func `a host is an address in brackets, or a number in any notation`(host: String, address: String?) {
    #expect(HostName.address(host)?.description == address)
  }
}
