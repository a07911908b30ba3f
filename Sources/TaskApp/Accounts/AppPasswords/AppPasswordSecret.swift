import Foundation
import Tasks

/// The secret of an app password: 140 random bits. It grants access to an account, so it is shown once, and never stored or logged; the
/// database has its ``digest``.
struct AppPasswordSecret: Hashable, Redacted, Sendable {
  private static let count = 28

  private let text: String

  /// Creates a random secret.
  init() { text = TypedSecret.random(Self.count) }

  /// The app password as a person types it: the id, which finds it, and the secret, such as `7-k3mf-9xq2-…`.
  func password(of id: AppPasswordID) -> String { "\(id)-\(TypedSecret.grouped(text, by: 4))" }

  /// Reads a typed app password, ignoring case, hyphens and spaces; nil if it can be none.
  static func read(_ typed: String) -> (id: AppPasswordID, secret: AppPasswordSecret)? {
    guard typed.utf8.count <= 100 else { return nil }
    let letters = TypedSecret.letters(of: typed)
    guard let id = AppPasswordID(letters.dropLast(count)) else { return nil }
    return (id, AppPasswordSecret(text: String(letters.suffix(count))))
  }

  private init(text: String) { self.text = text }

  /// The stored SHA-256.
  var digest: Data { Data(TypedSecret.digest(of: text)) }
}
