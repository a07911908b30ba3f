/// English with accents, in brackets and longer: shows on a page which words are in no catalogue, and where longer ones don't fit.
enum PseudoLanguage {
  static let name = "pseudo"
  /// The language that it is made of.
  static let base = "en"

  /// The text of an English message. Its tags, elements and character references stay as they are.
  static func text(of message: String) -> String {
    let kept = /\{\{[^}]*\}\}|<[^>]*>|&[#\w]+;/
    var text = ""
    var rest = message[...]
    while let part = rest.firstMatch(of: kept) {
      text += rest[..<part.range.lowerBound].map(accented).joined() + part.output
      rest = rest[part.range.upperBound...]
    }
    text += rest.map(accented).joined()
    return "[\(text)\(String(repeating: "~", count: message.count / 3))]"
  }

  private static func accented(_ letter: Character) -> String { accents[letter] ?? String(letter) }

  private static let accents = Dictionary(
    uniqueKeysWithValues: zip("aceginorsuyzACEGINORSUYZ", "àçéĝîñôŕšûýžÀÇÉĜÎÑÔŔŠÛÝŽ").map { ($0, String($1)) })
}
