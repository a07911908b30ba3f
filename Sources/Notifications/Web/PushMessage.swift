import Crypto
import Foundation
package import Tasks

/// A message of Web Push (RFC 8030). Its text is for the subscriber alone; the rest is what the push service is told.
package struct PushMessage: Hashable, Sendable {
  package var text: String
  /// The media type of the text.
  package var type: String
  /// A message takes the place of an undelivered one of the same topic: at most 32 characters of URL-safe Base64.
  package var topic: String
  /// How long the push service keeps it for a device that can't be reached, in seconds.
  package var lifetime = 86_400

  package init(_ text: String, type: String, topic: String) { (self.text, self.type, self.topic) = (text, type, topic) }
}

/// The endpoint of a subscription that messages can be encrypted for.
package struct PushDestination: Sendable, CustomStringConvertible, CustomReflectable {
  package let url: SourceAddress
  let publicKey: P256.KeyAgreement.PublicKey
  let authSecret: Data

  private static let secretBytes = 16

  /// Nil for an address or keys that no push service and no subscriber has.
  package init?(_ endpoint: PushEndpoint) {
    do {
      url = try SourceAddress(validating: endpoint.resource)
      publicKey = try P256.KeyAgreement.PublicKey(x963Representation: endpoint.publicKey)
    } catch {
      return nil
    }
    // A login would be sent in the header that has the signature.
    guard endpoint.resource.contains("://"), !url.hasLogin, endpoint.authSecret.count == Self.secretBytes else {
      return nil
    }
    authSecret = endpoint.authSecret
  }

  package var description: String { url.host }
  package var customMirror: Mirror { Mirror(self, children: ["host": description]) }
}

extension PushMessage {
  private static let saltBytes = 16
  /// The maximum size of a record, the one that push services take (RFC 8291, section 4).
  private static let recordBytes: UInt32 = 4_096

  /// The text as one record of `aes128gcm` (RFC 8188) for the subscriber (RFC 8291, section 3.4).
  /// - Parameters:
  ///   - key: a key pair that is used for nothing else.
  ///   - salt: 16 random bytes.
  func encrypted(
    for destination: PushDestination, key: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(),
    salt: [UInt8] = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) }
  ) throws -> [UInt8] {
    let own = key.publicKey.x963Representation
    let secret = try key.sharedSecretFromKeyAgreement(with: destination.publicKey).hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: destination.authSecret,
      sharedInfo: Data("WebPush: info\0".utf8) + destination.publicKey.x963Representation + own, outputByteCount: 32)
    func derived(_ name: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: secret, salt: salt, info: Data("Content-Encoding: \(name)\0".utf8), outputByteCount: count)
    }
    let nonce = try derived("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    // The delimiter of the last record, without padding.
    let sealed = try AES.GCM.seal(Data(text.utf8) + [0x02], using: derived("aes128gcm", 16), nonce: nonce)
    let size = withUnsafeBytes(of: Self.recordBytes.bigEndian) { Array($0) }
    return salt + size + [UInt8(own.count)] + own + sealed.ciphertext + sealed.tag
  }
}
