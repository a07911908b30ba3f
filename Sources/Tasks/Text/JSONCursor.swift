/// Why a text is not read as JSON.
package enum JSONProblem: Error {
  /// The text is not well-formed.
  case malformed
  /// The text is nested too deeply.
  case tooDeep
}

/// A place in a JSON text (RFC 8259). What is skipped is checked; in a text that was checked as a whole, nothing fails.
struct JSONCursor {
  private let text: Bytes
  private var index: Int

  /// The maximum nesting depth.
  private static let mostLevels = 64

  init(_ text: Bytes) { (self.text, index) = (text, text.startIndex) }

  /// Checks that a text is one value.
  static func check(_ text: Bytes) throws(JSONProblem) {
    var cursor = JSONCursor(text)
    try cursor.skipValue()
    if cursor.next != nil { throw .malformed }
  }

  /// Moves to the next item or name of an array or object, of whose parts one was skipped or none. False at the end.
  mutating func enter() -> Bool {
    guard let next, next != UInt8(ascii: "]"), next != UInt8(ascii: "}") else { return false }
    index += 1
    skipSpace()
    return self.next != UInt8(ascii: "]") && self.next != UInt8(ascii: "}")
  }

  /// Moves over a value in a checked text, and the white space behind it.
  mutating func value() -> Bytes { part { cursor throws(JSONProblem) in try cursor.skipValue() } }

  /// Moves over the name of a member in a checked text, to its value.
  mutating func name() -> Bytes { part { cursor throws(JSONProblem) in try cursor.skipName() } }

  /// Moves over a string in a checked text.
  mutating func string() -> Bytes { part { cursor throws(JSONProblem) in try cursor.skipString() } }

  private mutating func part(_ skip: (inout JSONCursor) throws(JSONProblem) -> Void) -> Bytes {
    let start = index
    do { try skip(&self) } catch { index = text.endIndex }
    return text[start..<index]
  }

  /// Skips a value, with white space on both sides. The closing brackets are two code points after the opening ones.
  private mutating func skipValue(inside level: Int = 0) throws(JSONProblem) {
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    case UInt8(ascii: "n"): try skip("null")
    case let bracket? where bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "["):
      guard level < Self.mostLevels else { throw .tooDeep }
      index += 1
      skipSpace()
      if next != bracket + 2 {
        repeat {
          if bracket == UInt8(ascii: "{") { try skipName() }
          try skipValue(inside: level + 1)
        } while skip { $0 == UInt8(ascii: ",") }
      }
      guard skip({ $0 == bracket + 2 }) else { throw .malformed }
    case _: try skipNumber()
    }
    skipSpace()
  }

  /// Skips the name of a member and the colon, with white space.
  private mutating func skipName() throws(JSONProblem) {
    skipSpace()
    try skipString()
    skipSpace()
    guard skip({ $0 == UInt8(ascii: ":") }) else { throw .malformed }
    skipSpace()
  }

  private mutating func skipString() throws(JSONProblem) {
    guard skip({ $0 == UInt8(ascii: "\"") }) else { throw .malformed }
    while let byte = next, byte >= 0x20 {
      index += 1
      if byte == UInt8(ascii: "\"") { return }
      guard byte == UInt8(ascii: "\\") else { continue }
      if skip({ $0 == UInt8(ascii: "u") }) {
        guard JSONEscapes.unit(text[index...]) != nil else { throw .malformed }
        index += 4
      } else if !skip({ "\"\\/bfnrt".utf8.contains($0) }) {
        throw .malformed
      }
    }
    throw .malformed
  }

  private mutating func skipNumber() throws(JSONProblem) {
    _ = skip { $0 == UInt8(ascii: "-") }
    if !skip({ $0 == UInt8(ascii: "0") }) { try skipDigits() }
    if skip({ $0 == UInt8(ascii: ".") }) { try skipDigits() }
    if skip({ $0.lowercased == UInt8(ascii: "e") }) {
      _ = skip { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(JSONProblem) {
    guard skip(\.isDigit) else { throw .malformed }
    while skip(\.isDigit) {}
  }

  private mutating func skip(_ word: String) throws(JSONProblem) {
    guard text[index...].starts(with: word.utf8) else { throw .malformed }
    index += word.utf8.count
  }

  /// Skips a byte if it is such a one. Returns whether it is.
  private mutating func skip(_ isWanted: (UInt8) -> Bool) -> Bool {
    guard let next, isWanted(next) else { return false }
    index += 1
    return true
  }

  private var next: UInt8? { index < text.endIndex ? text[index] : nil }

  private mutating func skipSpace() {
    while let next, [.space, .lineFeed, .carriageReturn, .tab].contains(next) { index += 1 }
  }
}
