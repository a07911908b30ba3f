/// The addresses that programs request, without a session.
enum PublicRoute: String, CaseIterable, Sendable {
  case health = "/health"
  /// The folder of calendar feeds. The names of its files are secrets.
  case feeds = "/feeds"
  case wellKnownChangePassword = "/.well-known/change-password"
  case securityText = "/.well-known/security.txt"

  /// The path.
  var path: String { rawValue }
}
