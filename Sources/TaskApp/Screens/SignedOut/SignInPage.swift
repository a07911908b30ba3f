import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Signing in and out.
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

  /// What somebody gets who was let in: the cookie, and the page that they asked for.
  static func entered(
    _ signedIn: SignedIn, at step: SignInFlow.Step, _ cookie: SessionCookie, _ onward: SignInContinuation,
    _ request: AnonymousRequest
  ) async throws(AccountProblem) -> Response {
    let next: TaskFlow.Step?
    do throws(Failure) {
      next = try await onward.step(for: signedIn.session.account, request)
    } catch {
      // The client is signed in; what was requested can be requested again.
      next = nil
    }
    var response = request.redirect(after: .signedIn(going: next), at: step)
    setCookies(for: signedIn, cookie, request, in: &response)
    return response
  }

  /// The session's cookie, and the one that makes the browser known to the account.
  static func setCookies(
    for signedIn: SignedIn, _ cookie: SessionCookie, _ request: AnonymousRequest, in response: inout Response
  ) {
    response.headers[.setCookie] = cookie.setting(signedIn.token)
    response.headers.append(HTTPField(name: .setCookie, value: device(signedIn.name, cookie, request)))
  }

  /// What makes the browser known to the account, and to those that it was known to as well.
  private static func device(_ name: Username, _ cookie: SessionCookie, _ request: AnonymousRequest) -> String {
    let (key, shown) = (request.app.store.deviceKey, request.visitor.devices)
    // Of an account that knows the browser already only the newest entry stays.
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

  /// The way in, for somebody who has left while nothing could be written: this browser is signed out, and the session may live on.
  private static func left(_ request: AnonymousRequest, notEnded failure: Failure) async -> Response {
    var view = SignedOutGate.View.signIn(SignInContinuation(), request)
    view.isNotEnded = true
    var response = await GatePage.response(to: request, .registered, view, status: failure.kind.status)
    response.forget(request)
    return response
  }

  /// What somebody gets who has left: no cookie, and nothing in the browser's memory, behind the Back button neither.
  static func left(_ request: AnonymousRequest) -> Response {
    var response = request.redirect(after: .signedOut, at: .signIn)
    response.forget(request)
    return response
  }
}

extension Response {
  /// Takes the cookie away, and all pages from the browser's memory.
  fileprivate mutating func forget(_ request: AnonymousRequest) {
    headers[.setCookie] = request.cookie?.clearing
    if let name = HTTPField.Name("Clear-Site-Data") { headers[name] = "\"cache\"" }
  }
}
