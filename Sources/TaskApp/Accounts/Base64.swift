/// Base 64 without padding (RFC 4648, section 3.2), each sequence of bytes in one spelling only.
///
/// Every request with a cookie goes through it, and Foundation's, which takes data, padding and one alphabet, took more time than all
/// else that reading a cookie takes.
enum Base64 {
  static func text(of bytes: some Sequence<UInt8>) -> String { encoded(bytes, standard) }

  /// Nil for anything that ``text(of:)`` does not make.
  static func bytes(of text: some StringProtocol) -> [UInt8]? { decoded(text, standardValues) }

  /// With the alphabet for addresses and cookies (section 5).
  static func urlText(of bytes: some Sequence<UInt8>) -> String { encoded(bytes, forAddresses) }

  /// Nil for anything that ``urlText(of:)`` does not make.
  static func urlBytes(of text: some StringProtocol) -> [UInt8]? { decoded(text, valuesForAddresses) }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((letters + "+/").utf8)
  private static let forAddresses = Array((letters + "-_").utf8)
  private static let standardValues = values(of: standard)
  private static let valuesForAddresses = values(of: forAddresses)

  /// What each byte means in an alphabet; nil for those that are not in it.
  private static func values(of alphabet: [UInt8]) -> [UInt32?] {
    var values = [UInt32?](repeating: nil, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt32(value) }
    return values
  }

  private static func encoded(_ bytes: some Sequence<UInt8>, _ alphabet: [UInt8]) -> String {
    var text: [UInt8] = []
    var (pending, bits): (UInt32, Int) = (0, 0)
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(pending >> bits & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(pending << (6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decoded(_ text: some StringProtocol, _ values: [UInt32?]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (pending, bits): (UInt32, Int) = (0, 0)
    for letter in text.utf8 {
      guard let value = values[Int(letter)] else { return nil }
      pending = pending << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
      }
    }
    // What is left over is less than a letter, and zero: anything else would be another spelling.
    guard bits < 6, pending & (1 << bits - 1) == 0 else { return nil }
    return bytes
  }
}
