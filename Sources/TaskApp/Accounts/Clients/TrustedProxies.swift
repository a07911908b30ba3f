import Foundation
public import NIOCore

/// The reverse proxies trusted to set forwarding headers.
public struct TrustedProxies: Hashable, Sendable {
  /// An entry that is no address or network.
  public struct Problem: Error, Hashable, CustomStringConvertible, Sendable {
    /// The invalid entry.
    public let entry: String
    /// A sentence for the operator.
    public var description: String {
      "\(entry) is neither an IP address nor a network such as 10.0.0.0/8 or fd00::/8."
    }
  }

  /// Trusts no proxy.
  public static let none = TrustedProxies(networks: [])

  private let networks: [Network]

  private init(networks: [Network]) {
    self.networks = networks
  }

  /// Parses addresses and networks (RFC 4632, section 3.1), separated by commas: `10.0.0.0/8, 127.0.0.1, ::1`. May be empty.
  /// - Throws: ``Problem`` for the first invalid entry.
  public init(parsing text: String) throws(Problem) {
    var networks: [Network] = []
    for part in text.split(separator: ",") {
      let entry = part.filter { !$0.isWhitespace }
      if entry.isEmpty { continue }
      guard let network = Network(entry) else { throw Problem(entry: entry) }
      networks.append(network)
    }
    self.init(networks: networks)
  }

  /// Whether no proxy is trusted.
  public var isEmpty: Bool { networks.isEmpty }

  /// Whether an address belongs to a trusted proxy.
  public func contains(_ address: SocketAddress) -> Bool {
    ClientAddress(address).map(contains) ?? false
  }

  func contains(_ address: ClientAddress) -> Bool {
    networks.contains { $0.contains(address) }
  }

  /// All addresses with a common prefix.
  private struct Network: Hashable, Sendable {
    private let first: ClientAddress
    private let bits: Int

    init?(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let written = ClientAddress.bytes(of: parts[0]) else { return nil }
      first = ClientAddress(bytes: written)
      let given = parts.count == 1 ? written.count * 8 : Self.number(parts[1]) ?? -1
      // The prefix of an IPv4-mapped network is 96 bits longer.
      bits = given - (written.count - first.bytes.count) * 8
      guard (0...first.bytes.count * 8).contains(bits) else { return nil }
    }

    private static func number(_ digits: Substring) -> Int? {
      guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
      return Int(digits)
    }

    func contains(_ address: ClientAddress) -> Bool {
      guard address.bytes.count == first.bytes.count else { return false }
      return zip(address.bytes, first.bytes).enumerated().allSatisfy { index, pair in
        let left = min(max(bits - index * 8, 0), 8)
        return (pair.0 ^ pair.1) >> (8 - left) == 0
      }
    }
  }
}
