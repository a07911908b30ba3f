import Crypto
import Foundation
import HTTPTypes
import StatePages
import Tasks

/// A browser in which a user has signed in before (OWASP's "device cookie"): a nonce, and its authentication code for the user's
/// name. Without the server's key it does not disclose the name.
///
/// It grants no access. Tries from such a browser are counted separately, so a stranger's wrong tries do not lock out the owner.
struct KnownDevice: Hashable, Sendable {
  private static let nonceBytes = 16
  private static let codeBytes = SHA256.byteCount

  private let bytes: [UInt8]

  /// Creates the identifier of a browser in which the name's owner has just signed in.
  init(for name: Username, key: Data) {
    let nonce = (0..<Self.nonceBytes).map { _ in UInt8.random(in: .min ... .max) }
    bytes = nonce + Self.code(nonce, name, key)
  }

  /// Parses a cookie value; nil if it is malformed.
  init?(_ text: some StringProtocol) {
    guard let bytes = Base64.urlBytes(of: text), bytes.count == Self.nonceBytes + Self.codeBytes else { return nil }
    self.bytes = bytes
  }

  /// Whether the name's owner has signed in with this browser.
  func isKnown(to name: Username, key: Data) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(
      bytes.suffix(Self.codeBytes), authenticating: Self.message(Array(bytes.prefix(Self.nonceBytes)), name),
      using: SymmetricKey(data: key))
  }

  var text: String { Base64.urlText(of: bytes) }

  private static func code(_ nonce: [UInt8], _ name: Username, _ key: Data) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message(nonce, name), using: SymmetricKey(data: key)))
  }

  private static func message(_ nonce: [UInt8], _ name: Username) -> [UInt8] { nonce + Array(name.key.utf8) }
}

/// The cookie with a browser's ``KnownDevice`` values. Browsers send it to the sign-in address only.
struct DeviceCookie: Sendable {
  /// The maximum number of accounts per browser. The least recent sign-in is dropped.
  private static let accounts = 4
  /// The maximum lifetime that browsers allow (RFC 6265bis, section 5.5), in seconds.
  private static let maxAge = 400 * 86_400

  private let name, attributes: String

  init(beside session: SessionCookie) {
    name = session.isSecure ? "__Secure-fourfold-device" : "fourfold-device"
    attributes =
      "; Path=\(session.basePath.address(SignInFlow.address(of: .signIn).text)); HttpOnly; SameSite=Strict"
      + (session.isSecure ? "; Secure" : "")
  }

  /// The values in a request, most recent sign-in first.
  func devices(in headers: HTTPFields) -> [KnownDevice] {
    let values = CookieField.values(of: name, in: headers)
    guard values.count == 1, let value = values.first else { return [] }
    return value.split(separator: ".").prefix(Self.accounts).compactMap { KnownDevice($0) }
  }

  /// The `Set-Cookie` value that adds a device and keeps the most recent others.
  func setting(_ new: KnownDevice, beside others: [KnownDevice]) -> String {
    let devices = [new] + others.prefix(Self.accounts - 1)
    return "\(name)=\(devices.map(\.text).joined(separator: ".")); Max-Age=\(Self.maxAge)\(attributes)"
  }
}
