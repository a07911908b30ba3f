import Foundation
import Tasks

/// A host as an address names it.
enum Host: Hashable, Sendable {
  case name(String)
  case address(IPAddress)

  /// Nil for what can't be the host of anything.
  init?(encoded: String) {
    guard let host = HostName.canonical(encoded) else { return nil }
    if host.hasPrefix("[") {
      guard let address = IPAddress(String(host.dropFirst().dropLast())) else { return nil }
      self = .address(address)
    } else if let number = HostName.ipv4(host) {
      self = .address(IPAddress(ipv4: number))
    } else {
      self = .name(host)
    }
  }

  /// As it stands in an address.
  var encoded: String {
    switch self {
    case .name(let name): name
    case .address(let address): address.isIPv6 ? "[\(address)]" : "\(address)"
    }
  }
}

/// What one is known to a host by.
struct Origin: Hashable, Sendable {
  let scheme: String
  let host: Host
  let port: Int

  /// Whether it is asked over TLS.
  var isSecure: Bool { scheme == "https" }

  /// The name that its certificate must be of.
  var certifiedName: String? {
    guard scheme == "https", case .name(let name) = host else { return nil }
    return name
  }
}

/// One question on the way to a list: its own address, or one that it leads to. Without name and password.
struct Hop: Hashable, Sendable {
  let origin: Origin
  /// The whole address, with the host in the one spelling that the checked address is filed under.
  let url: String

  /// - Throws: `problem` for what is no address of the web, ``SourceFailure/blockedPort(_:)`` for a port that is not asked.
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

  /// Its path and query, as a request names them.
  var target: String {
    String(url.dropFirst(origin.scheme.count + "://".count).drop { $0 != "/" })
  }

  /// Where this one leads.
  /// - Throws: ``SourceFailure/badRedirect`` for what is no address, or from `https` to `http`: what was asked in secret is not asked
  ///   in the open.
  func following(_ location: String, settings: FetchSettings) throws(SourceFailure) -> Hop {
    guard let base = URL(string: url), let next = URL(string: location, relativeTo: base) else { throw .badRedirect }
    let hop = try Hop(next.absoluteString, else: .badRedirect, settings: settings)
    guard origin.scheme == "http" || hop.origin.scheme == "https" else { throw .badRedirect }
    return hop
  }

  private static let usualPorts = ["http": 80, "https": 443]
}
