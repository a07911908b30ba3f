import Crypto
import Foundation

/// What the operator reads on the console and types where the first account is made from another machine: else it would be made by
/// whoever comes first.
public struct SetUpToken: Hashable, Sendable {
  /// As the console shows it: four groups of letters and digits that are hard to take for each other.
  public let text: String

  /// A new token: 100 random bits.
  public init() {
    let letters = (0..<20).map { _ in String(Self.alphabet[Int.random(in: 0..<Self.alphabet.count)]) }
    text = stride(from: 0, to: 20, by: 5).map { letters[$0..<($0 + 5)].joined() }.joined(separator: "-")
  }

  private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// Whether this was typed, in whatever case, with hyphens and spaces or without. Compares digests, whose equality takes the same time
  /// whatever was typed.
  func matches(_ typed: String) -> Bool { Self.digest(typed) == Self.digest(text) }

  private static func digest(_ text: String) -> SHA256Digest {
    let letters = text.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    return SHA256.hash(data: Data(letters))
  }
}
