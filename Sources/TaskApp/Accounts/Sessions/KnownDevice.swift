import Crypto
import Foundation
import HTTPTypes
import Tasks

/// A browser in which somebody has signed in, as it shows itself when they do so again: a random number, and its authentication code
/// for their name. Without the server's key it says nothing of the name (the idea is OWASP's "device cookie").
///
/// It lets nobody in. Tries from such a browser are counted apart, so that a stranger's wrong ones don't keep the owner out.
struct KnownDevice: Hashable, Sendable {
  private static let nonceBytes = 16
  private static let codeBytes = SHA256.byteCount

  private let bytes: [UInt8]

  /// A browser in which the owner of a name has just signed in.
  init(for name: Username, key: Data) {
    let nonce = (0..<Self.nonceBytes).map { _ in UInt8.random(in: .min ... .max) }
    bytes = nonce + Self.code(nonce, name, key)
  }

  /// As a cookie has it; nil if the text can be none.
  init?(_ text: some StringProtocol) {
    guard let bytes = Base64.urlBytes(of: text), bytes.count == Self.nonceBytes + Self.codeBytes else { return nil }
    self.bytes = bytes
  }

  /// Whether the owner of the name has signed in with it.
  func isKnown(to name: Username, key: Data) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(
      bytes.suffix(Self.codeBytes), authenticating: Self.message(Array(bytes.prefix(Self.nonceBytes)), name),
      using: SymmetricKey(data: key))
  }

  /// As a cookie has it.
  var text: String { Base64.urlText(of: bytes) }

  private static func code(_ nonce: [UInt8], _ name: Username, _ key: Data) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message(nonce, name), using: SymmetricKey(data: key)))
  }

  private static func message(_ nonce: [UInt8], _ name: Username) -> [UInt8] { nonce + Array(name.key.utf8) }
}

/// The cookie that makes a browser known to the accounts that have signed in with it. It is sent to the address of signing in only.
struct DeviceCookie: Sendable {
  /// How many accounts a browser is known to; the one that signed in longest ago makes room.
  private static let accounts = 4
  /// The longest that browsers keep one (RFC 6265bis, section 5.5), in seconds.
  private static let maxAge = 400 * 86_400

  private let name: String
  private let attributes: String

  /// The cookie that goes with a session's.
  init(beside session: SessionCookie) {
    name = session.isSecure ? "__Secure-fourfold-device" : "fourfold-device"
    attributes =
      "; Path=\(SignInFlow.action(.signIn)); HttpOnly; SameSite=Strict" + (session.isSecure ? "; Secure" : "")
  }

  /// What a browser shows, the account that signed in last first.
  func devices(in headers: HTTPFields) -> [KnownDevice] {
    let values = CookieField.values(of: name, in: headers)
    guard values.count == 1, let value = values.first else { return [] }
    return value.split(separator: ".").prefix(Self.accounts).compactMap { KnownDevice($0) }
  }

  /// The value of a `Set-Cookie` that makes a browser known, to those that it was known to as well.
  func setting(_ new: KnownDevice, beside others: [KnownDevice]) -> String {
    let devices = [new] + others.prefix(Self.accounts - 1)
    return "\(name)=\(devices.map(\.text).joined(separator: ".")); Max-Age=\(Self.maxAge)\(attributes)"
  }
}
