import Foundation

/// Base 64 without padding (RFC 4648, section 3.2), each sequence of bytes in one spelling only.
enum Base64 {
  static func text(of bytes: some Sequence<UInt8>) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
  }

  /// Nil for anything that ``text(of:)`` does not make.
  static func bytes(of text: some StringProtocol) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding), Self.text(of: data) == text else { return nil }
    return Array(data)
  }

  /// With the alphabet for addresses and cookies (section 5).
  static func urlText(of bytes: some Sequence<UInt8>) -> String {
    String(text(of: bytes).map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// Nil for anything that ``urlText(of:)`` does not make.
  static func urlBytes(of text: some StringProtocol) -> [UInt8]? {
    guard !text.contains(where: { $0 == "+" || $0 == "/" }) else { return nil }
    return bytes(of: String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }))
  }
}
