public import Hummingbird
import NetworkAddresses
public import StateViews
import Synchronization

/// The token of a session, as a cookie carries it: 128 random bits, which can't be guessed.
struct PageSession: Hashable, Sendable {
  let token: String

  init() { token = .randomHexadecimal(bytes: 16) }

  /// The session that a request has a cookie of; nil if it has none.
  init?(_ request: Request) {
    guard let token = [Self.secureName, Self.name].lazy.compactMap({ request.cookies[$0]?.value }).first else {
      return nil
    }
    self.token = token
  }

  /// The response to signing in, with the cookie.
  func begun(in response: Response, for client: Client?) -> Response {
    Self.setting(token, client, maxAge: nil, in: response)
  }

  /// The response to signing out, which removes the cookie.
  static func ended(in response: Response, for client: Client?) -> Response {
    setting("", client, maxAge: 0, in: response)
  }

  private static let name = "session"
  private static let secureName = "__Host-session"

  private static func setting(
    _ token: String, _ client: Client?, maxAge: Int?, in response: Response
  ) -> Response {
    assert(client != nil, "a session needs the client of its request, which the middleware of addPages determines")
    let isHTTPS = client?.isHTTPS == true
    var response = response
    response.setCookie(
      Cookie(
        name: isHTTPS ? secureName : name, value: token, maxAge: maxAge, path: "/", secure: isHTTPS, httpOnly: true,
        sameSite: .lax))
    return response
  }
}

/// Sessions in memory, for an app without a database: after a restart, everyone signs in again.
///
/// ```swift
/// switch sessions.access(of: request) {
/// case .granted(let reader): return page(of: reader)
/// case .signedOut(let expired): throw RequestProblem(gate(expired == nil ? .newcomer : .expired))
/// }
/// ```
public final class MemorySessions<Reader: Sendable>: Sendable {
  private struct Session {
    let reader: Reader
    var lastUse: Duration
  }

  /// How long the reader of an expired session is remembered, for the drafts of forms that are sent late.
  private static var rememberedFor: Duration { .seconds(86_400) }

  private let lifetime: Duration
  private let elapsed: @Sendable () -> Duration
  private let sessions = Mutex<[PageSession: Session]>([:])

  /// Creates an instance without sessions.
  /// - Parameters:
  ///   - lifetime: how long a session lasts without use.
  ///   - clock: the time source.
  public init(lifetime: Duration = .seconds(1800), clock: some Clock<Duration> = ContinuousClock()) {
    self.lifetime = lifetime
    elapsed = clock.stopwatch()
  }

  /// Whether the sender of a request is signed in; otherwise, the reader whose session has expired, and nil for anyone else.
  public func access(of request: Request) -> Access<Reader, Reader?> {
    guard let token = PageSession(request) else { return .signedOut(nil) }
    let now = elapsed()
    return sessions.withLock { sessions in
      guard let session = sessions[token] else { return .signedOut(nil) }
      guard now - session.lastUse < lifetime else { return .signedOut(session.reader) }
      sessions[token]?.lastUse = now
      return .granted(session.reader)
    }
  }

  /// Begins a session.
  /// - Parameters:
  ///   - reader: who has signed in.
  ///   - response: the response to signing in: a redirect to the page that the gate has replaced.
  ///   - client: the client of the request, which decides whether the cookie is secure. Nil stops a debug build.
  /// - Returns: the response with the cookie, which lasts as long as the browser runs, is sent with navigations from other sites but not
  ///   with their forms, and is invisible to scripts. Over HTTPS its name begins with `__Host-`, so that no other host can set it.
  public func begin(for reader: Reader, in response: Response, for client: Client?) -> Response {
    let (token, now) = (PageSession(), elapsed())
    sessions.withLock { sessions in
      sessions = sessions.filter { now - $0.value.lastUse < lifetime + Self.rememberedFor }
      sessions[token] = Session(reader: reader, lastUse: now)
    }
    return token.begun(in: response, for: client)
  }

  /// Ends the session of a request, if it has one.
  /// - Returns: the response, which removes the cookie.
  public func end(of request: Request, in response: Response, for client: Client?) -> Response {
    if let token = PageSession(request) { sessions.withLock { $0[token] = nil } }
    return PageSession.ended(in: response, for: client)
  }
}
