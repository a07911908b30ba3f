import HTTPTypes
import StatePages

/// The cookie with a browser's ``SessionToken``.
///
/// Over a secure connection its name is `__Host-fourfold`: browsers accept and send it over secure connections only, and no other
/// host can set it (RFC 6265bis, section 4.1.3.2). Over plain HTTP it is `fourfold`, if the operator allows that. A secure
/// connection ignores `fourfold`, which an attacker on the network could have set.
struct SessionCookie: Sendable {
  /// The lifetime in seconds. Longer than any session, so that an expired session is recognized as such.
  private static let maxAge = 210 * 86_400

  let name: String
  /// Whether browsers send the cookie over secure connections only.
  let isSecure: Bool
  private let attributes: String

  /// The cookie for a client.
  /// - Parameter plainHTTP: whether the operator allows signing in over unencrypted connections.
  /// - Returns: nil if the connection may carry no cookie.
  init?(for client: Client, plainHTTP: Bool) {
    // Some browsers drop secure cookies over plain HTTP on localhost, so the plain cookie is used there if it is allowed.
    if client.isHTTPS || (client.isSecure && !plainHTTP) {
      name = "__Host-fourfold"
      isSecure = true
      attributes = "; Path=/; HttpOnly; SameSite=Lax; Secure"
    } else if plainHTTP {
      name = "fourfold"
      isSecure = false
      attributes = "; Path=/; HttpOnly; SameSite=Lax"
    } else {
      return nil
    }
  }

  /// The token in a request (RFC 6265, section 5.4); nil if there is none, or more than one: then at least one is forged.
  func token(in headers: HTTPFields) -> SessionToken? {
    let values = CookieField.values(of: name, in: headers)
    guard values.count == 1, let value = values.first else { return nil }
    return SessionToken(value)
  }

  /// The `Set-Cookie` value that stores a token.
  func setting(_ token: SessionToken) -> String { "\(name)=\(token.text); Max-Age=\(Self.maxAge)\(attributes)" }

  /// The `Set-Cookie` value that deletes the cookie.
  var clearing: String { "\(name)=; Max-Age=0\(attributes)" }
}
