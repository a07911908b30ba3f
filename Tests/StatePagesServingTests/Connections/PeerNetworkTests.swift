import NIOCore
import Testing

@testable import StatePagesServing

struct PeerNetworkTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
    ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", true), ("2001:db8:0:1::1", "2001:db8:0:2::1", false),
    ("::ffff:192.0.2.1", "192.0.2.1", true), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
    ("::1", "127.0.0.1", false),
  ])
  func `an address is counted with its network`(one: String, other: String, together: Bool) throws {
    let networks = try [one, other].map { PeerNetwork(try SocketAddress(ipAddress: $0, port: 1)) }
    #expect((networks[0] == networks[1]) == together)
  }

  @Test func `a Unix domain socket has no network`() throws {
    #expect(PeerNetwork(try SocketAddress(unixDomainSocketPath: "/tmp/socket")) == nil)
  }
}
