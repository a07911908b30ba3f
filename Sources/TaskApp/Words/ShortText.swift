/// Truncates text for labels. The full text is shown elsewhere.
enum ShortText {
  /// The maximum number of characters of a label.
  static let characters = 80
  /// The maximum number of bytes of a label: one character can have any number of combining marks.
  static let bytes = 320

  /// The text, or its beginning followed by an ellipsis.
  static func of(_ text: String, characters: Int = characters, bytes: Int = bytes) -> String {
    guard text.utf8.count > characters else { return text }
    var end = text.index(text.startIndex, offsetBy: characters, limitedBy: text.endIndex) ?? text.endIndex
    if text.utf8.distance(from: text.startIndex, to: end) > bytes {
      end = text.utf8.index(text.startIndex, offsetBy: bytes)
      while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    }
    return end == text.endIndex ? text : text[..<end] + "…"
  }
}

/// The size of text when rendered.
enum PrintedText {
  /// The number of bytes of the HTML-escaped text.
  static func bytes(of text: String) -> Int {
    text.utf8.reduce(0) { sum, byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "'"): sum + 5
      case UInt8(ascii: "<"), UInt8(ascii: ">"): sum + 4
      case UInt8(ascii: "\""): sum + 6
      case 0..<0x20, 0x7F: sum + 3
      default: sum + 1
      }
    }
  }
}
