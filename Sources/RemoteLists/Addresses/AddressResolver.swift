/// Finds the addresses of a host.
public protocol AddressResolver: Sendable {
  /// All addresses of a host, in the order in which they are to be tried; never none.
  ///
  /// When the calling task is cancelled it ends soon, whatever it may leave behind.
  /// - Parameter host: a name in lower case, never an address.
  func addresses(of host: String) async throws(LookupFailure) -> [IPAddress]
}

/// Why a host's addresses are not known.
public enum LookupFailure: Error, Hashable, Sendable {
  /// There is no such host, or it has no address.
  case noSuchHost
  /// It can't be told at the moment.
  case unavailable
}
