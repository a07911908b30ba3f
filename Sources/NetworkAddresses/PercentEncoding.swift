import Foundation

extension String {
  /// The text with all bytes percent-encoded except those of unreserved characters (RFC 3986, section 2.3).
  package var percentEncoded: String {
    // Nil only for text that is not Unicode, which a `String` cannot be.
    addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
