/// Which addresses may be connected to: those that are global unicast, and by leave those of a network of one's own.
///
/// After the registries of special-purpose addresses, iana.org/assignments/iana-ipv4-special-registry and
/// iana.org/assignments/iana-ipv6-special-registry. What they list is refused, also where it can be reached from everywhere.
struct SSRFPolicy: Sendable {
  /// Whether addresses of this machine and its own network are let through.
  var allowsPrivate = false
  /// Addresses that are let through though they are not public: a test's own server, among what stays refused.
  var exempt: Set<IPAddress> = []

  func allows(_ address: IPAddress) -> Bool {
    if exempt.contains(address) { return true }
    if Self.special.contains(where: { $0.contains(address) }) { return false }
    if Self.own.contains(where: { $0.contains(address) }) { return allowsPrivate }
    return !address.isIPv6 || Self.globalIPv6.contains { $0.contains(address) }
  }

  /// Addresses of this machine, and of the network that it stands in.
  static let own = blocks([
    "10.0.0.0/8",  // private use
    "100.64.0.0/10",  // shared by the customers of a carrier
    "127.0.0.0/8",  // this machine
    "172.16.0.0/12",  // private use
    "192.168.0.0/16",  // private use
    "::1/128",  // this machine
    "fc00::/7",  // unique local
  ])

  /// All of IPv6 that is given out to be reached from everywhere. So nothing else is: no unspecified address (`::`), none that stands
  /// for one of IPv4 (`::/96`, `::ffff:0:0/96`, `64:ff9b::/96`, `64:ff9b:1::/48`), none that is discarded (`100::/64`), a segment
  /// (`5f00::/16`), of this link (`fe80::/10`), of a site (`fec0::/10`), or of many (`ff00::/8`).
  static let globalIPv6 = blocks(["2000::/3"])

  /// What is never connected to.
  static let special = blocks([
    "0.0.0.0/8",  // this network; 0.0.0.0 is this machine to some
    "169.254.0.0/16",  // this link, where machines of a cloud find their credentials
    "192.0.0.0/24",  // protocol assignments
    "192.0.2.0/24",  // documentation
    "192.31.196.0/24",  // AS112
    "192.52.193.0/24",  // multicast tunnels
    "192.88.99.0/24",  // relays of 6to4
    "192.175.48.0/24",  // AS112
    "198.18.0.0/15",  // benchmarks
    "198.51.100.0/24",  // documentation
    "203.0.113.0/24",  // documentation
    "224.0.0.0/4",  // multicast
    "240.0.0.0/4",  // reserved, and broadcast
    "2001::/23",  // protocol assignments: Teredo, benchmarks, ORCHID …
    "2001:db8::/32",  // documentation
    "2002::/16",  // 6to4: stands for an address of IPv4
    "2620:4f:8000::/48",  // AS112
    "3fff::/20",  // documentation
    "fd00:ec2::254/128",  // the same for machines of one cloud
  ])

  private static func blocks(_ texts: [String]) -> [CIDRBlock] { texts.compactMap(CIDRBlock.init) }
}
