import HTTPTypes
import Hummingbird
import StatePages

/// A request of which it is not known yet who sends it.
struct Arrival: Inquiry {
  let app: TaskApp
  let request: Request
  let context: AppContext
  /// What sends it, and over what.
  var client: Client { context.client ?? .unknown }

  var look: Look { app.look() }
  var accountName: String? { nil }
  var question: Edition? { nil }
  func questionHolds() async -> Bool { false }

  /// The cookie for its connection; nil where none may cross that.
  var cookie: SessionCookie? { SessionCookie(for: client, plainHTTP: app.settings.plainHTTP) }
  /// The token that the browser shows.
  var token: SessionToken? { cookie?.token(in: request.headers) }
  /// The cookie that makes the browser known beside it.
  var deviceCookie: DeviceCookie? { cookie.map { DeviceCookie(beside: $0) } }
  /// Who signs in or up by it.
  var visitor: Visitor {
    Visitor(
      client: client, agent: request.headers[.userAgent] ?? "",
      devices: deviceCookie?.devices(in: request.headers) ?? [],
      logger: context.logger)
  }
}
