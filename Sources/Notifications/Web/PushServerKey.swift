import Crypto
package import Foundation
import Tasks

/// The key by which push services know the server: Voluntary Application Server Identification, VAPID (RFC 8292).
package struct PushServerKey: Sendable {
  private let key: P256.Signing.PrivateKey

  /// Derives the key from a secret of the server, which keeps no other one for it: it is the same in all processes, and in a copy.
  package init(from secret: Data) {
    key = Self.key(from: SymmetricKey(data: secret))
  }

  private static func key(from secret: SymmetricKey) -> P256.Signing.PrivateKey {
    var number = 0
    while true {
      let bytes = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: secret, info: Data("web push \(number)".utf8), outputByteCount: 32)
      do {
        return try bytes.withUnsafeBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
      } catch {
        // One number of 2³² is too large for a key.
        number += 1
      }
    }
  }

  /// The public key, as subscribers tell it to their push service.
  package var publicKey: String { Base64.urlText(of: key.publicKey.x963Representation) }

  private struct Header: Encodable {
    let alg = "ES256"
    let typ = "JWT"
  }

  private struct Claims: Encodable {
    let aud: String
    let exp: Int
    let sub: String
  }

  /// How long a token counts, in seconds: at most a day (RFC 8292, section 2).
  private static let seconds = 12 * 3_600

  /// The value of the header `Authorization`.
  /// - Parameters:
  ///   - audience: the origin of the push service.
  ///   - contact: whom its operator can ask about the server: a `mailto` or `https` address.
  func authorization(for audience: String, contact: String, at now: Date) throws -> String {
    let claims = Claims(aud: audience, exp: Int(now.timeIntervalSince1970) + Self.seconds, sub: contact)
    let parts = [JSONText.bytes(Header()), JSONText.bytes(claims)].map { Base64.urlText(of: $0) }
    let signed = parts.joined(separator: ".")
    let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
    return "vapid t=\(signed).\(Base64.urlText(of: signature)), k=\(publicKey)"
  }
}
