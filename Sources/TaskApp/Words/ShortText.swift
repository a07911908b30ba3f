/// Truncates text for labels. The full text is shown elsewhere.
enum ShortText {
  /// The maximum number of characters of a label.
  static let characters = 80
  /// The maximum number of bytes of a label: one character can have any number of combining marks.
  static let bytes = 320

  /// A title in a row, or its beginning: pages have up to 500 rows.
  static func ofRow(_ title: String) -> String { of(title, characters: 240, bytes: 600) }

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
