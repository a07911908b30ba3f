/// The addresses that programs request, without a session.
enum PublicRoute: String, CaseIterable, Sendable {
  case health = "/health"
  /// The folder of calendar feeds. The names of its files are secrets.
  case feeds = "/feeds"
  /// The transparent picture of the image buttons; see ``RowAnchor``. Its address is short, because a row has six, and it never changes.
  case clearImage = "/0"
  case dav = "/dav"
  case wellKnownCalDAV = "/.well-known/caldav"
  case wellKnownChangePassword = "/.well-known/change-password"
  /// The manifest with which browsers install the app.
  case manifest = "/manifest.webmanifest"
  case securityText = "/.well-known/security.txt"

  /// The paths that are answered outside the base path as well: that of the health check, for probes that reach the server without the
  /// proxy, from any address, and those that programs look for at the root of a host, if the proxy passes them on.
  static var alsoAtRoot: Set<String> {
    Set([health, wellKnownCalDAV, wellKnownChangePassword, securityText].map(\.path))
  }

  var path: String { rawValue }
}
