package import NIOCore
import NetworkAddresses

/// The reverse proxies trusted to set forwarding headers.
package struct TrustedProxies: Hashable, Sendable {
  /// Trusts no proxy.
  package static let none = TrustedProxies(networks: [])

  private let networks: [CIDRBlock]

  private init(networks: [CIDRBlock]) { self.networks = networks }

  /// Parses addresses and networks (RFC 4632, section 3.1), separated by commas: `10.0.0.0/8, 127.0.0.1, ::1`. May be empty.
  /// - Throws: ``ConfigurationProblem`` for the first invalid entry.
  package init(parsing text: String) throws(ConfigurationProblem) {
    var networks: [CIDRBlock] = []
    for part in text.split(separator: ",") {
      let entry = part.filter { !$0.isWhitespace }
      if entry.isEmpty { continue }
      guard let network = CIDRBlock(entry)?.unmapped else {
        throw ConfigurationProblem("\(entry) is neither an IP address nor a network such as 10.0.0.0/8 or fd00::/8.")
      }
      networks.append(network)
    }
    self.init(networks: networks)
  }

  /// Whether no proxy is trusted.
  package var isEmpty: Bool { networks.isEmpty }

  /// Whether requests from this machine may be those of a proxy.
  package var trustsThisMachine: Bool {
    ["127.0.0.1", "::1"].compactMap { ClientAddress($0[...]) }.contains(where: contains)
  }

  /// Whether an address belongs to a trusted proxy.
  package func contains(_ address: SocketAddress) -> Bool { ClientAddress(address).map(contains) ?? false }

  func contains(_ address: ClientAddress) -> Bool { networks.contains(where: address.isIn) }
}
