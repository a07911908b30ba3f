import Foundation

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable {
  /// The 4 or 16 bytes, in network byte order.
  package private(set) var bytes: [UInt8]

  /// Nil unless there are 4 or 16 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads the address at its offset in `sockaddr_in` or `sockaddr_in6`: which module declares the fields of these types depends on the
  /// order in which modules were built. Nil for other families.
  package init?(socketAddress bytes: UnsafeRawBufferPointer, family: Int32) {
    let place: Range<Int>
    switch family {
    case AF_INET: place = 4..<8
    case AF_INET6: place = 8..<24
    case _: return nil
    }
    guard bytes.count >= place.upperBound else { return nil }
    self.init(bytes: bytes[place])
  }

  /// Creates an IPv4 address from its 32-bit number.
  package init(ipv4 number: UInt32) { bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  /// Parses the standard notation, `192.0.2.1` or `2001:db8::1`, as `inet_pton` does: no signs, no leading zeros, no other notation.
  /// Nil for other text, and for an address with a zone.
  public init?(_ text: some StringProtocol) {
    // A zero byte would end the C string, and the rest would go unread.
    guard !text.utf8.contains(0) else { return nil }
    bytes = Array(repeating: 0, count: text.utf8.contains(UInt8(ascii: ":")) ? 16 : 4)
    guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, String(text), &bytes) == 1 else { return nil }
  }

  /// Whether this is an IPv6 address.
  package var isIPv6: Bool { bytes.count == 16 }

  /// Whether this is a loopback address (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
  package var isLoopback: Bool {
    let address = unmapped
    return address.isIPv6
      ? address.bytes.dropLast().allSatisfy { $0 == 0 } && address.bytes.last == 1 : address.bytes.first == 127
  }

  /// The IPv4 address of an IPv4-mapped IPv6 address, `::ffff:192.0.2.1` (RFC 4291, section 2.5.5.2); the address itself if it is none.
  package var unmapped: IPAddress {
    let prefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    guard isIPv6, bytes.starts(with: prefix) else { return self }
    return IPAddress(bytes: bytes.dropFirst(prefix.count)) ?? self
  }

  /// The address with only its first `length` bits, and zeros after them.
  package func masked(to length: Int) -> IPAddress {
    var masked = self
    for index in bytes.indices { masked.bytes[index] &= ~(UInt8.max >> min(max(length - index * 8, 0), 8)) }
    return masked
  }
}

extension IPAddress: CustomStringConvertible {
  /// The standard notation (RFC 5952).
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
