import Foundation
public import NetworkAddresses
import Synchronization

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

/// One `getaddrinfo` call. It blocks and cannot be cancelled, so it runs on a thread of its own; after cancellation, the thread
/// finishes in the background.
final class SystemLookup: Sendable {
  typealias SourceAnswer = Result<[IPAddress], LookupFailure>

  private enum State {
    case new
    case waiting(CheckedContinuation<SourceAnswer, Never>)
    case ended(SourceAnswer)
  }

  /// Bounds the number of threads if a name server does not respond.
  private static let most = 32
  private static let running = Mutex(0)

  private let state = Mutex(State.new)

  /// Starts the lookup, and resumes the continuation with its result or with the argument of an earlier ``end(_:)``.
  func start(_ host: String, _ continuation: CheckedContinuation<SourceAnswer, Never>) {
    let early: SourceAnswer? = state.withLock { state in
      if case .ended(let answer) = state { return answer }
      state = .waiting(continuation)
      return nil
    }
    if let early { return continuation.resume(returning: early) }
    guard Self.enter() else { return end(.failure(.unavailable)) }
    let thread = Thread {
      let answer = Self.ask(host)
      Self.running.withLock { $0 -= 1 }
      self.end(answer)
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Ends the lookup; only the first call has an effect.
  func end(_ answer: SourceAnswer) {
    let waiting: CheckedContinuation<SourceAnswer, Never>? = state.withLock { state in
      switch state {
      case .new:
        state = .ended(answer)
        return nil
      case .waiting(let continuation):
        state = .ended(answer)
        return continuation
      case .ended: return nil
      }
    }
    waiting?.resume(returning: answer)
  }

  private static func enter() -> Bool {
    running.withLock { running in
      guard running < most else { return false }
      running += 1
      return true
    }
  }

  private static func ask(_ host: String) -> SourceAnswer {
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

  /// Reads the address at its offset in `sockaddr_in` or `sockaddr_in6`: which module declares the fields of these types
  /// depends on the order in which modules were built.
  private static func address(of info: addrinfo) -> IPAddress? {
    guard let start = info.ai_addr else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(info.ai_addrlen))
    let place: Range<Int>
    switch info.ai_family {
    case AF_INET: place = 4..<8
    case AF_INET6: place = 8..<24
    case _: return nil
    }
    return bytes.count >= place.upperBound ? IPAddress(bytes: bytes[place]) : nil
  }
}
