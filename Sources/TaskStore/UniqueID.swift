/// UUIDs of version 7, which sort by the time of their creation (RFC 9562, section 5.7).
enum UniqueID {
  /// A new UUID as text, in lower case.
  static func text(at moment: Milliseconds) -> String {
    var generator = SystemRandomNumberGenerator()
    let time = UInt64(clamping: moment.value) << 16
    let high = time | 0x7000 | (generator.next() & 0x0FFF)
    let low = 0x8000_0000_0000_0000 | (generator.next() >> 2)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (half, word) in [high, low].enumerated() {
      for place in 0..<16 {
        if half == 0 ? place == 8 || place == 12 : place == 0 || place == 4 { text.append(UInt8(ascii: "-")) }
        let digit = UInt8(truncatingIfNeeded: word >> (60 - 4 * place)) & 0x0F
        text.append(digit < 10 ? digit + 48 : digit + 87)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
