import HTTPTypes
import Hummingbird
import StatePages
import StateViews

/// Answers only under names that are the app's own.
///
/// Another site can point a name of its own at this machine, and its visitors' browsers then take the app's pages for that
/// site's ("DNS rebinding"). An address of numbers cannot be pointed anywhere, so it is always taken, as is `localhost`.
struct HostGuard: RouterMiddleware {
  /// Other names that are taken, in lower case.
  let names: Set<String>

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    guard let client = context.client else { throw Self.unknown }
    // A monitor on this machine may call it what it likes, and learns nothing there that is anybody's.
    if request.uri.path == PublicRoute.health.path, client.ip?.isLoopback == true {
      return try await next(request, context)
    }
    // A client that names no host is no browser.
    guard let authority = client.host else { return try await next(request, context) }
    guard let host = Self.host(of: authority), takes(host) else { throw Self.unknown }
    return try await next(request, context)
  }

  private static var unknown: RequestProblem {
    RequestProblem(Failure(.forbidden, "unknown-host"), status: .misdirectedRequest)
  }

  private func takes(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || Self.isAddress(host) || names.contains(host)
  }

  /// The host without its port, in lower case; nil where something else than a port follows it. A proxy passes on what it got.
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

  /// Whether it is an IPv4 address in four decimal numbers, or an IPv6 address in brackets, as `inet_pton` reads them: no signs,
  /// no leading zeros, no other notations.
  private static func isAddress(_ host: String) -> Bool {
    guard host.hasPrefix("["), host.hasSuffix("]") else { return !host.contains(":") && IPAddress(host) != nil }
    let address = host.dropFirst().dropLast()
    return address.contains(":") && IPAddress(address) != nil
  }
}
