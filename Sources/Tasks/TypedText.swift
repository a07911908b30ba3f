import Foundation

/// Rules for typed text. Text is stored as typed, in every script, without normalization.
package enum TypedText {
  /// A line without surrounding white space.
  ///
  /// A character counts as white space only if all of its scalars do, so a space with a combining accent stays.
  package static func trimmed(_ text: some StringProtocol) -> String {
    guard let start = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[start...last])
  }

  /// The line, with each run of tabs, and the spaces around it, as one space: the cells of a row that is pasted from a spreadsheet.
  static func line(_ text: some StringProtocol) -> String {
    let line = trimmed(text)
    guard line.utf8.contains(UInt8(ascii: "\t")) else { return line }
    return line.split(separator: "\t").map { trimmed($0) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether all scalars of a character are white space.
  package static func isSpace(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// The reason why a text is not valid as a name; nil if it is: visible, within the limits, without control characters.
  package static func problem(withName text: String, characters: Int, bytes: Int) -> Problem? {
    // Not `text.count`, which would iterate over a text of any length.
    if text.utf8.count > bytes {
      let isLong = text.index(text.startIndex, offsetBy: characters + 1, limitedBy: text.endIndex) != nil
      return isLong ? .tooLong(limit: characters) : .tooLarge(bytes: bytes)
    }
    if let found = controlCharacter(in: text, allowed: []) { return .controlCharacter(found) }
    if !canBeSeen(text) { return .blank }
    return text.count > characters ? .tooLong(limit: characters) : nil
  }

  /// The first control character (general category Cc) that is not allowed, as `U+0007`.
  static func controlCharacter(in text: String, allowed: Set<Unicode.Scalar>) -> String? {
    let found = text.unicodeScalars.first { scalar in
      (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)) && !allowed.contains(scalar)
    }
    return found.map(codePoint)
  }

  /// The code point of an invisible character, as `U+0007`.
  static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Replaces CRLF and CR, which browsers and old files use, by LF.
  package static func withPlainLineBreaks(_ text: String) -> String {
    guard text.utf8.contains(.carriageReturn) else { return text }
    let bytes = Array(text.utf8).replacing([.carriageReturn, .lineFeed], with: [.lineFeed])
    return String(decoding: bytes.replacing([.carriageReturn], with: [.lineFeed]), as: UTF8.self)
  }

  /// Whether a text has a visible character. A link of joiners and direction marks only could not be clicked.
  static func canBeSeen(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      let properties = scalar.properties
      let isHidden = properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      return !isHidden && properties.generalCategory != .format
    }
  }

  /// A form that is equal for confusable spellings of a name: NFKC, in lower case, without invisible characters.
  static func folded(_ text: String) -> String {
    // Lower-casing may decompose again (İ), so NFKC is applied twice. The result is stable.
    let lower = text.precomposedStringWithCompatibilityMapping.lowercased()
    let visible = lower.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    return String(String.UnicodeScalarView(visible)).precomposedStringWithCompatibilityMapping
  }

  /// Whether two texts are equal byte by byte. `==` treats canonically equivalent spellings, as of é, as equal.
  package static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
