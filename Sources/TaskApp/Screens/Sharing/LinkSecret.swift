import Crypto
import Foundation

/// The secret in the address of an invitation: 256 random bits. It is shown once; the database has its ``digest``.
struct LinkSecret: Hashable, LosslessStringConvertible, Sendable {
  /// 43 characters of URL-safe Base64.
  let description: String

  /// Creates a random secret.
  init() { description = Base64.urlText(of: (0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

  /// Reads the secret of an address; nil if it can't be one.
  init?(_ text: String) {
    guard Base64.urlBytes(of: text)?.count == 32 else { return nil }
    description = text
  }

  /// The folder of the addresses, whose names no log has.
  static let folder = "/join"

  var digest: Data { Data(SHA256.hash(data: Data(description.utf8))) }
}
