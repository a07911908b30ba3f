import NIOCore
import Testing

@testable import StatePages

struct ClientAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("::ffff:c000:201", "192.0.2.1"), ("::192.0.2.1", "::192.0.2.1"),
  ])
  func `a client has one address, also on a socket for both families`(text: String, spelling: String) throws {
    let address = try #require(ClientAddress(text))
    #expect(address.description == spelling)
    #expect(ClientAddress(spelling) == address)
    #expect(ClientAddress(try SocketAddress(ipAddress: text, port: 80)) == address)
  }

  @Test func `a Unix domain socket has no address`() throws {
    #expect(ClientAddress(try SocketAddress(unixDomainSocketPath: "/tmp/x")) == nil)
    #expect(ClientAddress(nil as SocketAddress?) == nil)
  }
}

struct TrustedProxiesTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.3.4", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.0/8", "9.255.255.255", false),
    ("10.1.2.3/8", "10.9.9.9", true), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
    ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.128/25", "192.0.2.128", true),
    ("192.0.2.4/30", "192.0.2.7", true),
    ("192.0.2.4/30", "192.0.2.8", false), ("192.0.2.4/32", "192.0.2.4", true), ("192.0.2.4/32", "192.0.2.5", false),
    ("0.0.0.0/0", "203.0.113.7", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "203.0.113.7", false),
    ("::/0", "2001:db8::1", true), ("::1", "::1", true), ("::1", "127.0.0.1", false), ("fd00::/8", "fdff::1", true),
    ("fd00::/8", "fe00::1", false), ("2001:db8::/33", "2001:db8:7fff::", true),
    ("2001:db8::/33", "2001:db8:8000::", false),
    ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::ffff:10.0.0.0/104", "10.1.2.3", true),
    ("::ffff:10.0.0.0/104", "11.1.2.3", false), ("::ffff:10.0.0.1", "10.0.0.1", true),
    (" 10.0.0.1 , ::1,", "::1", true),
    ("10.0.0.1, ::1", "10.0.0.1", true), ("", "127.0.0.1", false), (" , ", "127.0.0.1", false),
  ])
  func `an address is in a network or not, as listed`(list: String, address: String, isIn: Bool) throws {
    #expect(try TrustedProxies(parsing: list).contains(try #require(ClientAddress(address))) == isIn)
  }

  @Test(arguments: [
    "proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/a", "10.0.0.0/8/8", "/8", "::1/129",
    "::ffff:10.0.0.0/8",
    "::ffff:10.0.0.0/95", "10.0.0", "*", "10.0.0.0/+8", "10.0.0.0/99999999999999999999", "10.0.0.1;::1",
  ])
  func `an invalid network is reported to the operator`(entry: String) {
    let problem = #expect(throws: ConfigurationProblem.self) { try TrustedProxies(parsing: "127.0.0.1,\(entry)") }
    #expect(problem?.description.hasPrefix(entry) == true)
  }

  @Test func `empty text means no proxies`() throws {
    #expect(try TrustedProxies(parsing: "").isEmpty)
    #expect(try TrustedProxies(parsing: "") == .none)
    #expect(try !TrustedProxies(parsing: "::1").isEmpty)
  }
}
