import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

enum SetUpPage {
  static func page(for request: SignInRequest) -> Page {
    guard request.anonymous.cookie != nil else { return GatePage.page(for: request, .insecure) }
    return GatePage.page(for: request, .unregistered, .setUp(SignInContinuation(), request), status: .ok)
  }

  /// Once there is an account, there is nothing to set up.
  static func event(for request: SignInRequest) async throws(Failure) -> SignInEvent? {
    guard request.anonymous.cookie != nil else { return nil }
    return try await request.anonymous.hasAccounts() ? .hadNothingToDo : nil
  }
}

/// Lets visitors create an account, if sign-up is open.
enum SignUpPage {
  static func page(for request: SignInRequest) throws(Failure) -> Page {
    guard request.anonymous.cookie != nil else { return GatePage.page(for: request, .insecure) }
    switch request.app.settings.signUp {
    case .closed: throw AccountProblem.signUpClosed.failure
    case .open: return GatePage.page(for: request, .signUp, view(request), status: .ok)
    }
  }

  /// A client that is signed in has an account.
  static func event(for request: SignInRequest) async throws(Failure) -> SignInEvent? {
    guard request.anonymous.cookie != nil, request.app.settings.signUp == .open else { return nil }
    if case .granted = try await request.anonymous.access() { return .hadNothingToDo }
    return nil
  }

  static func view(_ request: SignInRequest) -> SignedOutGate.View {
    SignedOutGate.View(
      action: request.action(.signUp), signInHref: request.address(.wantedToSignIn, .signUp),
      zone: request.likelyZone)
  }
}

extension SignInRequest {
  /// The token required to create the first account; nil for a direct loopback connection.
  var setUpToken: SetUpToken? { anonymous.client.isDirectLoopback ? nil : app.settings.setUpToken }

  /// The time zones to choose from. That of the browser's country is chosen, if it has one.
  fileprivate var likelyZone: AccountTimeZones {
    AccountTimeZones(
      chosen: CountryZones.installed.zone(for: http.headers[.acceptLanguage]) ?? "", server: app.settings.timeZone)
  }
}

extension SignedOutGate.View {
  static func setUp(_ continuation: SignInContinuation, _ request: SignInRequest) -> Self {
    var view = Self(action: request.action(.setUp), next: continuation.next)
    view.wantsToken = request.setUpToken != nil
    view.zone = request.likelyZone
    return view
  }
}
