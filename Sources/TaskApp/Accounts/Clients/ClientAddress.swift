import Foundation
import NIOCore

/// The IP address of a client or proxy as bytes: four for IPv4, sixteen for IPv6. IPv4-mapped IPv6 addresses (`::ffff:192.0.2.1`, RFC 4291,
/// section 2.5.5.2) are converted to IPv4.
struct ClientAddress: Hashable, Sendable {
  let bytes: [UInt8]

  /// - Parameter bytes: four or sixteen bytes.
  init(bytes: [UInt8]) {
    self.bytes = bytes.starts(with: Self.mapped) && bytes.count == 16 ? Array(bytes.dropFirst(12)) : bytes
  }

  /// Parses a numeric address, such as `192.0.2.1` or `2001:db8::1`; nil for anything else, including host names.
  init?(_ text: some StringProtocol) {
    guard let bytes = Self.bytes(of: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// The address of a socket; nil if it is not over IP.
  init?(_ address: SocketAddress?) {
    guard let text = address?.ipAddress else { return nil }
    self.init(text)
  }

  /// The bytes as written, without converting IPv4-mapped addresses.
  static func bytes(of text: some StringProtocol) -> [UInt8]? {
    // Rejects other characters first: `inet_pton` takes a C string and would stop at a zero byte.
    guard text.utf8.count < 46, text.utf8.allSatisfy(Self.isOfAddress) else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    let family = bytes.count == 16 ? AF_INET6 : AF_INET
    return inet_pton(family, String(text), &bytes) == 1 ? bytes : nil
  }

  /// Whether this is a loopback address (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
  var isLoopback: Bool {
    bytes.count == 4 ? bytes.first == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// The addresses of one subscriber: the address itself for IPv4, its first 64 bits for IPv6.
  var subscriber: ClientAddress { bytes.count == 4 ? self : network }

  /// The enclosing network: the first 24 bits for IPv4, the first 64 for IPv6.
  var network: ClientAddress {
    let kept = bytes.count == 4 ? 3 : 8
    return ClientAddress(bytes: bytes.prefix(kept) + [UInt8](repeating: 0, count: bytes.count - kept))
  }

  /// The network in CIDR notation: `192.0.2.0/24`, `2001:db8::/64`.
  var networkText: String { "\(network)/\(bytes.count == 4 ? 24 : 64)" }

  static let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension ClientAddress: CustomStringConvertible {
  /// The numeric address (RFC 5952).
  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
