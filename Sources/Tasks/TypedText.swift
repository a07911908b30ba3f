import Foundation

/// Rules for text that people type. It is kept as typed, in every script, without normalisation.
enum TypedText {
  /// Text of one line without the white space around it.
  ///
  /// A character counts as white space only if all of its parts are: a space that carries an accent stays.
  static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace = { (character: Character) in character.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    guard let start = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[start...last])
  }

  /// Nil when the text may be the name of something: it can be seen, is in bounds, and has no control character.
  static func problem(withName text: String, characters: Int, bytes: Int) -> Problem? {
    // Not `text.count`: of an endless text only the beginning is looked at.
    if text.utf8.count > bytes {
      let isLong = text.index(text.startIndex, offsetBy: characters + 1, limitedBy: text.endIndex) != nil
      return isLong ? .tooLong(limit: characters) : .tooLarge(bytes: bytes)
    }
    if let found = controlCharacter(in: text, allowed: []) { return .controlCharacter(found) }
    if !canBeSeen(text) { return .blank }
    return text.count > characters ? .tooLong(limit: characters) : nil
  }

  /// The first control character (Unicode's category Cc) but for the allowed ones, by name, such as `U+0007`.
  static func controlCharacter(in text: String, allowed: Set<Unicode.Scalar>) -> String? {
    let found = text.unicodeScalars.first { scalar in
      (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)) && !allowed.contains(scalar)
    }
    return found.map(codePoint)
  }

  /// The name of a character that can't be shown, such as `U+0007`.
  static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// CRLF and CR, as browsers and old files write them, become LF.
  static func withPlainLineBreaks(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var afterReturn = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\n") where afterReturn: break
      default: bytes.append(byte)
      }
      afterReturn = byte == UInt8(ascii: "\r")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A link whose text is nothing but joiners and direction marks could not be pointed at.
  static func canBeSeen(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      let properties = scalar.properties
      let isHidden = properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      return !isHidden && properties.generalCategory != .format
    }
  }

  /// What two texts have in common that a person takes for one name: in Unicode's form NFKC, in lower case, and without
  /// what is invisible.
  static func folded(_ text: String) -> String {
    // Lower case may come apart again (İ), so the form is made twice; nothing changes a third time.
    let lower = text.precomposedStringWithCompatibilityMapping.lowercased()
    let visible = lower.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    return String(String.UnicodeScalarView(visible)).precomposedStringWithCompatibilityMapping
  }

  /// Whether two texts are the same as typed. `==` won't do: to it, two spellings of é are one.
  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
