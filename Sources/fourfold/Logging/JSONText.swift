import Logging

/// Builds JSON on a single line.
///
/// RFC 8259 requires escapes only up to U+001F. This also escapes everything that breaks lines, controls a terminal or reorders
/// text: control characters (Cc, including DEL and C1), format characters (Cf: bidirectional controls, joiners, tags) and the
/// line and paragraph separators (U+2028, U+2029). Parsing the JSON restores the text.
struct JSONText {
  private(set) var text = ""
  private var needsComma = false

  /// A text as a JSON string.
  static func quoted(_ text: String) -> String {
    var json = JSONText()
    json.string(text)
    return json.text
  }

  mutating func open(_ bracket: Character) {
    separate()
    text.append(bracket)
    needsComma = false
  }

  mutating func close(_ bracket: Character) {
    text.append(bracket)
    needsComma = true
  }

  mutating func member(_ key: String, text value: String) {
    name(key)
    string(value)
  }

  mutating func member(_ key: String, metadata value: Logger.MetadataValue) {
    name(key)
    metadata(value)
  }

  private mutating func name(_ key: String) {
    string(key)
    text += ":"
    needsComma = false
  }

  private mutating func metadata(_ value: Logger.MetadataValue) {
    switch value {
    case .string(let value):
      string(value)
    case .stringConvertible(let value):
      convertible(value)
    case .array(let values):
      open("[")
      for value in values { metadata(value) }
      close("]")
    case .dictionary(let values):
      open("{")
      for (key, value) in values.sorted(by: { $0.key < $1.key }) { member(key, metadata: value) }
      close("}")
    }
  }

  /// Integers and Bools are written as such, so that logs can be filtered by them; other values as text.
  private mutating func convertible(_ value: any CustomStringConvertible & Sendable) {
    switch value {
    case let value as any FixedWidthInteger: literal(value.description)
    case let value as Bool: literal(value ? "true" : "false")
    default: string(value.description)
    }
  }

  private mutating func literal(_ value: String) {
    separate()
    text += value
    needsComma = true
  }

  private mutating func string(_ value: String) {
    separate()
    text += "\""
    for scalar in value.unicodeScalars { append(scalar) }
    text += "\""
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += "," }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case " "..."~": text.unicodeScalars.append(scalar)
    default:
      if Self.isUnseen(scalar) {
        escape(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
