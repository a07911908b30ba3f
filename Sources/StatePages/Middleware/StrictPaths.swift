import Hummingbird

/// Answers 404 to paths with an empty segment: `//lists/1`, `/lists//1`, `/lists/`.
///
/// The router skips empty segments. A page would have many addresses, and path rules of a reverse proxy would match only one of
/// them.
struct StrictPaths<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    // Thrown like the router's own 404, so that the error page uses the request's layout.
    guard Self.isStrict(request.head.path ?? "/") else { throw HTTPError(.notFound) }
    return try await next(request, context)
  }

  static func isStrict(_ target: String) -> Bool {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
    guard path.count > 1 else { return true }
    return zip(path, path.dropFirst()).allSatisfy { $0 != UInt8(ascii: "/") || $1 != UInt8(ascii: "/") }
      && path.last != UInt8(ascii: "/")
  }
}
