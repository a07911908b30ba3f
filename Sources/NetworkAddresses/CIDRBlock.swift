/// A block of addresses with a common prefix, such as `10.0.0.0/8` (RFC 4632, section 3.1).
package struct CIDRBlock: Hashable, Sendable {
  /// Any address of the block.
  private let member: IPAddress
  private let length: Int

  private init(_ member: IPAddress, length: Int) { (self.member, self.length) = (member, length) }

  /// Parses CIDR notation, or a single address; nil if the text is invalid.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let member = IPAddress(parts[0]) else { return nil }
    let bits = member.bytes.count * 8
    guard let length = parts.count == 1 ? bits : Self.number(parts[1]), (0...bits).contains(length) else { return nil }
    self.init(member, length: length)
  }

  /// Unlike `Int(_:)`, refuses a sign.
  private static func number(_ digits: some StringProtocol) -> Int? {
    digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
  }

  /// The block of IPv4 addresses for one written as IPv4-mapped IPv6 addresses, `::ffff:10.0.0.0/104`; any other block itself. Nil if
  /// the prefix is so short that the block has other addresses, too.
  package var unmapped: CIDRBlock? {
    let member = member.unmapped
    let prefix = (self.member.bytes.count - member.bytes.count) * 8
    return length < prefix ? nil : CIDRBlock(member, length: length - prefix)
  }

  package func contains(_ address: IPAddress) -> Bool {
    address.isIPv6 == member.isIPv6 && address.masked(to: length) == member.masked(to: length)
  }
}
