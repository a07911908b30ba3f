import Crypto
import Foundation

/// What a browser shows to be known again: 256 random bits. Who has it is signed in, so it is never stored, logged or
/// printed; the database has its ``digest``.
struct SessionToken: Sendable {
  private static let count = 32

  private let bytes: [UInt8]

  /// A new token.
  init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<Self.count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// A token as a cookie has it; nil if the text can be none.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 43, let bytes = Base64.urlBytes(of: text), bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }

  /// The token as a cookie has it: 43 characters of the alphabet for addresses.
  var text: String { Base64.urlText(of: bytes) }

  /// What is stored of it: its SHA-256. Nobody can guess 256 bits, so that there is no need for salt or cost.
  var digest: Data { Data(SHA256.hash(data: bytes)) }
}

extension SessionToken: CustomStringConvertible, CustomReflectable {
  /// Not the token.
  var description: String { "SessionToken" }
  /// Nothing is to be seen.
  var customMirror: Mirror { Mirror(self, children: []) }
}
