import NIOSSL

/// Whether a certificate that was found good was found good for the right thing.
///
/// NIOSSL takes one also if it is of the *address* that was connected to. For a host that was asked for by name that is not enough:
/// who can forge the answer to a name can have a certificate of an address of their own.
enum CertificateNames {
  /// - Parameter name: the host that was asked for, in lower case.
  static func allow(_ name: String, _ certificate: NIOSSLCertificate) -> Bool {
    let alternatives = certificate._subjectAlternativeNames()
    let isOfAddresses = alternatives.contains { $0.nameType == .ipAddress }
    guard isOfAddresses else { return true }
    return alternatives.contains {
      $0.nameType == .dnsName && matches(String(decoding: $0.contents, as: UTF8.self), name)
    }
  }

  /// A star stands for the first label (RFC 6125, section 6.4.3).
  private static func matches(_ pattern: String, _ name: String) -> Bool {
    let pattern = pattern.lowercased()
    guard pattern.hasPrefix("*.") else { return pattern == name }
    guard let dot = name.firstIndex(of: ".") else { return false }
    return name[dot...] == pattern.dropFirst()
  }
}
