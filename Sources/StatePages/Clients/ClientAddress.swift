package import NIOCore
import NetworkAddresses

/// The IP address of a client or proxy. IPv4-mapped IPv6 addresses are converted to IPv4, so that each client has one address.
package struct ClientAddress: Hashable, Sendable {
  private let ip: IPAddress

  init(_ ip: IPAddress) {
    self.ip = ip.unmapped
  }

  /// Parses a numeric address, such as `192.0.2.1` or `2001:db8::1`; nil for anything else, including host names.
  package init?(_ text: some StringProtocol) {
    guard let ip = IPAddress(text) else { return nil }
    self.init(ip)
  }

  /// The address of a socket; nil if it is not over IP.
  package init?(_ address: SocketAddress?) {
    guard let text = address?.ipAddress else { return nil }
    self.init(text)
  }

  package var isLoopback: Bool { ip.isLoopback }

  /// The addresses of one subscriber: the address itself for IPv4, its first 64 bits for IPv6.
  package var subscriber: ClientAddress { ip.isIPv6 ? network : self }

  /// The enclosing network: the first 24 bits for IPv4, the first 64 for IPv6.
  package var network: ClientAddress { ClientAddress(ip.masked(to: networkBits)) }

  /// The network in CIDR notation: `192.0.2.0/24`, `2001:db8::/64`.
  package var networkText: String { "\(network)/\(networkBits)" }

  private var networkBits: Int { ip.isIPv6 ? 64 : 24 }

  func isIn(_ block: CIDRBlock) -> Bool { block.contains(ip) }
}

extension ClientAddress: CustomStringConvertible {
  /// The numeric address (RFC 5952).
  package var description: String { ip.description }
}
