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
