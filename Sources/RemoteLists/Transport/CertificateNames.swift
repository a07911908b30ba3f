import NIOSSL

/// Checks that a verified certificate matches the host's name.
///
/// NIOSSL also accepts a certificate for the *IP address* of the connection. For a host requested by name that is not enough: an
/// attacker who can forge DNS responses can have a certificate for an address of their own.
enum CertificateNames {
  /// Whether the certificate may be used for a host.
  /// - Parameter name: the requested host name, in lower case.
  static func allow(_ name: String, _ certificate: NIOSSLCertificate) -> Bool {
    let alternatives = certificate._subjectAlternativeNames()
    let isOfAddresses = alternatives.contains { $0.nameType == .ipAddress }
    guard isOfAddresses else { return true }
    return alternatives.contains {
      $0.nameType == .dnsName && matches(String(decoding: $0.contents, as: UTF8.self), name)
    }
  }

  /// A wildcard matches exactly the first label (RFC 6125, section 6.4.3).
  private static func matches(_ pattern: String, _ name: String) -> Bool {
    let pattern = pattern.lowercased()
    guard pattern.hasPrefix("*.") else { return pattern == name }
    guard let dot = name.firstIndex(of: ".") else { return false }
    return name[dot...] == pattern.dropFirst()
  }
}
