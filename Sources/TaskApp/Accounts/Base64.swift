/// Base 64 without padding (RFC 4648, section 3.2), in canonical form only.
///
/// Every request with a cookie is decoded by it. Foundation's coder, with `Data`, padding and a single alphabet, took longer than
/// the rest of parsing the cookie.
enum Base64 {
  static func text(of bytes: some Sequence<UInt8>) -> String { encoded(bytes, standard) }

  /// Decodes text; nil unless it is canonical output of ``text(of:)``.
  static func bytes(of text: some StringProtocol) -> [UInt8]? { decoded(text, standardValues) }

  /// Encodes with the URL-safe alphabet (section 5).
  static func urlText(of bytes: some Sequence<UInt8>) -> String { encoded(bytes, forAddresses) }

  /// Decodes text; nil unless it is canonical output of ``urlText(of:)``.
  static func urlBytes(of text: some StringProtocol) -> [UInt8]? { decoded(text, valuesForAddresses) }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((letters + "+/").utf8)
  private static let forAddresses = Array((letters + "-_").utf8)
  private static let standardValues = values(of: standard)
  private static let valuesForAddresses = values(of: forAddresses)

  /// The value of each byte in an alphabet; nil for bytes outside it.
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
    // The remaining bits must be fewer than a letter's and zero; otherwise the text is not canonical.
    guard bits < 6, pending & (1 << bits - 1) == 0 else { return nil }
    return bytes
  }
}
