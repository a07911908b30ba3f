/// Conversion of text with an unknown encoding to valid UTF-8.
enum UTF8Repair {
  /// The text in well-formed UTF-8.
  ///
  /// Well-formed text is unchanged. If most non-ASCII characters are valid, invalid bytes are decoded as Windows-1252 one by one;
  /// otherwise the whole text is.
  static func repaired(_ bytes: Bytes) -> Bytes {
    var characters = 0
    var breaks = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] < 0x80 {
        index += 1
      } else if let length = length(ofCharacterIn: bytes, at: index) {
        characters += 1
        index += length
      } else {
        breaks += 1
        index += 1
      }
    }
    if breaks == 0 { return bytes }
    return characters > breaks ? replacingBreaks(in: bytes) : Windows1252.decoded(bytes)[...]
  }

  private static func replacingBreaks(in bytes: Bytes) -> Bytes {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 64)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let length = bytes[index] < 0x80 ? 1 : length(ofCharacterIn: bytes, at: index)
      if let length {
        text += bytes[index..<(index + length)]
      } else {
        Windows1252.append(bytes[index], to: &text)
      }
      index += length ?? 1
    }
    return text[...]
  }

  /// The length in bytes of the non-ASCII character at an index; nil if it is invalid (Unicode, table 3-7).
  private static func length(ofCharacterIn bytes: Bytes, at index: Int) -> Int? {
    let first = bytes[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, index + length <= bytes.endIndex else { return nil }
    let second: ClosedRange<UInt8> =
      switch first {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    guard second.contains(bytes[index + 1]) else { return nil }
    for place in (index + 2)..<max(index + length, index + 2) where !bytes[place].isContinuation { return nil }
    return length
  }
}
