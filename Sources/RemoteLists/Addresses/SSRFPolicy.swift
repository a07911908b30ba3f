import NetworkAddresses
import Tasks

/// Decides which addresses may be connected to: global unicast addresses, and private ones if allowed.
///
/// Follows the registries of special-purpose addresses, iana.org/assignments/iana-ipv4-special-registry and
/// iana.org/assignments/iana-ipv6-special-registry. Their entries are refused even if they are globally reachable.
struct SSRFPolicy: Sendable {
  var allowsPrivate = false
  /// Addresses that are always allowed, such as that of a test's own server.
  var exempt: Set<IPAddress> = []

  /// Why an address is not allowed; nil if it is.
  func blocks(_ address: IPAddress) -> BlockedAddress.Range? {
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

extension SSRFPolicy {
  private static let mostAddresses = 4

  /// The addresses of a host in order of preference, at least one and all allowed. Resolves the host, unless it is an IP address.
  /// - Throws: ``SourceFailure/blockedAddress(_:)`` if any address is not allowed: a mix of public and private addresses is likely an
  ///   attack; ``SourceFailure/noSuchHost`` or ``SourceFailure/nameLookup`` if the lookup fails.
  func addresses(of host: Host, by resolver: any AddressResolver) async throws(SourceFailure) -> [IPAddress] {
    let found: [IPAddress]
    switch host {
    case .address(let address): found = [address]
    case .name(let name): do { found = try await resolver.addresses(of: name) } catch { throw SourceFailure(error) }
    }
    guard !found.isEmpty else { throw .noSuchHost }
    let blocks = found.compactMap(blocks)
    guard blocks.isEmpty else {
      throw .blockedAddress(BlockedAddress(blocks.contains(.reserved) ? .reserved : .private))
    }
    // IPv4 and IPv6 alternate, beginning with the resolver's preference, so that the other family is tried next.
    let preferred = found.filter { $0.isIPv6 == found.first?.isIPv6 }
    let others = found.filter { $0.isIPv6 != found.first?.isIPv6 }
    let mixed = (0..<max(preferred.count, others.count)).flatMap { place in
      [preferred, others].compactMap { place < $0.count ? $0[place] : nil }
    }
    return Array(mixed.prefix(Self.mostAddresses))
  }
}

extension SourceFailure {
  init(_ failure: LookupFailure) {
    switch failure {
    case .noSuchHost: self = .noSuchHost
    case .unavailable: self = .nameLookup
    }
  }
}
