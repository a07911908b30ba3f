import HTTPTypes
import Hummingbird
import StatePages

/// A request before authentication.
struct AnonymousRequest: AppRequest {
  let app: TaskApp
  let http: Request
  let context: AppContext
  /// The client's address and connection.
  var client: Client { context.client ?? .unknown }

  /// The store. Its errors become failures.
  var store: StoreAccess { StoreAccess(store: app.store, logger: context.logger) }

  var look: Look { app.look() }
  var accountName: String? { nil }
  var requestKey: CacheKey? { nil }
  func requestKeyHolds() async -> Bool { false }

  /// The session cookie for the connection; nil if the connection may carry none.
  var cookie: SessionCookie? {
    SessionCookie(for: client, below: app.basePath, plainHTTP: app.settings.plainHTTP)
  }
  /// The session token that the browser sent.
  var token: SessionToken? { cookie?.token(in: http.headers) }
  /// The cookie by which accounts recognize the browser; nil if the connection may carry none.
  var deviceCookie: DeviceCookie? { cookie.map { DeviceCookie(beside: $0) } }
  /// The client that signs in or up.
  var visitor: Visitor {
    Visitor(
      client: client, agent: http.headers[.userAgent] ?? "",
      devices: deviceCookie?.devices(in: http.headers) ?? [],
      logger: context.logger)
  }
}
