import Foundation

/// Base 64 without padding (RFC 4648, section 3.2), in canonical form only.
enum Base64 {
  static func text(of bytes: some Sequence<UInt8>) -> String {
    String(decoding: Data(bytes).base64EncodedData().filter { $0 != UInt8(ascii: "=") }, as: UTF8.self)
  }

  /// Decodes text; nil unless it is canonical output of ``text(of:)``.
  static func bytes(of text: some StringProtocol) -> [UInt8]? {
    let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: padded), self.text(of: data) == text else { return nil }
    return Array(data)
  }

  /// Encodes with the URL-safe alphabet (section 5).
  static func urlText(of bytes: some Sequence<UInt8>) -> String { swapped(text(of: bytes)) }

  /// Decodes text; nil unless it is canonical output of ``urlText(of:)``.
  static func urlBytes(of text: some StringProtocol) -> [UInt8]? { bytes(of: swapped(text)) }

  /// The text with the two letters in which the alphabets differ exchanged.
  private static func swapped(_ text: some StringProtocol) -> String {
    let letters = ["+": "-", "/": "_", "-": "+", "_": "/"] as [Character: Character]
    return String(text.map { letters[$0] ?? $0 })
  }
}
