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

extension Sequence<UInt8> {
  /// Two hexadecimal digits for each byte, in lower case.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension String {
  /// Random bytes as hexadecimal digits, from the random number generator of the system.
  package static func randomHexadecimal(bytes count: Int) -> String {
    (0..<count).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
  }
}
