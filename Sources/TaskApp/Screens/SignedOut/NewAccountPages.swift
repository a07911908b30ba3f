import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// Creates the first account.
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

  /// `POST /set-up`
  static func setUp(_ request: SignInRequest) async throws -> Response {
    guard let cookie = request.anonymous.cookie else { return await GatePage.response(to: request, .insecure) }
    let form = try await FormBody(request.http, limit: FormBody.signedOutLimit)
    let (typed, continuation) = (NewAccount(form), SignInContinuation(form))
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.setUp(
        typed, token: request.setUpToken, by: request.anonymous.visitor, replacing: request.anonymous.token)
      return try await SignInPage.entered(signedIn, at: .setUp, cookie, continuation, request)
    } catch .registered {
      // Another request created the first account before this one, so the reader gets the sign-in form.
      return try await GatePage.again(request, .registered, .signIn(continuation, request), .registered)
    } catch {
      var view = SignedOutGate.View.setUp(continuation, request)
      view.username = typed.name
      view.token = typed.token ?? ""
      return try await GatePage.again(request, .unregistered, view, error)
    }
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

  /// `POST /sign-up`
  static func signUp(_ request: SignInRequest) async throws -> Response {
    guard let cookie = request.anonymous.cookie else { return await GatePage.response(to: request, .insecure) }
    let form = try await FormBody(request.http, limit: FormBody.signedOutLimit)
    let typed = NewAccount(form)
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.signUp(
        typed, by: request.anonymous.visitor, replacing: request.anonymous.token)
      return try await SignInPage.entered(signedIn, at: .signUp, cookie, SignInContinuation(form), request)
    } catch .signUpClosed {
      throw AccountProblem.signUpClosed.failure
    } catch {
      var view = view(request)
      view.username = typed.name
      return try await GatePage.again(request, .signUp, view, error)
    }
  }

  private static func view(_ request: SignInRequest) -> SignedOutGate.View {
    SignedOutGate.View(
      action: request.action(.signUp), signInHref: request.address(.wantedToSignIn, .signUp))
  }
}

extension NewAccount {
  /// Creates the input from a form. Missing fields count as empty.
  fileprivate init(_ form: FormBody) {
    self.init(
      name: form[FormField.username] ?? "", password: form[FormField.password] ?? "",
      again: form[FormField.passwordAgain], token: form[FormField.token])
  }
}

extension SignInRequest {
  /// The token required to create the first account; nil for a direct loopback connection.
  fileprivate var setUpToken: SetUpToken? { anonymous.client.isDirectLoopback ? nil : app.settings.setUpToken }
}

extension SignedOutGate.View {
  /// The form that creates the first account.
  static func setUp(_ continuation: SignInContinuation, _ request: SignInRequest) -> Self {
    var view = Self(action: request.action(.setUp), next: continuation.next)
    view.wantsToken = request.setUpToken != nil
    return view
  }
}
