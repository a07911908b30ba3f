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
    guard Self.isSafe(request.method) || comesFromUs(request, context) else {
      throw RequestProblem(Failure(.forbidden, "forgery"))
    }
    return try await next(request, context)
  }

  /// Methods that change nothing (RFC 9110, section 9.2.1).
  private static func isSafe(_ method: HTTPRequest.Method) -> Bool {
    [.get, .head, .options, .trace].contains(method)
  }

  private static let site = HTTPField.Name("Sec-Fetch-Site")

  private func comesFromUs(_ request: Request, _ context: AppContext) -> Bool {
    if let site = Self.site.flatMap({ request.headers[$0] }) { return site == "same-origin" }
    guard let origin = request.headers[.origin], let host = context.client?.host else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
