import NIOCore

/// The network that connections are counted by: an IPv4 address, or an IPv6 /64, the smallest block of one subscriber
/// (RFC 6177).
enum PeerNetwork: Hashable, Sendable {
  case v4(UInt32)
  case v6(UInt64)

  /// Reads the address at its offset in the operating system's `sockaddr_in` or `sockaddr_in6`.
  ///
  /// - Parameter address: the result is nil for one that is not an internet address, such as a Unix domain socket.
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

  /// - Parameter bytes: an IPv6 address.
  private static func of(_ bytes: Slice<UnsafeRawBufferPointer>) -> Self {
    // ::ffff:a.b.c.d, an IPv4 client on a dual-stack socket (RFC 4291, section 2.5.5.2).
    let isMapped = number(bytes.prefix(8)) == 0 && number(bytes.dropFirst(8).prefix(4)) == 0xffff
    return isMapped ? .v4(UInt32(number(bytes.suffix(4)))) : .v6(number(bytes.prefix(8)))
  }

  private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
