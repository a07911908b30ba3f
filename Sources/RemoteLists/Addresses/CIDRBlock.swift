/// A block of addresses with a common prefix, such as `10.0.0.0/8` (RFC 4632).
struct CIDRBlock: Hashable, Sendable {
  private let first: IPAddress
  private let length: Int

  /// Parses CIDR notation; nil if the text is invalid.
  init?(_ text: String) {
    let parts = text.split(separator: "/")
    guard parts.count == 2, let first = IPAddress(String(parts[0])), let length = Int(parts[1]),
      (0...first.bytes.count * 8).contains(length)
    else { return nil }
    self.first = first
    self.length = length
  }

  func contains(_ address: IPAddress) -> Bool {
    guard address.isIPv6 == first.isIPv6 else { return false }
    let (whole, rest) = length.quotientAndRemainder(dividingBy: 8)
    guard address.bytes.prefix(whole).elementsEqual(first.bytes.prefix(whole)) else { return false }
    return rest == 0 || (address.bytes[whole] ^ first.bytes[whole]) >> UInt8(8 - rest) == 0
  }
}
