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
  private let attributes: String

  /// The cookie for a client.
  /// - Parameter plainHTTP: whether the operator allows signing in over a network that others can read.
  /// - Returns: nil where no cookie can be trusted to that connection.
  init?(for client: Client, plainHTTP: Bool) {
    // Not every browser keeps a secure cookie over plain HTTP on its own machine: whoever allows the other kind has that there.
    if client.isHTTPS || (client.isSecure && !plainHTTP) {
      name = "__Host-fourfold"
      attributes = "; Path=/; HttpOnly; SameSite=Lax; Secure"
    } else if plainHTTP {
      name = "fourfold"
      attributes = "; Path=/; HttpOnly; SameSite=Lax"
    } else {
      return nil
    }
  }

  /// The token that a request shows (RFC 6265, section 5.4); nil if it shows none, or more than one: then at least one is not
  /// ours.
  func token(in headers: HTTPFields) -> SessionToken? {
    var values: [Substring.UTF8View] = []
    for field in headers[values: .cookie] {
      // By bytes: names and tokens have no others than one a character.
      for pair in Substring(field).utf8.split(separator: UInt8(ascii: ";")) {
        let pair = pair.drop(while: Self.isBlank)
        guard pair.starts(with: name.utf8) else { continue }
        let rest = pair.dropFirst(name.utf8.count)
        if rest.first == UInt8(ascii: "=") { values.append(rest.dropFirst()) }
      }
    }
    guard values.count == 1, var value = values.first else { return nil }
    while let last = value.last, Self.isBlank(last) { value.removeLast() }
    return SessionToken(Substring(value))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// The value of a `Set-Cookie` that gives a browser its token.
  func setting(_ token: SessionToken) -> String { "\(name)=\(token.text); Max-Age=\(Self.maxAge)\(attributes)" }

  /// The value of a `Set-Cookie` that takes it away.
  var clearing: String { "\(name)=; Max-Age=0\(attributes)" }
}
