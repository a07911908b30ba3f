import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// Creates the first account.
enum SetUpPage {
  /// `GET /set-up`
  @Sendable static func show(_ request: AnonymousRequest) async throws -> Response {
    guard request.cookie != nil else { return await GatePage.response(to: request, .insecure) }
    if try await request.hasAccounts() { return .seeOther(TaskFlow.address(after: .openedOverview())) }
    return await GatePage.response(to: request, .unregistered, .setUp(SignInContinuation(), request), status: .ok)
  }

  /// `POST /set-up`
  @Sendable static func setUp(_ request: AnonymousRequest) async throws -> Response {
    guard let cookie = request.cookie else { return await GatePage.response(to: request, .insecure) }
    let form = try await FormBody(request.http, limit: FormBody.signedOutLimit)
    let (typed, onward) = (NewAccount(form), SignInContinuation(form))
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.setUp(
        typed, token: request.setUpToken, by: request.visitor, replacing: request.token)
      return try await SignInPage.entered(signedIn, cookie, onward, request)
    } catch .registered {
      // Another request created the first account before this one, so the reader gets the sign-in form.
      return try await GatePage.again(request, .registered, .signIn(onward, request), .registered)
    } catch {
      var view = SignedOutGate.View.setUp(onward, request)
      view.username = typed.name
      view.token = typed.token ?? ""
      return try await GatePage.again(request, .unregistered, view, error)
    }
  }
}

/// Lets visitors create an account, if sign-up is open.
enum SignUpPage {
  /// `GET /sign-up`
  @Sendable static func show(_ request: AnonymousRequest) async throws -> Response {
    guard request.cookie != nil else { return await GatePage.response(to: request, .insecure) }
    switch request.app.settings.signUp {
    case .closed: throw AccountProblem.signUpClosed.failure
    case .open: break
    }
    if case .granted = try await request.access() { return .seeOther(TaskFlow.address(after: .openedOverview())) }
    return await GatePage.response(to: request, .signUp, view(), status: .ok)
  }

  /// `POST /sign-up`
  @Sendable static func signUp(_ request: AnonymousRequest) async throws -> Response {
    guard let cookie = request.cookie else { return await GatePage.response(to: request, .insecure) }
    let form = try await FormBody(request.http, limit: FormBody.signedOutLimit)
    let typed = NewAccount(form)
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.signUp(typed, by: request.visitor, replacing: request.token)
      return try await SignInPage.entered(signedIn, cookie, SignInContinuation(form), request)
    } catch .signUpClosed {
      throw AccountProblem.signUpClosed.failure
    } catch {
      var view = view()
      view.username = typed.name
      return try await GatePage.again(request, .signUp, view, error)
    }
  }

  private static func view() -> SignedOutGate.View {
    SignedOutGate.View(action: PublicRoute.signUp.path, signInHref: TaskFlow.address(after: .openedOverview()))
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

extension AnonymousRequest {
  /// The token required to create the first account; nil for a direct loopback connection.
  fileprivate var setUpToken: SetUpToken? { client.isDirectLoopback ? nil : app.settings.setUpToken }
}

extension SignedOutGate.View {
  /// The form that creates the first account.
  static func setUp(_ onward: SignInContinuation, _ request: AnonymousRequest) -> Self {
    var view = Self(action: PublicRoute.setUp.path, next: onward.next)
    view.wantsToken = request.setUpToken != nil
    return view
  }
}
