import Crypto
import Foundation

/// Random letters and digits that a person can type: without look-alikes, in groups. Each has five random bits.
enum TypedSecret {
  private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")

  static func random(_ count: Int) -> String {
    String((0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
  }

  /// The text in groups, joined by hyphens.
  static func grouped(_ text: String, by size: Int) -> String {
    let letters = Array(text)
    return stride(from: 0, to: letters.count, by: size)
      .map { String(letters[$0..<min($0 + size, letters.count)]) }.joined(separator: "-")
  }

  /// Typed text without its hyphens and spaces, in lower case.
  static func letters(of typed: String) -> String {
    String(
      decoding: typed.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// The SHA-256 of a text. More than 100 random bits cannot be guessed, so salt and cost are unnecessary.
  static func digest(of text: String) -> SHA256Digest { SHA256.hash(data: Data(text.utf8)) }
}

/// A secret that no description of it tells.
protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
  var description: String { String(describing: Self.self) }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// A token that the console prints. Creating the first account from another machine requires it; otherwise the first visitor
/// could take over the installation.
package struct SetUpToken: Hashable, Sendable {
  /// The token as printed: four groups of letters and digits, without look-alikes.
  package let text: String

  /// Creates a token with 100 random bits.
  package init() { text = TypedSecret.grouped(TypedSecret.random(20), by: 5) }

  /// Whether the typed text is this token, ignoring case, hyphens and spaces. Compares digests, which takes constant time.
  func matches(_ typed: String) -> Bool { Self.digest(typed) == Self.digest(text) }

  private static func digest(_ text: String) -> SHA256Digest { TypedSecret.digest(of: TypedSecret.letters(of: text)) }
}
