import Foundation

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable {
  /// The 4 or 16 bytes, in network byte order.
  let bytes: [UInt8]

  /// Nil unless there are 4 or 16 bytes.
  init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Creates an IPv4 address from its 32-bit number.
  init(ipv4 number: UInt32) {
    bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// Parses the standard notation, `192.0.2.1` or `2001:db8::1`; nil for other text, and for an address with a zone.
  public init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: six) { Array($0) }
    } else {
      return nil
    }
  }

  /// Whether this is an IPv6 address.
  var isIPv6: Bool { bytes.count == 16 }
}

extension IPAddress: CustomStringConvertible {
  /// The standard notation. IPv6 addresses are not abbreviated, so the text is the same on every platform.
  public var description: String {
    guard isIPv6 else { return bytes.map(String.init).joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }
}
