import HTTPTypes
import Hummingbird

/// Protects against cross-site request forgery: accepts unsafe methods from the app's own origin only.
///
/// The origin is taken from `Sec-Fetch-Site`. Browsers omit that over plain HTTP; then `Origin` must name the request's scheme,
/// host and port (RFC 6454, section 4). A request with neither is refused.
struct CSRFProtection<Context: ClientRequestContext>: RouterMiddleware {
  /// See ``Site/programFolders``.
  var programFolders: Set<String> = []

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard
      Self.isSafe(request.method) || Site.isForPrograms(request.uri.path, in: programFolders)
        || isSameOrigin(request, context)
    else { throw RequestProblem.forgery }
    return try await next(request, context)
  }

  /// Methods that change nothing (RFC 9110, section 9.2.1; RFC 4918, section 9.1).
  private static func isSafe(_ method: HTTPRequest.Method) -> Bool {
    [.get, .head, .options, .trace].contains(method) || method.rawValue == "PROPFIND"
  }

  private func isSameOrigin(_ request: Request, _ context: Context) -> Bool {
    if let site = PageRequest.site.flatMap({ request.headers[$0] }) { return site == "same-origin" }
    guard let origin = request.headers[.origin], let client = context.client, let host = client.host else {
      return false
    }
    return origin == "\(client.isHTTPS ? "https" : "http")://\(host)"
  }
}
