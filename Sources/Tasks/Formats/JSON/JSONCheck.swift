/// Why a text is not read as JSON.
enum JSONProblem: Error {
  /// The text is not well-formed.
  case malformed
  /// The text is nested too deeply.
  case tooDeep
}

/// Checks that a text is one JSON value (RFC 8259), without recursion.
struct JSONCheck {
  private let text: Bytes
  private var index: Int
  /// The open brackets.
  private var open: [UInt8] = []

  /// The maximum nesting depth.
  private static let mostLevels = 64

  init(_ text: Bytes) {
    self.text = text
    index = text.startIndex
  }

  mutating func run() throws(JSONProblem) {
    try value()
    while let bracket = open.last {
      skipSpace()
      guard index < text.endIndex else { throw .malformed }
      let byte = text[index]
      index += 1
      if byte == bracket + 2 {
        open.removeLast()
      } else if byte == UInt8(ascii: ",") {
        if bracket == UInt8(ascii: "{") { try name() }
        try value()
      } else {
        throw .malformed
      }
    }
    skipSpace()
    if index != text.endIndex { throw .malformed }
  }

  /// A scalar, or a bracket with the first part behind it. The closing brackets are two code points after the opening ones.
  private mutating func value() throws(JSONProblem) {
    while true {
      skipSpace()
      guard index < text.endIndex else { throw .malformed }
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\""): return try string()
      case UInt8(ascii: "t"): return try word("true")
      case UInt8(ascii: "f"): return try word("false")
      case UInt8(ascii: "n"): return try word("null")
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < Self.mostLevels else { throw .tooDeep }
        index += 1
        skipSpace()
        if index < text.endIndex, text[index] == byte + 2 {
          index += 1
          return
        }
        open.append(byte)
        if byte == UInt8(ascii: "{") { try name() }
      default: return try number()
      }
    }
  }

  private mutating func name() throws(JSONProblem) {
    skipSpace()
    guard index < text.endIndex, text[index] == UInt8(ascii: "\"") else { throw .malformed }
    try string()
    skipSpace()
    guard index < text.endIndex, text[index] == UInt8(ascii: ":") else { throw .malformed }
    index += 1
  }

  private mutating func string() throws(JSONProblem) {
    index += 1
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte < 0x20 { throw .malformed }
      guard byte == UInt8(ascii: "\\") else { continue }
      guard index < text.endIndex else { throw .malformed }
      let escape = text[index]
      index += 1
      if escape == UInt8(ascii: "u") {
        guard JSONEscapes.unit(text[index...]) != nil else { throw .malformed }
        index += 4
      } else if !"\"\\/bfnrt".utf8.contains(escape) {
        throw .malformed
      }
    }
    throw .malformed
  }

  private mutating func number() throws(JSONProblem) {
    if index < text.endIndex, text[index] == UInt8(ascii: "-") { index += 1 }
    let isZero = index < text.endIndex && text[index] == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !isZero || whole == 1 else { throw .malformed }
    if index < text.endIndex, text[index] == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { throw .malformed }
    }
    if index < text.endIndex, text[index].lowercased == UInt8(ascii: "e") {
      index += 1
      if index < text.endIndex, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw .malformed }
    }
  }

  /// Skips digits, and returns their number.
  private mutating func digits() -> Int {
    let start = index
    while index < text.endIndex, text[index].isDigit { index += 1 }
    return index - start
  }

  private mutating func word(_ word: StaticString) throws(JSONProblem) {
    let rest = text[index...].prefix(word.utf8CodeUnitCount)
    guard rest.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)) else {
      throw .malformed
    }
    index += rest.count
  }

  private mutating func skipSpace() {
    while index < text.endIndex, [.space, .lineFeed, .carriageReturn, .tab].contains(text[index]) { index += 1 }
  }
}
