/// Decides which addresses may be connected to: global unicast addresses, and private ones if allowed.
///
/// Follows the registries of special-purpose addresses, iana.org/assignments/iana-ipv4-special-registry and
/// iana.org/assignments/iana-ipv6-special-registry. Their entries are refused even if they are globally reachable.
package struct SSRFPolicy: Hashable, Sendable {
  /// Which addresses are not allowed.
  package enum BlockedRange: String, CaseIterable, Hashable, Sendable {
    /// Addresses of this machine and of private networks, unless the operator allows them.
    case `private`
    /// Addresses that are never allowed, such as link-local ones.
    case reserved
  }

  package var allowsPrivate: Bool
  /// Addresses that are always allowed, such as that of a test's own server.
  package var exempt: Set<IPAddress>

  package init(allowsPrivate: Bool = false, exempt: Set<IPAddress> = []) {
    (self.allowsPrivate, self.exempt) = (allowsPrivate, exempt)
  }

  /// Why an address is not allowed; nil if it is.
  package func blocks(_ address: IPAddress) -> BlockedRange? {
    if exempt.contains(address) { return nil }
    if Self.special.contains(where: { $0.contains(address) }) { return .reserved }
    if Self.own.contains(where: { $0.contains(address) }) { return allowsPrivate ? nil : .private }
    return !address.isIPv6 || Self.globalIPv6.contains { $0.contains(address) } ? nil : .reserved
  }

  /// Loopback and private addresses.
  static let own = blocks([
    "10.0.0.0/8",  // private use
    "100.64.0.0/10",  // carrier-grade NAT
    "127.0.0.0/8",  // loopback
    "172.16.0.0/12",  // private use
    "192.168.0.0/16",  // private use
    "::1/128",  // loopback
    "fc00::/7",  // unique local
  ])

  /// The global unicast addresses of IPv6. All others are refused: unspecified (`::`), embedded IPv4 (`::/96`, `::ffff:0:0/96`,
  /// `64:ff9b::/96`, `64:ff9b:1::/48`), discard-only (`100::/64`), segment routing (`5f00::/16`), link-local (`fe80::/10`),
  /// site-local (`fec0::/10`) and multicast (`ff00::/8`).
  static let globalIPv6 = blocks(["2000::/3"])

  /// Special-purpose addresses, which are always refused.
  static let special = blocks([
    "0.0.0.0/8",  // this network; some systems treat 0.0.0.0 as loopback
    "169.254.0.0/16",  // link-local, with the metadata services of cloud providers
    "192.0.0.0/24",  // protocol assignments
    "192.0.2.0/24",  // documentation
    "192.31.196.0/24",  // AS112
    "192.52.193.0/24",  // multicast tunnels
    "192.88.99.0/24",  // 6to4 relays
    "192.175.48.0/24",  // AS112
    "198.18.0.0/15",  // benchmarks
    "198.51.100.0/24",  // documentation
    "203.0.113.0/24",  // documentation
    "224.0.0.0/4",  // multicast
    "240.0.0.0/4",  // reserved, and broadcast
    "2001::/23",  // protocol assignments: Teredo, benchmarks, ORCHID …
    "2001:db8::/32",  // documentation
    "2002::/16",  // 6to4: embeds an IPv4 address
    "2620:4f:8000::/48",  // AS112
    "3fff::/20",  // documentation
    "fd00:ec2::254/128",  // the metadata service of Amazon EC2
  ])

  private static func blocks(_ texts: [String]) -> [CIDRBlock] { texts.compactMap(CIDRBlock.init) }
}

/// Why a host has no address that may be connected to.
package enum AddressFailure: Error, Hashable, Sendable {
  case blocked(SSRFPolicy.BlockedRange)
  case lookup(LookupFailure)
}

extension SSRFPolicy {
  private static let mostAddresses = 4

  /// The addresses of a host in order of preference, at least one and all allowed. Resolves the host, unless it is an IP address.
  /// - Parameter host: in the canonical spelling of ``HostName``.
  /// - Throws: ``AddressFailure/blocked(_:)`` if any address is not allowed: a mix of public and private addresses is likely an attack.
  package func addresses(
    of host: String, by resolver: any AddressResolver
  ) async throws(AddressFailure) -> [IPAddress] {
    let found: [IPAddress]
    if let address = HostName.address(host) {
      found = [address]
    } else {
      do { found = try await resolver.addresses(of: host) } catch { throw .lookup(error) }
    }
    guard !found.isEmpty else { throw .lookup(.noSuchHost) }
    let blocks = found.compactMap(blocks)
    guard blocks.isEmpty else { throw .blocked(blocks.contains(.reserved) ? .reserved : .private) }
    return Array(Self.alternating(found).prefix(Self.mostAddresses))
  }

  /// IPv4 and IPv6 in turn, beginning with the resolver's preference, so that the other family is tried next.
  package static func alternating(_ found: [IPAddress]) -> [IPAddress] {
    let preferred = found.filter { $0.isIPv6 == found.first?.isIPv6 }
    let others = found.filter { $0.isIPv6 != found.first?.isIPv6 }
    return (0..<max(preferred.count, others.count)).flatMap { place in
      [preferred, others].compactMap { place < $0.count ? $0[place] : nil }
    }
  }
}
