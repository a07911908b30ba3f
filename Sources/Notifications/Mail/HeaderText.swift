import Foundation

/// Text in the headers of a mail.
enum HeaderText {
  /// The most characters of a header's text, and the most bytes: a character can have any number of marks. Longer ones are cut.
  private static let (most, mostBytes) = (300, 2_400)
  /// The longest line (RFC 5322, section 2.1.1).
  private static let lineLength = 76
  /// The bytes of an encoded word: with what is around them and a short name of a header, they fill a line.
  private static let encodedBytes = 39

  /// The text as one line that shows itself as it is: without control characters, and without those that turn the direction of the text
  /// behind them. The marks of single characters stay (U+200E, U+200F, U+061C), as Arabic and Hebrew use them.
  static func clean(_ text: some StringProtocol) -> String {
    var line = ""
    for scalar in text.unicodeScalars where line.utf8.count < mostBytes {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if !line.isEmpty, line.unicodeScalars.last != " " { line.unicodeScalars.append(" ") }
      case .surrogate, .unassigned, .privateUse: continue
      default: if !turnsDirection(scalar) { line.unicodeScalars.append(scalar) }
      }
    }
    if line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
    return line.count > most ? line.prefix(most - 1) + "…" : line
  }

  /// The embeddings, overrides and isolates of the bidirectional algorithm (UAX #9, sections 2.1 to 2.5).
  private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// A header with unstructured text, folded: as it is if it is ASCII, else in encoded words (RFC 2047).
  static func header(_ name: String, _ text: String) -> String {
    let text = clean(text)
    return "\(name): \(isPlain(text) ? folded(text, after: name.count + 2) : encoded(text))\r\n"
  }

  /// A header with a mailbox.
  static func header(_ name: String, _ mailbox: Mailbox) -> String {
    let address = mailbox.address.text
    guard let owner = mailbox.name.map({ clean($0) }), !owner.isEmpty else { return "\(name): \(address)\r\n" }
    let isPlain = isPlain(owner) && owner.utf8.count <= 40
    let phrase = isPlain ? "\"\(owner.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" : encoded(owner)
    return "\(name): \(phrase)\r\n <\(address)>\r\n"
  }

  /// Whether the text can stand in a header as it is. What looks like an encoded word would be decoded.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
      && text.split(separator: " ").allSatisfy { $0.utf8.count < lineLength - 20 }
  }

  private static func folded(_ text: String, after start: Int) -> String {
    var column = start
    var lines = ""
    for (index, word) in text.split(separator: " ").enumerated() {
      if index > 0 {
        if column + 1 + word.utf8.count > lineLength {
          lines += "\r\n"
          column = 0
        }
        lines += " "
        column += 1
      }
      lines += word
      column += word.utf8.count
    }
    return lines
  }

  /// Encoded words, each on a line and none with a part of a character.
  private static func encoded(_ text: String) -> String {
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if words[words.count - 1].count + bytes.count > encodedBytes { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
  }
}
