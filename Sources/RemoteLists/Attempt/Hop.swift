import Foundation
import NetworkAddresses
import Tasks

/// The host of an address: a name or an IP address.
enum Host: Hashable, Sendable {
  case name(String)
  case address(IPAddress)

  /// Nil if the text is not a valid host.
  init?(encoded: String) {
    guard let host = HostName.canonical(encoded) else { return nil }
    self = HostName.address(host).map(Self.address) ?? .name(host)
  }

  var shown: String {
    switch self {
    case .name(let name): name
    case .address(let address): "\(address)"
    }
  }

  /// The host as written in a URL.
  var encoded: String {
    switch self {
    case .name(let name): name
    case .address(let address): address.isIPv6 ? "[\(address)]" : "\(address)"
    }
  }
}

/// The origin of an address: scheme, host and port (RFC 6454).
struct Origin: Hashable, Sendable {
  let scheme: String
  let host: Host
  let port: Int

  /// Whether connections use TLS.
  var isSecure: Bool { scheme == "https" }

  /// The host name that the certificate must match; nil without TLS, and for an IP address.
  var certifiedName: String? {
    guard scheme == "https", case .name(let name) = host else { return nil }
    return name
  }
}

/// An address that is requested: the source's own, or the target of a redirect or link. Without user name and password.
struct Hop: Hashable, Sendable {
  let origin: Origin
  /// The URL, with the host in the canonical spelling that ``PinnedClient`` overrides in DNS.
  let url: String

  /// - Throws: `problem` if the text is not an HTTP(S) URL; ``SourceFailure/blockedPort(_:)`` for a port that is not allowed.
  init(_ text: String, else problem: SourceFailure, settings: FetchSettings) throws(SourceFailure) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      let usual = Self.usualPorts[scheme], let host = parts.encodedHost.flatMap(Host.init(encoded:))
    else { throw problem }
    let port = parts.port ?? usual
    guard (1...65_535).contains(port) else { throw problem }
    if let allowed = settings.ports, !allowed.contains(port), !Self.usualPorts.values.contains(port) {
      throw .blockedPort(port)
    }
    var url = URLComponents()
    url.scheme = scheme
    url.encodedHost = host.encoded
    url.port = port == usual ? nil : port
    url.percentEncodedPath = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    url.percentEncodedQuery = parts.percentEncodedQuery
    guard let whole = url.string, whole.utf8.count <= Limits.addressBytes * 4 else { throw problem }
    origin = Origin(scheme: scheme, host: host, port: port)
    self.url = whole
  }

  /// The request target: path and query.
  var target: String { String(url.dropFirst(origin.scheme.count + "://".count).drop { $0 != "/" }) }

  /// Resolves a redirect or link against this address.
  /// - Throws: ``SourceFailure/badRedirect`` for an invalid URL, and for a downgrade from `https` to `http`.
  func following(_ location: String, settings: FetchSettings) throws(SourceFailure) -> Hop {
    guard let base = URL(string: url), let next = URL(string: location, relativeTo: base) else { throw .badRedirect }
    let hop = try Hop(next.absoluteString, else: .badRedirect, settings: settings)
    guard origin.scheme == "http" || hop.origin.scheme == "https" else { throw .badRedirect }
    return hop
  }

  private static let usualPorts = ["http": 80, "https": 443]
}
