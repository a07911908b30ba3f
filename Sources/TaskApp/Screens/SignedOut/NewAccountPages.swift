import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// Making the first account.
enum SetUpPage {
  /// `GET /set-up`
  @Sendable static func show(_ arrival: Arrival) async throws -> Response {
    guard arrival.cookie != nil else { return await GatePage.response(to: arrival, .insecure) }
    if try await arrival.hasAccounts() { return .seeOther(TaskFlow.address(after: .openedOverview())) }
    return await GatePage.response(to: arrival, .unregistered, .setUp(Onward(), arrival), status: .ok)
  }

  /// `POST /set-up`
  @Sendable static func setUp(_ arrival: Arrival) async throws -> Response {
    guard let cookie = arrival.cookie else { return await GatePage.response(to: arrival, .insecure) }
    let form = try await FormBody(arrival.request, limit: FormBody.signedOutLimit)
    let (typed, onward) = (NewAccount(form), Onward(form))
    do throws(AccountProblem) {
      let signedIn = try await arrival.app.accounts.setUp(
        typed, token: arrival.setUpToken, by: arrival.visitor, replacing: arrival.token)
      return try await SignInPage.entered(signedIn, cookie, onward, arrival)
    } catch .registered {
      // Whoever was slower has nothing to set up any more, and can sign in.
      return try await GatePage.again(arrival, .registered, .signIn(onward, arrival), .registered)
    } catch {
      var view = SignedOutGate.View.setUp(onward, arrival)
      view.username = typed.name
      view.token = typed.token ?? ""
      return try await GatePage.again(arrival, .unregistered, view, error)
    }
  }
}

/// Making an account of one's own, where visitors may.
enum SignUpPage {
  /// `GET /sign-up`
  @Sendable static func show(_ arrival: Arrival) async throws -> Response {
    guard arrival.cookie != nil else { return await GatePage.response(to: arrival, .insecure) }
    switch arrival.app.settings.signUp {
    case .closed: throw AccountProblem.signUpClosed.failure
    case .open: break
    }
    if case .granted = try await arrival.access() { return .seeOther(TaskFlow.address(after: .openedOverview())) }
    return await GatePage.response(to: arrival, .signUp, view(), status: .ok)
  }

  /// `POST /sign-up`
  @Sendable static func signUp(_ arrival: Arrival) async throws -> Response {
    guard let cookie = arrival.cookie else { return await GatePage.response(to: arrival, .insecure) }
    let form = try await FormBody(arrival.request, limit: FormBody.signedOutLimit)
    let typed = NewAccount(form)
    do throws(AccountProblem) {
      let signedIn = try await arrival.app.accounts.signUp(typed, by: arrival.visitor, replacing: arrival.token)
      return try await SignInPage.entered(signedIn, cookie, Onward(form), arrival)
    } catch .signUpClosed {
      throw AccountProblem.signUpClosed.failure
    } catch {
      var view = view()
      view.username = typed.name
      return try await GatePage.again(arrival, .signUp, view, error)
    }
  }

  private static func view() -> SignedOutGate.View {
    SignedOutGate.View(action: OpenAddress.signUp.path, signInHref: TaskFlow.address(after: .openedOverview()))
  }
}

extension NewAccount {
  /// What was typed into the form; what it lacks counts as left empty.
  fileprivate init(_ form: FormBody) {
    self.init(
      name: form[FormField.username] ?? "", password: form[FormField.password] ?? "",
      again: form[FormField.passwordAgain], token: form[FormField.token])
  }
}

extension Arrival {
  /// What has to be typed to make the first account; nil for a browser on this machine.
  fileprivate var setUpToken: SetUpToken? { client.isDirectLoopback ? nil : app.settings.setUpToken }
}

extension SignedOutGate.View {
  /// The form to make the first account with.
  static func setUp(_ onward: Onward, _ arrival: Arrival) -> Self {
    var view = Self(action: OpenAddress.setUp.path, next: onward.next)
    view.wantsToken = arrival.setUpToken != nil
    return view
  }
}
