public import NetworkAddresses

/// Resolves host names.
public protocol AddressResolver: Sendable {
  /// All addresses of a host, in order of preference; never empty.
  ///
  /// Returns soon after the calling task is cancelled, even if the lookup itself cannot be cancelled.
  /// - Parameter host: a name in lower case, never an IP address.
  /// - Throws: ``LookupFailure``.
  func addresses(of host: String) async throws(LookupFailure) -> [IPAddress]
}

/// Why a host name was not resolved.
public enum LookupFailure: Error, Hashable, Sendable {
  /// The host does not exist, or has no address.
  case noSuchHost
  /// The lookup failed temporarily.
  case unavailable
}
