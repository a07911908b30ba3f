internal import Mustache

/// Escapes text for HTML, in element content and in quoted attributes.
///
/// Works on bytes. The engine's own escaping works on `Character`, and a `<` with a combining mark is another
/// `Character` than `<`: such text would not be escaped.
///
/// Control characters other than tabs and line ends are replaced by U+FFFD, because pages may not contain them (WHATWG
/// HTML Standard, sections 3.2.5.2.5 and 13.2.3.5), not even as references; and some of them are our
/// ``MarkupPlaceholders``.
struct HTMLEscaping: MustacheContentType {
  static let name = "ESCAPED"
  /// The first line of every loaded template. A partial without it would use the engine's own escaping.
  static let pragma = "{{% CONTENT_TYPE:\(name)}}"

  static func register() { MustacheContentTypes.register(HTMLEscaping(), named: name) }

  func escapeText(_ text: String) -> String { Self.escaped(text) }

  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "&"): escaped.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): escaped.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): escaped.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): escaped.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): escaped.append(contentsOf: "&#39;".utf8)
      case leadOfC1:
        // A `String` is valid UTF-8, so a second byte follows.
        guard let second = rest.next() else { break }
        if second < 0xA0 {
          escaped.append(contentsOf: replacement.utf8)
        } else {
          escaped.append(byte)
          escaped.append(second)
        }
      case let byte where isControl(byte): escaped.append(contentsOf: replacement.utf8)
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static let replacement = "\u{FFFD}"
  /// The first of the two bytes of U+0080 to U+00BF, the lower half of which are control characters.
  private static let leadOfC1: UInt8 = 0xC2

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    case leadOfC1: true
    default: isControl(byte)
    }
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): false
    default: byte < 0x20 || byte == 0x7F
    }
  }
}

/// Validates the text of an address attribute.
enum Address {
  private static let schemes: Set = ["http", "https", "mailto", "tel"]
  /// Replaces an address with any other scheme; leads nowhere.
  static let refused = "about:invalid"

  /// The address, if it is relative or has an allowed scheme; else ``refused`` (WHATWG URL Standard, section 4.4).
  static func checked(_ text: String) -> String {
    // Fast path: most addresses are paths or queries.
    if let first = text.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "?") { return text }
    // URL parsers drop these characters, everywhere or at the start.
    let read = text.unicodeScalars.filter { !["\t", "\n", "\r"].contains($0) }.drop { $0.value <= 0x20 }
    let scheme = read.prefix(while: \.canStandInScheme)
    guard read[scheme.endIndex...].first == ":", let first = scheme.first, first.properties.isAlphabetic else {
      return text
    }
    return schemes.contains(String(scheme).lowercased()) ? text : refused
  }
}

extension Unicode.Scalar {
  var isBlank: Bool { [" ", "\t", "\n", "\r", "\u{C}"].contains(self) }

  /// Whether it can stand in the scheme of an address.
  var canStandInScheme: Bool {
    isASCII && (properties.isAlphabetic || properties.numericType == .decimal || ["+", "-", "."].contains(self))
  }
}
