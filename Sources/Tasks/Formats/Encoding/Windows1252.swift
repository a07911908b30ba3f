/// Windows-1252, in which every byte is a character (as in the WHATWG Encoding Standard).
enum Windows1252 {
  /// The text in UTF-8.
  static func decoded(_ bytes: Bytes) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes { append(byte, to: &text) }
    return text
  }

  /// Appends the character of a byte.
  static func append(_ byte: UInt8, to text: inout [UInt8]) {
    guard byte >= 0x80 else { return text.append(byte) }
    let scalar = byte < 0xA0 ? high[Int(byte) - 0x80] : UInt16(byte)
    if scalar < 0x800 {
      text.append(UInt8(0xC0 | scalar >> 6))
    } else {
      text.append(UInt8(0xE0 | scalar >> 12))
      text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
    }
    text.append(UInt8(0x80 | scalar & 0x3F))
  }

  /// The characters of 0x80 to 0x9F; five of them are controls.
  private static let high: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
    0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
