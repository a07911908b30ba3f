internal import Mustache

/// Escapes text for HTML, in element content and in quoted attributes.
///
/// It goes by bytes. The engine's own escaping goes by `Character`, and a `<` that a combining mark follows is another
/// `Character` than `<`: such text would go out raw.
struct HTMLEscaping: MustacheContentType {
  static let name = "ESCAPED"
  /// What the loader puts at the top of every template; a partial would fall back to the engine's escaping without it.
  static let pragma = "{{% CONTENT_TYPE:\(name)}}"

  static func register() {
    MustacheContentTypes.register(HTMLEscaping(), named: name)
  }

  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: Self.isSpecial) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): escaped.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): escaped.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): escaped.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): escaped.append(contentsOf: "&#39;".utf8)
      case Joints.opening, Joints.closing, Joints.cut: escaped.append(contentsOf: "\u{FFFD}".utf8)
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    case Joints.opening, Joints.closing, Joints.cut: true
    default: false
    }
  }
}
