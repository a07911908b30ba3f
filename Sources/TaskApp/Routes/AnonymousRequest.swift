import HTTPTypes
import Hummingbird
import StatePages

/// A request of which it is not known yet who sends it.
struct AnonymousRequest: AppRequest {
  let app: TaskApp
  let http: Request
  let context: AppContext
  /// What sends it, and over what.
  var client: Client { context.client ?? .unknown }

  /// The store; what it cannot do becomes a failure.
  var store: StoreAccess { StoreAccess(store: app.store, logger: context.logger) }

  var look: Look { app.look() }
  var accountName: String? { nil }
  var requestKey: CacheKey? { nil }
  func requestKeyHolds() async -> Bool { false }

  /// The cookie for its connection; nil where none may cross that.
  var cookie: SessionCookie? { SessionCookie(for: client, plainHTTP: app.settings.plainHTTP) }
  /// The token that the browser shows.
  var token: SessionToken? { cookie?.token(in: http.headers) }
  /// The cookie that makes the browser known beside it.
  var deviceCookie: DeviceCookie? { cookie.map { DeviceCookie(beside: $0) } }
  /// Who signs in or up by it.
  var visitor: Visitor {
    Visitor(
      client: client, agent: http.headers[.userAgent] ?? "",
      devices: deviceCookie?.devices(in: http.headers) ?? [],
      logger: context.logger)
  }
}
