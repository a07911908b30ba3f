import Foundation
import Synchronization

package protocol AddressResolver: Sendable {
  /// All addresses of a host, in order of preference; never empty.
  ///
  /// Returns soon after the calling task is cancelled, even if the lookup itself cannot be cancelled.
  /// - Parameter host: a name in lower case, never an IP address.
  /// - Throws: ``LookupFailure``.
  func addresses(of host: String) async throws(LookupFailure) -> [IPAddress]
}

package enum LookupFailure: Error, Hashable, Sendable {
  /// The host does not exist, or has no address.
  case noSuchHost
  /// The lookup failed temporarily.
  case unavailable
}

/// Resolves host names with the operating system's resolver: hosts file, DNS, or as configured.
package struct SystemResolver: AddressResolver {
  package init() {}

  /// All addresses of a host, in the system's order.
  /// - Throws: ``LookupFailure``; ``LookupFailure/unavailable`` on cancellation.
  package func addresses(of host: String) async throws(LookupFailure) -> [IPAddress] {
    guard SystemLookup.enter() else { throw .unavailable }
    let (answers, answer) = AsyncStream.makeStream(of: Result<[IPAddress], LookupFailure>.self)
    let thread = Thread { answer.yield(SystemLookup.ask(host)) }
    thread.stackSize = 1 << 20
    thread.start()
    // On cancellation, the answers end without one.
    for await answer in answers { return try answer.get() }
    throw .unavailable
  }
}

/// A `getaddrinfo` call. It blocks and cannot be cancelled, so it runs on a thread of its own; after cancellation, the thread
/// finishes in the background.
private enum SystemLookup {
  /// Bounds the number of threads if a name server does not respond.
  private static let most = 32
  private static let running = Mutex(0)

  static func enter() -> Bool {
    running.withLock { running in
      guard running < most else { return false }
      running += 1
      return true
    }
  }

  static func ask(_ host: String) -> Result<[IPAddress], LookupFailure> {
    defer { running.withLock { $0 -= 1 } }
    var first: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, nil, &first)
    defer { if let first { freeaddrinfo(first) } }
    guard code == 0 else { return .failure(hasNone.contains(code) ? .noSuchHost : .unavailable) }
    var found: [IPAddress] = []
    var next = first
    while let info = next?.pointee {
      // `getaddrinfo` returns each address once per socket type.
      if let address = address(of: info), !found.contains(address) { found.append(address) }
      next = info.ai_next
    }
    return found.isEmpty ? .failure(.noSuchHost) : .success(found)
  }

  /// The codes for an unknown name, and for a name without addresses (`EAI_NODATA`, which glibc's headers hide: -5, 7 elsewhere).
  private static let hasNone: Set<Int32> = [EAI_NONAME, -5, 7]

  private static func address(of info: addrinfo) -> IPAddress? {
    guard let start = info.ai_addr else { return nil }
    return IPAddress(
      socketAddress: UnsafeRawBufferPointer(start: start, count: Int(info.ai_addrlen)), family: info.ai_family)
  }
}
