import Foundation

/// Base 64 without padding (RFC 4648, section 3.2), in canonical form only.
package enum Base64 {
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    String(Substring(Data(bytes).base64EncodedString().utf8.prefix { $0 != UInt8(ascii: "=") }))
  }

  /// Decodes text; nil unless it is canonical output of ``text(of:)``.
  package static func bytes(of text: some StringProtocol) -> [UInt8]? {
    let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: padded), self.text(of: data) == text else { return nil }
    return Array(data)
  }

  /// Encodes with the URL-safe alphabet (section 5).
  package static func urlText(of bytes: some Sequence<UInt8>) -> String { swapped(text(of: bytes)) }

  /// Decodes text; nil unless it is canonical output of ``urlText(of:)``.
  package static func urlBytes(of text: some StringProtocol) -> [UInt8]? { bytes(of: swapped(text)) }

  /// The text with the two letters in which the alphabets differ exchanged.
  private static func swapped(_ text: some StringProtocol) -> String {
    // By bytes: the token of every request is decoded.
    let bytes = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
