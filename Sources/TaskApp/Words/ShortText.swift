/// A text cut to what a label needs, where it is told in full elsewhere.
enum ShortText {
  /// How many characters a label has at most.
  static let characters = 80
  /// How many bytes it has at most: a character can have any number of accents.
  static let bytes = 320

  /// The text, or its beginning and an ellipsis.
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

/// How long a text is once it is printed.
enum PrintedText {
  /// Its bytes with the characters escaped that HTML gives a meaning.
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
