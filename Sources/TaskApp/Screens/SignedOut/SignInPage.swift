import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Signing in and out.
enum SignInPage {
  /// `POST /sign-in`
  @Sendable static func signIn(_ arrival: Arrival) async throws -> Response {
    guard let cookie = arrival.cookie else { return await GatePage.response(to: arrival, .insecure) }
    let form = try await FormBody(arrival.request, limit: FormBody.signedOutLimit)
    let onward = Onward(form)
    let name = form[FormField.username] ?? ""
    do throws(AccountProblem) {
      let signedIn = try await arrival.app.accounts.signIn(
        as: name, with: form[FormField.password] ?? "", by: arrival.visitor, replacing: arrival.token)
      return try await entered(signedIn, cookie, onward, arrival)
    } catch {
      var view = SignedOutGate.View.signIn(onward, arrival)
      view.username = name
      return try await GatePage.again(arrival, onward.kept == nil ? .registered : .expired, view, error)
    }
  }

  /// What somebody gets who was let in: the cookie, and the page that they asked for.
  static func entered(
    _ signedIn: SignedIn, _ cookie: SessionCookie, _ onward: Onward, _ arrival: Arrival
  ) async throws(AccountProblem) -> Response {
    let address: String
    do throws(Failure) {
      address = try await onward.address(for: signedIn.session.account, arrival)
    } catch {
      // They are in; what they had asked for can be asked for again.
      address = TaskFlow.address(after: .signedIn(going: nil))
    }
    var response = Response.seeOther(address)
    setCookies(for: signedIn, cookie, arrival, in: &response)
    return response
  }

  /// The session's cookie, and the one that makes the browser known to the account.
  static func setCookies(
    for signedIn: SignedIn, _ cookie: SessionCookie, _ arrival: Arrival, in response: inout Response
  ) {
    response.headers[.setCookie] = cookie.setting(signedIn.token)
    response.headers.append(HTTPField(name: .setCookie, value: device(signedIn.name, cookie, arrival)))
  }

  /// What makes the browser known to the account, and to those that it was known to as well.
  private static func device(_ name: Username, _ cookie: SessionCookie, _ arrival: Arrival) -> String {
    let (key, shown) = (arrival.app.store.deviceKey, arrival.visitor.devices)
    // Of an account that knows the browser already only the newest entry stays.
    let others = shown.filter { !$0.isKnown(to: name, key: key) }
    return DeviceCookie(beside: cookie).setting(KnownDevice(for: name, key: key), beside: others)
  }

  /// `POST /sign-out`
  @Sendable static func signOut(_ arrival: Arrival) async throws -> Response {
    guard let digest = arrival.token?.digest else { return left(arrival) }
    do {
      try await arrival.app.store.endSession(
        digest: digest, as: .signedOut, recording: arrival.visitor.entry(.signedOut))
    } catch {
      return await left(arrival, notEnded: arrival.store.failure(error))
    }
    return left(arrival)
  }

  /// The way in, for somebody who has left while nothing could be written: this browser is signed out, and the session may live on.
  private static func left(_ arrival: Arrival, notEnded failure: Failure) async -> Response {
    var view = SignedOutGate.View.signIn(Onward(), arrival)
    view.isNotEnded = true
    var response = await GatePage.response(to: arrival, .registered, view, status: failure.kind.status)
    response.forget(arrival)
    return response
  }

  /// What somebody gets who has left: no cookie, and nothing in the browser's memory, behind the Back button neither.
  static func left(_ arrival: Arrival) -> Response {
    var response = Response.seeOther(TaskFlow.address(after: .signedOut))
    response.forget(arrival)
    return response
  }
}

extension Response {
  /// Takes the cookie away, and all pages from the browser's memory.
  fileprivate mutating func forget(_ arrival: Arrival) {
    headers[.setCookie] = arrival.cookie?.clearing
    if let name = HTTPField.Name("Clear-Site-Data") { headers[name] = "\"cache\"" }
  }
}
