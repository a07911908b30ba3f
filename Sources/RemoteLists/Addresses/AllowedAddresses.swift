import Tasks

/// The addresses of a host, looked up once and all of them allowed; connections are made to these and to nothing else.
struct AllowedAddresses: Sendable {
  /// In the order in which they are to be tried; never none, and not more than can be tried in a sensible time.
  let all: [IPAddress]

  private static let most = 4

  /// Looks a host up, unless it is an address itself, and judges what is found.
  /// - Throws: ``SourceFailure/blockedAddress`` if a single one is not allowed: whoever names the public and the private in one breath
  ///   tries something.
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
    guard found.allSatisfy(rules.allows) else { throw .blockedAddress }
    all = Array(Self.mixed(found).prefix(Self.most))
  }

  /// The two kinds by turns, beginning with the kind that the resolver prefers: where one kind leads nowhere, the next try is of the
  /// other.
  private static func mixed(_ found: [IPAddress]) -> [IPAddress] {
    let preferred = found.filter { $0.isIPv6 == found.first?.isIPv6 }
    let others = found.filter { $0.isIPv6 != found.first?.isIPv6 }
    return (0..<max(preferred.count, others.count)).flatMap { place in
      [preferred, others].compactMap { place < $0.count ? $0[place] : nil }
    }
  }

  /// The same, beginning elsewhere with each attempt.
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
