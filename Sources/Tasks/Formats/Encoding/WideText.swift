/// Decoding of UTF-16 and UTF-32.
enum WideText {
  /// The text in UTF-8. Unpaired surrogates are dropped.
  static func decoded(_ bytes: Bytes, _ encoding: CharacterEncoding) -> [UInt8] {
    switch encoding {
    case .utf16(let order): decoded(bytes, width: 2, order ?? self.order(of: bytes, width: 2))
    case .utf32(let order): decoded(bytes, width: 4, order ?? self.order(of: bytes, width: 4))
    case .utf8, .windows1252, .converted: Array(bytes)
    }
  }

  /// The byte order. White space and most punctuation are ASCII, so their zero bytes show it.
  private static func order(of bytes: Bytes, width: Int) -> CharacterEncoding.ByteOrder {
    var first = 0
    var last = 0
    for start in stride(from: bytes.startIndex, to: bytes.endIndex - width + 1, by: width) {
      if bytes[start] == 0 { first += 1 }
      if bytes[start + width - 1] == 0 { last += 1 }
    }
    return first > last ? .big : .little
  }

  private static func decoded(_ bytes: Bytes, width: Int, _ order: CharacterEncoding.ByteOrder) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var leading: UInt32?
    for start in stride(from: bytes.startIndex, to: bytes.endIndex - width + 1, by: width) {
      var unit: UInt32 = 0
      for offset in 0..<width {
        unit = unit << 8 | UInt32(bytes[order == .big ? start + offset : start + width - 1 - offset])
      }
      let high = leading
      leading = nil
      switch unit {
      case 0..<0x80: text.append(UInt8(unit))
      case 0xD800..<0xDC00: leading = unit
      case 0xDC00..<0xE000:
        if let high, width == 2 { append(0x1_0000 + (high & 0x3FF) << 10 + unit & 0x3FF, to: &text) }
      default: append(unit, to: &text)
      }
    }
    return text
  }

  private static func append(_ value: UInt32, to text: inout [UInt8]) {
    if let scalar = Unicode.Scalar(value) { text.append(contentsOf: String(scalar).utf8) }
  }
}
