public import NetworkAddresses

/// Resolves host names with the operating system's resolver: hosts file, DNS, or as configured.
public struct SystemResolver: AddressResolver {
  /// Creates a resolver.
  public init() {}

  /// All addresses of a host, in the system's order.
  /// - Throws: ``LookupFailure``; ``LookupFailure/unavailable`` on cancellation.
  public func addresses(of host: String) async throws(LookupFailure) -> [IPAddress] {
    let lookup = SystemLookup()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { lookup.start(host, $0) }
    } onCancel: {
      lookup.end(.failure(.unavailable))
    }
    return try result.get()
  }
}
