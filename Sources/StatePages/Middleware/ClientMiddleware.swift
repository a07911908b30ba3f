public import Hummingbird

/// A request context with the client of the request, as the middleware of an app of pages has determined it.
public protocol ClientRequestContext: RequestContext, RemoteAddressRequestContext {
  /// The client; nil before the middleware has run.
  var client: Client? { get set }
}

/// Determines the client of a request, once for all later handlers.
struct ClientMiddleware<Context: ClientRequestContext>: RouterMiddleware {
  /// The proxies trusted to set forwarding headers.
  let proxies: TrustedProxies

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.client = Client(request.head, peer: context.remoteAddress, proxies: proxies)
    return try await next(request, context)
  }
}
