import Crypto

/// A token that the console prints. Creating the first account from another machine requires it; otherwise the first visitor
/// could take over the installation.
public struct SetUpToken: Hashable, Sendable {
  /// The token as printed: four groups of letters and digits, without look-alikes.
  public let text: String

  /// Creates a token with 100 random bits.
  public init() {
    text = TypedSecret.grouped(TypedSecret.random(20), by: 5)
  }

  /// Whether the typed text is this token, ignoring case, hyphens and spaces. Compares digests, which takes constant time.
  func matches(_ typed: String) -> Bool { Self.digest(typed) == Self.digest(text) }

  private static func digest(_ text: String) -> SHA256Digest { TypedSecret.digest(of: TypedSecret.letters(of: text)) }
}
