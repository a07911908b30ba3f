import Crypto
import Foundation

/// A token that the console prints. Creating the first account from another machine requires it; otherwise the first visitor
/// could take over the installation.
public struct SetUpToken: Hashable, Sendable {
  /// The token as printed: four groups of letters and digits, without look-alikes.
  public let text: String

  /// Creates a token with 100 random bits.
  public init() {
    let letters = (0..<20).map { _ in String(Self.alphabet[Int.random(in: 0..<Self.alphabet.count)]) }
    text = stride(from: 0, to: 20, by: 5).map { letters[$0..<($0 + 5)].joined() }.joined(separator: "-")
  }

  private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// Whether the typed text is this token, ignoring case, hyphens and spaces. Compares digests, which takes constant time.
  func matches(_ typed: String) -> Bool { Self.digest(typed) == Self.digest(text) }

  private static func digest(_ text: String) -> SHA256Digest {
    let letters = text.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    return SHA256.hash(data: Data(letters))
  }
}
