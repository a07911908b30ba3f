import HTTPTypes
import Hummingbird

/// Protects against cross-site request forgery: accepts unsafe methods from the app's own origin only.
///
/// The origin is taken from `Sec-Fetch-Site`. Browsers omit that over plain HTTP; then `Origin` must name the request's scheme,
/// host and port (RFC 6454, section 4). Browsers in a terminal send neither; then the URL in `Referer` (RFC 9110, section 10.1.3) must
/// have that origin. A request with none of the three is refused.
struct CSRFProtection<Context: ClientRequestContext>: RouterMiddleware {
  /// See ``Site/programFolders``.
  var programFolders: Set<String> = []

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if !Self.isSafe(request.method), !Site.isForPrograms(request.uri.path, in: programFolders) {
      try requireSameOrigin(request.headers, context.client)
    }
    return try await next(request, context)
  }

  /// Methods that change nothing (RFC 9110, section 9.2.1; RFC 4918, section 9.1).
  private static func isSafe(_ method: HTTPRequest.Method) -> Bool {
    [.get, .head, .options, .trace].contains(method) || method.rawValue == "PROPFIND"
  }

  private func requireSameOrigin(_ headers: HTTPFields, _ client: Client?) throws(RequestProblem) {
    if let site = PageRequest.site.flatMap({ headers[$0] }) {
      guard site == "same-origin" else { throw .forgery }
      return
    }
    guard let sender = headers[.origin] ?? headers[.referer].map(Self.origin) else { throw .forgery }
    guard let client, let host = client.host else { throw .missingHost }
    guard sender == "\(client.isHTTPS ? "https" : "http")://\(host)" else { throw .forgery }
  }

  /// The scheme and the authority of a URL, as they are written (RFC 3986, section 3): what precedes its path, query and fragment.
  private static func origin(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    return String(url[..<(url[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex)])
  }
}
