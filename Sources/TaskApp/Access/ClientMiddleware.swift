import Hummingbird

/// Determines the client of a request, once for all later handlers.
struct ClientMiddleware: RouterMiddleware {
  /// The proxies trusted to set forwarding headers.
  let proxies: TrustedProxies

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.client = Client(request.head, peer: context.remoteAddress, proxies: proxies)
    return try await next(request, context)
  }
}
