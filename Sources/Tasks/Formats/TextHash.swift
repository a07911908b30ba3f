/// FNV-1a with 64 bits: unlike `Hasher`, stable across launches.
struct TextHash {
  private(set) var value: UInt64

  /// - Parameter seed: distinguishes several hashes of one text.
  init(seed: UInt64 = 0) {
    value = 0xcbf2_9ce4_8422_2325 ^ seed
  }

  mutating func add(_ bytes: Bytes) {
    for byte in bytes { add(byte) }
    add(0xFF)  // A separator: never occurs in UTF-8.
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
