import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles signing in and out.
enum SignInPage {
  /// `POST /sign-in`
  static func signIn(_ request: AnonymousRequest) async throws -> Response {
    guard let cookie = request.cookie else { return await GatePage.response(to: request, .insecure) }
    let form = try await FormBody(request.http, limit: FormBody.signedOutLimit)
    let onward = SignInContinuation(form)
    let name = form[FormField.username] ?? ""
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.signIn(
        as: name, with: form[FormField.password] ?? "", by: request.visitor, replacing: request.token)
      return try await entered(signedIn, at: .signIn, cookie, onward, request)
    } catch {
      var view = SignedOutGate.View.signIn(onward, request)
      view.username = name
      return try await GatePage.again(request, onward.kept == nil ? .registered : .expired, view, error)
    }
  }

  /// The response after signing in: the cookies, and a redirect to the requested page.
  static func entered(
    _ signedIn: SignedIn, at step: SignInFlow.Step, _ cookie: SessionCookie, _ onward: SignInContinuation,
    _ request: AnonymousRequest
  ) async throws(AccountProblem) -> Response {
    let next: TaskFlow.Step?
    do throws(Failure) {
      next = try await onward.step(for: signedIn.session.account, request)
    } catch {
      // Signing in succeeded; fall back to the first page.
      next = nil
    }
    var response = request.redirect(after: .signedIn(going: next), at: step)
    setCookies(for: signedIn, cookie, request, in: &response)
    return response
  }

  /// Sets the session cookie, and the cookie by which the account recognizes the browser.
  static func setCookies(
    for signedIn: SignedIn, _ cookie: SessionCookie, _ request: AnonymousRequest, in response: inout Response
  ) {
    response.headers[.setCookie] = cookie.setting(signedIn.token)
    response.headers.append(HTTPField(name: .setCookie, value: device(signedIn.name, cookie, request)))
  }

  /// The cookie by which this account, and those that already knew the browser, recognize it.
  private static func device(_ name: Username, _ cookie: SessionCookie, _ request: AnonymousRequest) -> String {
    let (key, shown) = (request.app.store.deviceKey, request.visitor.devices)
    // Replaces an earlier entry for the same account.
    let others = shown.filter { !$0.isKnown(to: name, key: key) }
    return DeviceCookie(beside: cookie).setting(KnownDevice(for: name, key: key), beside: others)
  }

  /// `POST /sign-out`
  static func signOut(_ request: AnonymousRequest) async -> Response {
    guard let digest = request.token?.digest else { return left(request) }
    do {
      try await request.app.store.endSession(
        digest: digest, as: .signedOut, recording: request.visitor.entry(.signedOut))
    } catch {
      return await left(request, notEnded: request.store.failure(error))
    }
    return left(request)
  }

  /// The sign-in form after the session could not be ended in the store: this browser is signed out, but the session may still
  /// be valid.
  private static func left(_ request: AnonymousRequest, notEnded failure: Failure) async -> Response {
    var view = SignedOutGate.View.signIn(SignInContinuation(), request)
    view.isNotEnded = true
    var response = await GatePage.response(to: request, .registered, view, status: failure.kind.status)
    response.forget(request)
    return response
  }

  /// The response after signing out: a redirect that clears the cookie and the browser's cache, including the Back button's
  /// pages.
  static func left(_ request: AnonymousRequest) -> Response {
    var response = request.redirect(after: .signedOut, at: .signIn)
    response.forget(request)
    return response
  }
}

extension Response {
  /// Clears the session cookie, and the browser's cache.
  fileprivate mutating func forget(_ request: AnonymousRequest) {
    headers[.setCookie] = request.cookie?.clearing
    if let name = HTTPField.Name("Clear-Site-Data") { headers[name] = "\"cache\"" }
  }
}
