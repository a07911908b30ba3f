/// The escapes in JSON strings (RFC 8259, section 7).
enum JSONEscapes {
  /// The UTF-8 of the content of a string. A surrogate without its other half becomes U+FFFD.
  static func decoded(_ content: Bytes) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        text.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(.lineFeed)
      case UInt8(ascii: "r"): text.append(.carriageReturn)
      case UInt8(ascii: "t"): text.append(.tab)
      case UInt8(ascii: "u"): text.append(contentsOf: String(scalar(&rest)).utf8)
      default: text.append(escape)
      }
    }
    return text
  }

  /// The value of four hexadecimal digits at the beginning; nil for anything else.
  static func unit(_ text: Bytes) -> UInt16? {
    let digits = text.prefix(4)
    guard digits.count == 4 else { return nil }
    return digits.reduce(0) { (unit: UInt16?, digit) in
      let value: UInt8? =
        switch digit.lowercased {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit.lowercased - UInt8(ascii: "a") + 10
        default: nil
        }
      return unit.flatMap { unit in value.map { unit << 4 | UInt16($0) } }
    }
  }

  private static func scalar(_ rest: inout Bytes) -> Unicode.Scalar {
    let unit = UInt32(Self.unit(rest) ?? 0xFFFD)
    rest = rest.dropFirst(4)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, rest.first == UInt8(ascii: "\\"), rest.dropFirst().first == UInt8(ascii: "u"),
      let low = Self.unit(rest.dropFirst(2)), 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + UInt32(low) - 0xDC00)
    else { return "\u{FFFD}" }
    rest = rest.dropFirst(6)
    return scalar
  }
}
