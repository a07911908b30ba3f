import HTTPTypes

/// The cookie that has a browser's ``SessionToken``.
///
/// Where nobody can read along it is `__Host-fourfold`, which browsers take and send over secure connections only, and which no
/// other host can set (RFC 6265bis, section 4.1.3.2). Over a plain network it is `fourfold`, and only where the operator allows
/// that; over a secure connection that one is not believed, for anybody on the way could have set it.
struct SessionCookie: Sendable {
  /// How long browsers keep it, in seconds: longer than any session lasts, so that an ended one is known as such.
  private static let maxAge = 210 * 86_400

  let name: String
  /// Whether browsers send it over secure connections only.
  let isSecure: Bool
  private let attributes: String

  /// The cookie for a client.
  /// - Parameter plainHTTP: whether the operator allows signing in over a network that others can read.
  /// - Returns: nil where no cookie can be trusted to that connection.
  init?(for client: Client, plainHTTP: Bool) {
    // Not every browser keeps a secure cookie over plain HTTP on its own machine: whoever allows the other kind has that there.
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

  /// The token that a request shows (RFC 6265, section 5.4); nil if it shows none, or more than one: then at least one is not
  /// ours.
  func token(in headers: HTTPFields) -> SessionToken? {
    let values = CookieField.values(of: name, in: headers)
    guard values.count == 1, let value = values.first else { return nil }
    return SessionToken(value)
  }

  /// The value of a `Set-Cookie` that gives a browser its token.
  func setting(_ token: SessionToken) -> String { "\(name)=\(token.text); Max-Age=\(Self.maxAge)\(attributes)" }

  /// The value of a `Set-Cookie` that takes it away.
  var clearing: String { "\(name)=; Max-Age=0\(attributes)" }
}
