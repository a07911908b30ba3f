import NetworkAddresses

/// The host names of a server.
package enum HostNames {
  /// Whether a server of the given names answers requests for a host: those names, `localhost`, and IP addresses.
  /// - Parameters:
  ///   - authority: the host, with its port if it has one.
  ///   - names: in lower case.
  package static func accepts(_ authority: String, _ names: Set<String>) -> Bool {
    guard let host = host(of: authority) else { return false }
    return host == "localhost" || host.hasSuffix(".localhost") || isAddress(host) || names.contains(host)
  }

  /// The host without its port, in lower case; nil if the rest is no port. Proxies forward the value unchecked.
  private static func host(of authority: String) -> String? {
    let bytes = authority.utf8
    let end =
      bytes.first == UInt8(ascii: "[")
      ? bytes.firstIndex(of: UInt8(ascii: "]")).map { bytes.index(after: $0) } : bytes.firstIndex(of: UInt8(ascii: ":"))
    let rest = bytes[(end ?? bytes.endIndex)...]
    guard rest.isEmpty || rest.first == UInt8(ascii: ":"), rest.dropFirst().allSatisfy(isDigit) else { return nil }
    return authority[..<(end ?? authority.endIndex)].lowercased()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether `host` is an IPv4 address, or an IPv6 address in brackets, in the standard notation.
  private static func isAddress(_ host: String) -> Bool {
    guard host.hasPrefix("["), host.hasSuffix("]") else { return IPAddress(host)?.isIPv6 == false }
    return IPAddress(host.dropFirst().dropLast())?.isIPv6 == true
  }
}
