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
    if request.uri.path == Site.health.path, client.ip?.isLoopback == true { return try await next(request, context) }
    // A client that names no host is no browser.
    guard let authority = client.host, !takes(Self.host(of: authority)) else {
      return try await next(request, context)
    }
    throw Self.unknown
  }

  private static var unknown: RequestProblem {
    RequestProblem(Failure(.forbidden, "unknown-host"), status: .misdirectedRequest)
  }

  private func takes(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || Self.isAddress(host) || names.contains(host)
  }

  /// The host without its port, in lower case.
  private static func host(of authority: String) -> String {
    let host =
      authority.hasPrefix("[")
      ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    return host.lowercased()
  }

  /// Whether it is an IPv4 address in four decimal numbers, or an IPv6 address in brackets.
  private static func isAddress(_ host: String) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
  }
}
