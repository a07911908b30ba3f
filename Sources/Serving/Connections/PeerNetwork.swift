import NIOCore

/// Whose connections are counted together: an address of IPv4, or a /64 of IPv6, which is the least that one
/// subscriber gets (RFC 6177).
enum PeerNetwork: Hashable, Sendable {
  case v4(UInt32)
  case v6(UInt64)

  /// Reads the address where the operating system's `sockaddr_in` and `sockaddr_in6` have it.
  ///
  /// - Parameter address: nil for what has no address of the internet, such as a socket in the file system.
  init?(_ address: SocketAddress) {
    switch address {
    case .v4(let v4):
      self = .v4(withUnsafeBytes(of: v4.address) { UInt32(Self.number($0[4..<8])) })
    case .v6(let v6):
      self = withUnsafeBytes(of: v6.address) { Self.of($0[8..<24]) }
    case .unixDomainSocket:
      return nil
    }
  }

  /// - Parameter bytes: of an address of IPv6.
  private static func of(_ bytes: Slice<UnsafeRawBufferPointer>) -> Self {
    // ::ffff:a.b.c.d, as a client of IPv4 has it on a socket of both kinds (RFC 4291, section 2.5.5.2).
    let isMapped = number(bytes.prefix(8)) == 0 && number(bytes.dropFirst(8).prefix(4)) == 0xffff
    return isMapped ? .v4(UInt32(number(bytes.suffix(4)))) : .v6(number(bytes.prefix(8)))
  }

  private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
