import Hummingbird

/// The token of a session, as a cookie carries it: 128 random bits that nobody can guess.
struct PageSession: Hashable, Sendable {
  let token: String

  init() {
    token = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

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
