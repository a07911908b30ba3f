import Tasks

/// FNV-1a with 64 bits: unlike `Hasher`, stable across launches.
struct TextHash {
  private(set) var value: UInt64

  /// - Parameter seed: distinguishes several hashes of one text.
  init(seed: UInt64 = 0) { value = 0xcbf2_9ce4_8422_2325 ^ seed }

  mutating func add(_ bytes: Bytes) {
    for byte in bytes { add(byte) }
    add(0xFF)  // A separator: never occurs in UTF-8.
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A UUID from a content, the same for the same content: version 8 (RFC 9562, section 5.8).
struct ContentIdentifier {
  private var high = TextHash()
  private var low = TextHash(seed: 0x9e37_79b9_7f4a_7c15)

  mutating func add(_ text: String) {
    high.add(text)
    low.add(text)
  }

  /// - Parameter number: tells apart items of the same content.
  func uuid(_ number: Int) -> String {
    var copy = self
    if number > 0 { copy.add(String(number)) }
    var digits = Array((copy.high.hexadecimal + copy.low.hexadecimal).utf8)
    digits[12] = UInt8(ascii: "8")
    digits[16] = Array("89ab".utf8)[Int(digits[16]) % 4]
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
    return parts.joined(separator: "-")
  }
}
