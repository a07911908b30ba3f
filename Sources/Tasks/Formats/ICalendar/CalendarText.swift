/// Values of the type TEXT (RFC 5545, section 3.3.11).
enum CalendarText {
  /// Decodes the escapes. A backslash before any other character is kept.
  static func unescaped(_ value: Bytes) -> Bytes {
    guard value.contains(UInt8(ascii: "\\")) else { return value }
    var text: [UInt8] = []
    text.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < value.endIndex else {
        text.append(byte)
        continue
      }
      switch value[index] {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): text.append(.lineFeed)
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""):
        text.append(value[index])
      default:
        text.append(byte)
        continue
      }
      index += 1
    }
    return text[...]
  }

  /// Splits a list at its unescaped commas. The parts are still escaped.
  static func parts(_ value: Bytes, most: Int) -> [Bytes] {
    var parts: [Bytes] = []
    var start = value.startIndex
    var index = start
    while index < value.endIndex, parts.count < most {
      if value[index] == UInt8(ascii: "\\") {
        index += 1
      } else if value[index] == UInt8(ascii: ",") {
        parts.append(value[start..<index])
        start = index + 1
      }
      index += 1
    }
    if parts.count < most, start < value.endIndex { parts.append(value[start...]) }
    return parts
  }
}
