import Foundation

/// Asks the system: its hosts file, its name servers, or whatever else it is set up with.
public struct SystemResolver: AddressResolver {
  /// A resolver that asks the system.
  public init() {}

  /// All addresses that the system knows, in its own order.
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
