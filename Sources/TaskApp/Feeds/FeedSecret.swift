import Crypto
import Foundation

/// The secret in the address of a calendar feed: 256 random bits. It grants access to the feed, so it is shown once, and never stored
/// or logged; the database has its ``digest``.
struct FeedSecret: Hashable, Redacted, Sendable {
  /// 43 characters of URL-safe Base64.
  let text: String

  /// Creates a random secret.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = Base64.urlText(of: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Reads the secret in the name of a feed's file. Any text will do: one that is no secret has a digest that no feed has, so all names
  /// are answered alike.
  init?(fileName: String) {
    guard fileName.hasSuffix(Self.ending) else { return nil }
    text = String(fileName.dropLast(Self.ending.count))
  }

  /// The ending of the file's name.
  static let ending = ".ics"

  /// The stored SHA-256. 256 random bits cannot be guessed, so salt and cost are unnecessary.
  var digest: Data { Data(SHA256.hash(data: Data(text.utf8))) }
}
