package import HTTPTypes

/// The security headers of every response: no scripts, no framing, no content sniffing.
package struct SecurityHeaders: Sendable {
  package let fields: HTTPFields

  /// The headers of a site.
  /// - Parameter framesOwnPages: whether its pages may show pages of the same site in frames, such as a region's
  ///   page of its own. Frames of other sites are never allowed.
  package init(framesOwnPages: Bool = false) {
    fields = HTTPFields(
      [
        ("Content-Security-Policy", Self.policy(framesOwnPages: framesOwnPages)),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
      ].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
  }

  /// Allows no scripts, and styles, images, manifests and forms from the own origin only.
  private static func policy(framesOwnPages: Bool) -> String {
    "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
      + (framesOwnPages ? "frame-src 'self'; frame-ancestors 'self'" : "frame-ancestors 'none'")
  }

  /// HSTS for one year, without subdomains, which may belong to others. Browsers honour it over HTTPS only, and it must not be
  /// sent over plain HTTP (RFC 6797, section 7.2).
  static let transport = HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")
}

/// How an app of pages is reached: its host names, its proxies, and what its middleware makes of them.
public struct Site: Sendable {
  /// The host names that the app accepts besides `localhost` and IP addresses; in lower case, without port.
  package var hosts: Set<String>
  package var proxies: TrustedProxies
  package var securityHeaders: SecurityHeaders
  /// The path of the health check. Clients on the same machine may request it under any host name.
  package var healthPath = "/health"
  /// The folders whose files have secret names, such as `/feeds`. The log of requests omits these names.
  package var secretFolders: Set<String> = []
  /// The folders for programs that send a name and a password with each request, such as `/dav`. No cookie may grant anything there: CSRF
  /// protection lets all of their requests pass. Their paths may end with a slash.
  package var programFolders: Set<String> = []

  /// Creates the description of a site.
  /// - Parameters:
  ///   - hosts: the host names that the app accepts besides `localhost` and IP addresses; in lower case, without port.
  ///   - proxies: the addresses and networks (RFC 4632, section 3.1) of the proxies that are trusted to set forwarding headers, separated
  ///     by commas: `10.0.0.0/8, ::1`.
  ///   - framesOwnPages: whether its pages may show pages of the same site in frames, as those of a gallery do. Frames of other sites are
  ///     never allowed.
  /// - Throws: a line that tells which proxy is neither an address nor a network.
  public init(hosts: Set<String> = [], proxies: String, framesOwnPages: Bool = false) throws {
    self.init(
      hosts: hosts, proxies: try TrustedProxies(parsing: proxies),
      securityHeaders: SecurityHeaders(framesOwnPages: framesOwnPages))
  }

  /// Creates the description of a site that no proxy serves.
  public init(hosts: Set<String> = [], framesOwnPages: Bool = false) {
    self.init(hosts: hosts, proxies: .none, securityHeaders: SecurityHeaders(framesOwnPages: framesOwnPages))
  }

  package init(hosts: Set<String>, proxies: TrustedProxies, securityHeaders: SecurityHeaders = SecurityHeaders()) {
    (self.hosts, self.proxies, self.securityHeaders) = (hosts, proxies, securityHeaders)
  }
}

extension Site {
  /// Whether a path is in one of ``programFolders``.
  static func isForPrograms(_ path: String, in folders: Set<String>) -> Bool {
    folders.contains {
      path.hasPrefix($0) && (path.utf8.count == $0.utf8.count || path.dropFirst($0.count).first == "/")
    }
  }
}
