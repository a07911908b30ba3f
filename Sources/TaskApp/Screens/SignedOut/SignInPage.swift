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
    let form = try await FormBody(arrival.request)
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
      address = Site.lists.path
    }
    var response = Response.seeOther(address)
    response.headers[.setCookie] = cookie.setting(signedIn.token)
    return response
  }

  /// `POST /sign-out`
  @Sendable static func signOut(_ arrival: Arrival) async throws -> Response {
    if let digest = arrival.token?.digest {
      try await arrival.store { store throws(StoreError) in try await store.endSession(digest: digest, as: .signedOut) }
    }
    return left(arrival)
  }

  /// What somebody gets who has left: no cookie, and nothing in the browser's memory, behind the Back button neither.
  static func left(_ arrival: Arrival) -> Response {
    var response = Response.seeOther(Site.lists.path)
    response.headers[.setCookie] = arrival.cookie?.clearing
    if let name = HTTPField.Name("Clear-Site-Data") { response.headers[name] = "\"cache\"" }
    return response
  }
}
