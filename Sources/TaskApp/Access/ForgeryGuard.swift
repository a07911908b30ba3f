import HTTPTypes
import Hummingbird
import StatePages
import StateViews

/// Takes forms from our own pages only: another site could else send one in its visitor's name.
///
/// Browsers tell where a request comes from by `Sec-Fetch-Site`; where they send none (plain HTTP on a home network), by
/// `Origin`. A request that tells neither is refused.
struct ForgeryGuard: RouterMiddleware {
  /// Who is believed about the host that was asked.
  let proxies: TrustedProxies

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    guard Self.isSafe(request.method) || comesFromUs(request, context) else {
      throw RequestProblem(Failure(.forbidden, "forgery"))
    }
    return try await next(request, context)
  }

  /// Methods that change nothing (RFC 9110, section 9.2.1).
  private static func isSafe(_ method: HTTPRequest.Method) -> Bool {
    [.get, .head, .options, .trace].contains(method)
  }

  private func comesFromUs(_ request: Request, _ context: AppContext) -> Bool {
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) { return site == "same-origin" }
    let client = Client(request.head, peer: context.remoteAddress, proxies: proxies)
    guard let origin = request.headers[.origin], let host = client.host else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
