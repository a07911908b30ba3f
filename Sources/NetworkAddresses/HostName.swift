/// The syntax of hosts in web addresses.
package enum HostName {
  /// The canonical spelling of a host: in lower case, without a trailing dot. Nil if it is not valid: an invalid character, a
  /// number that is not an IPv4 address, an IPv6 address with a zone.
  /// - Parameter encoded: a host as in a URL: punycode, or IPv6 in brackets.
  package static func canonical(_ encoded: String) -> String? {
    var host = encoded.lowercased()
    if host.hasPrefix("[") { return address(host) == nil ? nil : host }
    if host.hasSuffix(".") { host.removeLast() }
    guard host.utf8.count <= 253 else { return nil }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy(isLabel) else { return nil }
    if let last = labels.last, isNumber(last) { return address(host) == nil ? nil : host }
    return host
  }

  /// The address of a host that is none by name: an IPv6 address in brackets, or an IPv4 address in any spelling that the system's
  /// resolver accepts: `127.0.0.1`, `127.1`, `0x7f.1`, `0177.0.0.1`, `2130706433`.
  /// - Parameter host: a host in lower case.
  package static func address(_ host: String) -> IPAddress? {
    guard host.hasPrefix("[") else { return ipv4(host).map(IPAddress.init(ipv4:)) }
    guard host.hasSuffix("]"), let address = IPAddress(host.dropFirst().dropLast()), address.isIPv6 else { return nil }
    return address
  }

  private static func ipv4(_ host: String) -> UInt32? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var address: UInt64 = 0
    for (place, part) in parts.enumerated() {
      guard let value = number(part) else { return nil }
      // Each part is one byte, except the last, which fills the remaining bytes.
      let bytes = place == parts.count - 1 ? 4 - place : 1
      guard value < 1 << UInt64(8 * bytes) else { return nil }
      address = address << UInt64(8 * bytes) | value
    }
    return UInt32(exactly: address)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count)
      && label.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        // Underscores are not valid in host names, but are in use.
        case UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private static func isNumber(_ label: Substring) -> Bool {
    let digits =
      label.hasPrefix("0x") ? label.dropFirst(2).utf8.allSatisfy(isHexadecimal) : label.utf8.allSatisfy(isDecimal)
    return digits
  }

  private static func number(_ part: Substring) -> UInt64? {
    let (digits, radix): (Substring, Int) =
      if part.hasPrefix("0x") { (part.dropFirst(2), 16) } else if part.hasPrefix("0") { (part.dropFirst(), 8) } else {
        (part, 10)
      }
    // `0` and `0x` mean zero.
    if digits.isEmpty { return part.isEmpty ? nil : 0 }
    guard digits.utf8.allSatisfy(isHexadecimal) else { return nil }
    return UInt64(digits, radix: radix)
  }

  private static func isDecimal(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDecimal(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
