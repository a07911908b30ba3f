import Crypto
import Foundation

/// A session's bearer token: 256 random bits. Possession grants access, so it is never stored, logged or printed; the database
/// has its ``digest``.
struct SessionToken: Redacted, Sendable {
  private static let count = 32

  private let bytes: [UInt8]

  init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<Self.count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

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
