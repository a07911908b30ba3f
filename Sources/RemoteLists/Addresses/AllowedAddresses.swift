import NetworkAddresses
import Tasks

/// The addresses of a host, resolved once and all allowed by the SSRF policy. Connections are made only to these.
struct AllowedAddresses: Sendable {
  /// The addresses in order of preference; never empty, at most ``most``.
  let all: [IPAddress]

  private static let most = 4

  /// Resolves a host, unless it is an IP address, and checks the addresses.
  /// - Throws: ``SourceFailure/blockedAddress(_:)`` if any address is not allowed: a mix of public and private addresses is likely an
  ///   attack; ``SourceFailure/noSuchHost`` or ``SourceFailure/nameLookup`` if the lookup fails.
  init(of host: Host, by resolver: any AddressResolver, rules: SSRFPolicy) async throws(SourceFailure) {
    let found: [IPAddress]
    switch host {
    case .address(let address): found = [address]
    case .name(let name):
      do {
        found = try await resolver.addresses(of: name)
      } catch {
        throw SourceFailure(error)
      }
    }
    guard !found.isEmpty else { throw .noSuchHost }
    let blocks = found.compactMap(rules.blocks)
    guard blocks.isEmpty else {
      throw .blockedAddress(BlockedAddress(blocks.contains(.reserved) ? .reserved : .private))
    }
    all = Array(Self.mixed(found).prefix(Self.most))
  }

  /// Alternates IPv4 and IPv6, beginning with the resolver's preference, so that the other family is tried next.
  private static func mixed(_ found: [IPAddress]) -> [IPAddress] {
    let preferred = found.filter { $0.isIPv6 == found.first?.isIPv6 }
    let others = found.filter { $0.isIPv6 != found.first?.isIPv6 }
    return (0..<max(preferred.count, others.count)).flatMap { place in
      [preferred, others].compactMap { place < $0.count ? $0[place] : nil }
    }
  }

  /// The addresses rotated by the attempt's number, so that each attempt begins at another one.
  func beginning(at attempt: Int) -> [IPAddress] {
    let start = (attempt - 1) % all.count
    return Array(all[start...] + all[..<start])
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
