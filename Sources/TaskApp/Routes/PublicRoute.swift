/// The addresses that answer whoever asks: the forms of those who have not signed in, and what programs ask for.
enum PublicRoute: String, CaseIterable, Sendable {
  case setUp = "/set-up"
  case signIn = "/sign-in"
  case signUp = "/sign-up"
  case signOut = "/sign-out"
  case health = "/health"
  case wellKnownChangePassword = "/.well-known/change-password"
  case securityText = "/.well-known/security.txt"

  /// The path.
  var path: String { rawValue }
}
