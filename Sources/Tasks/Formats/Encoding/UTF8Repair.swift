/// Text in UTF-8, or in what it is taken for where it is none.
enum UTF8Repair {
  /// The text in well-formed UTF-8.
  ///
  /// Text that is well-formed stays as it is. Where most characters beyond ASCII are, the bytes that break are single slips, and
  /// each of them is read as Windows-1252; else the whole text is Windows-1252.
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

  /// How many bytes the character beyond ASCII takes that begins there; nil if none does (Unicode, table 3-7).
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
