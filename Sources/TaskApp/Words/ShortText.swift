/// Truncates text for labels. The full text is shown elsewhere.
enum ShortText {
  /// The maximum number of characters of a label.
  static let characters = 80
  /// The maximum number of bytes of a label: one character can have any number of combining marks.
  static let bytes = 320

  /// The text, or its beginning followed by an ellipsis.
  static func of(_ text: String, characters: Int = characters, bytes: Int = bytes) -> String {
    guard text.utf8.count > characters else { return text }
    // Cut by bytes first: finding the characters of a long run of combining marks takes time.
    var cut = text.utf8.index(text.startIndex, offsetBy: bytes, limitedBy: text.endIndex) ?? text.endIndex
    while cut.samePosition(in: text.unicodeScalars) == nil { cut = text.utf8.index(before: cut) }
    let start = text[..<cut]
    let end = start.index(start.startIndex, offsetBy: characters, limitedBy: cut) ?? cut
    // Not `Substring + String`, which appends character by character.
    return end == text.endIndex ? text : String(text[..<end]) + "…"
  }
}

enum PrintedText {
  /// The number of bytes of an HTML-escaped label (``ShortText``), or more: looking for the last character of the label would take
  /// longer than all else that is measured of a row.
  static func bytes(ofLabel text: String) -> Int {
    let start = text.utf8.prefix(ShortText.bytes)
    let isASCII = start.allSatisfy { $0 < 0x80 }
    return bytes(of: start.prefix(isASCII ? ShortText.characters : ShortText.bytes)) + "…".utf8.count
  }

  /// The number of bytes of the HTML-escaped text.
  static func bytes(of text: String) -> Int { bytes(of: text.utf8[...]) }

  private static func bytes(of text: Substring.UTF8View) -> Int {
    text.reduce(0) { sum, byte in
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
