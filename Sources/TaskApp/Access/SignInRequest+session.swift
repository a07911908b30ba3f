import HTTPTypes
import Hummingbird
import TaskStore
import Tasks

/// Responses that begin or end a session.
extension SignInRequest {
  /// Sets the session cookie, and the cookie by which the account recognizes the browser.
  func setCookies(for signedIn: SignedIn, _ cookie: SessionCookie, in response: inout Response) {
    response.headers[.setCookie] = cookie.setting(signedIn.token)
    response.headers.append(HTTPField(name: .setCookie, value: device(signedIn.name, cookie)))
  }

  /// The cookie by which this account, and those that already knew the browser, recognize it.
  private func device(_ name: Username, _ cookie: SessionCookie) -> String {
    let (key, shown) = (app.store.deviceKey, anonymous.visitor.devices)
    // Replaces an earlier entry for the same account.
    let others = shown.filter { !$0.isKnown(to: name, key: key) }
    return DeviceCookie(beside: cookie).setting(KnownDevice(for: name, key: key), beside: others)
  }

  /// The response after signing out: a redirect that clears the cookie and the browser's cache, including the Back button's
  /// pages.
  func signedOut() -> Response {
    var response = redirect(after: .signedOut, at: .signIn)
    response.endSession(of: self)
    return response
  }
}

extension Response {
  /// Clears the session cookie, and the browser's cache.
  mutating func endSession(of request: SignInRequest) {
    headers[.setCookie] = request.anonymous.cookie?.clearing
    if let name = HTTPField.Name("Clear-Site-Data") { headers[name] = "\"cache\"" }
  }
}
