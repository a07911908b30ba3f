public import Hummingbird

/// The token of a session, as a cookie carries it: 128 random bits that nobody can guess.
///
/// The cookie lasts as long as the browser runs, is sent with navigations from other sites but not with their forms, and is invisible to
/// scripts. Over HTTPS its name begins with `__Host-`, so that no other host can set it.
public struct PageSession: Hashable, Sendable {
  /// The token.
  public let token: String

  /// Creates a session with a new token.
  public init() {
    token = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The session that a request has a cookie of; nil if it has none.
  public init?(_ request: Request) {
    guard let token = [Self.secureName, Self.name].lazy.compactMap({ request.cookies[$0]?.value }).first else {
      return nil
    }
    self.token = token
  }

  /// Sets the cookie.
  /// - Parameters:
  ///   - response: the response to signing in.
  ///   - client: the client of the request, which decides whether the cookie is secure. Nil stops a debug build.
  public func begin(in response: inout Response, for client: Client?) {
    response.setCookie(Self.cookie(token, client, maxAge: nil))
  }

  /// Removes the cookie.
  public static func end(in response: inout Response, for client: Client?) {
    response.setCookie(cookie("", client, maxAge: 0))
  }

  private static let name = "session"
  private static let secureName = "__Host-session"

  private static func cookie(_ token: String, _ client: Client?, maxAge: Int?) -> Cookie {
    assert(client != nil, "a session needs the client of its request, which the middleware of addPages determines")
    let isHTTPS = client?.isHTTPS == true
    return Cookie(
      name: isHTTPS ? secureName : name, value: token, maxAge: maxAge, path: "/", secure: isHTTPS, httpOnly: true,
      sameSite: .lax)
  }
}
