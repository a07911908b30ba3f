import Crypto
import Foundation
import HTTPTypes
import StatePages
import Tasks

/// The cookie with a browser's ``SessionToken``.
///
/// Over a secure connection its name is `__Host-fourfold`: browsers accept and send it over secure connections only, and no other
/// host can set it (RFC 6265bis, section 4.1.3.2). Over plain HTTP it is `fourfold`, if the operator allows that. A secure
/// connection ignores `fourfold`, which an attacker on the network could have set.
///
/// Below a base path the cookie is for that path only. `__Host-` demands the whole host, so the secure name begins with `__Secure-`
/// there (section 4.1.3.1). Both names end with the path: the cookie of another Fourfold at the root of the host, or below a shorter
/// path, is sent along, and two of one name would count as forged.
struct SessionCookie: Sendable {
  /// The lifetime in seconds. Longer than any session, so that an expired session is recognized as such.
  private static let maxAge = 210 * 86_400

  let name: String
  /// Whether browsers send the cookie over secure connections only.
  let isSecure: Bool
  let basePath: BasePath
  private let attributes: String

  /// The cookie for a client.
  /// - Parameters:
  ///   - basePath: the path below which the app is served.
  ///   - plainHTTP: whether the operator allows signing in over unencrypted connections.
  /// - Returns: nil if the connection may carry no cookie.
  init?(for client: Client, below basePath: BasePath = .root, plainHTTP: Bool) {
    let name = "fourfold" + basePath.path.replacing("/", with: "~")
    let path = "; Path=\(basePath); HttpOnly; SameSite=Lax"
    // Some browsers drop secure cookies over plain HTTP on localhost, so the plain cookie is used there if it is allowed.
    if client.isHTTPS || (client.isSecure && !plainHTTP) {
      self.name = (basePath.isRoot ? "__Host-" : "__Secure-") + name
      isSecure = true
      attributes = path + "; Secure"
    } else if plainHTTP {
      self.name = name
      isSecure = false
      attributes = path
    } else {
      return nil
    }
    self.basePath = basePath
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

/// The `Cookie` field of a request (RFC 6265, section 5.4).
enum CookieField {
  static func values(of name: String, in headers: HTTPFields) -> [Substring] {
    var values: [Substring.UTF8View] = []
    for field in headers[values: .cookie] {
      // Split by bytes: cookie names and tokens are ASCII.
      for pair in Substring(field).utf8.split(separator: UInt8(ascii: ";")) {
        let pair = pair.drop(while: isBlank)
        guard pair.starts(with: name.utf8) else { continue }
        let rest = pair.dropFirst(name.utf8.count)
        if rest.first == UInt8(ascii: "=") { values.append(rest.dropFirst()) }
      }
    }
    return values.map { value in
      var value = value
      while let last = value.last, isBlank(last) { value.removeLast() }
      return Substring(value)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

/// A session's bearer token: 256 random bits. Possession grants access, so it is never stored, logged or printed; the database
/// has its ``digest``.
struct SessionToken: Redacted, Sendable {
  private static let count = 32

  private let bytes: [UInt8]

  init() { bytes = (0..<Self.count).map { _ in UInt8.random(in: .min ... .max) } }

  /// Parses a cookie value; nil if it is malformed.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 43, let bytes = Base64.urlBytes(of: text), bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }

  /// The cookie value: 43 characters of URL-safe Base64.
  var text: String { Base64.urlText(of: bytes) }

  /// The stored SHA-256. 256 random bits cannot be guessed, so salt and cost are unnecessary.
  var digest: Data { Data(SHA256.hash(data: bytes)) }
}
