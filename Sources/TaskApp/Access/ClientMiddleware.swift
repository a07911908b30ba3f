import Hummingbird

/// Works out who sends a request, once for all that go by it.
struct ClientMiddleware: RouterMiddleware {
  /// Who is believed about others.
  let proxies: TrustedProxies

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.client = Client(request.head, peer: context.remoteAddress, proxies: proxies)
    return try await next(request, context)
  }
}
