import HTTPTypes
import Hummingbird
import StatePages
import StateViews

/// Takes forms from our own pages only: another site could else send one in its visitor's name.
///
/// Browsers tell where a request comes from by `Sec-Fetch-Site`; where they send none (plain HTTP on a home network), by
/// `Origin`. A request that tells neither is refused.
struct ForgeryGuard: RouterMiddleware {
  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    guard Self.isSafe(request.method) || Self.comesFromUs(request) else {
      throw RequestProblem(Failure(.forbidden, "forgery"))
    }
    return try await next(request, context)
  }

  /// Methods that change nothing (RFC 9110, section 9.2.1).
  private static func isSafe(_ method: HTTPRequest.Method) -> Bool {
    [.get, .head, .options, .trace].contains(method)
  }

  private static func comesFromUs(_ request: Request) -> Bool {
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) { return site == "same-origin" }
    guard let origin = request.headers[.origin], let host = request.head.authority else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
