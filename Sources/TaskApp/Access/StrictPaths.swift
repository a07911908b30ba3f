import Hummingbird
import StatePages
import StateViews

/// Answers 404 to paths with an empty segment: `//lists/1`, `/lists//1`, `/lists/`.
///
/// The router skips empty segments, so that one page would have many addresses, and the rules of a proxy in front, which go by
/// the path as sent, would not see most of them.
struct StrictPaths: RouterMiddleware {
  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    // Thrown like the router's own, so that the page has the frame of whoever asks.
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
