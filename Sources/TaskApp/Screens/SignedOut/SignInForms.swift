import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum SignInForms {
  /// `POST /sign-in`
  static func signIn(_ request: SignInRequest) async throws -> Response {
    guard let cookie = request.anonymous.cookie else { return await GatePage.response(to: request, .insecure) }
    let form = try await FormBody(request.http, limit: FormBody.signedOutLimit)
    let continuation = SignInContinuation(form)
    let name = form[FormField.username] ?? ""
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.signIn(
        as: name, with: form[FormField.password] ?? "", by: request.anonymous.visitor,
        replacing: request.anonymous.token)
      return try await entered(signedIn, cookie, continuation, request)
    } catch {
      var view = SignedOutGate.View.signIn(continuation, request)
      view.username = name
      return try await GatePage.again(
        request, continuation.kept == nil ? .registered : .expired, view, error, unsent: UnsavedForm(carriedBy: form))
    }
  }

  /// The response after signing in: the cookies, and a redirect to the requested page.
  static func entered(
    _ signedIn: SignedIn, _ cookie: SessionCookie, _ continuation: SignInContinuation, _ request: SignInRequest
  ) async throws(AccountProblem) -> Response {
    let next: AfterSignIn
    do throws(Failure) {
      next = try await continuation.next(for: signedIn.session.account, request)
    } catch {
      // Signing in succeeded; fall back to the first page.
      next = .first
    }
    // A browser that sent a cookie of this app keeps cookies.
    let keepsCookies = request.anonymous.token != nil || !request.anonymous.visitor.devices.isEmpty
    let event: SignInEvent = keepsCookies ? .signedIn(next) : .gaveCookie(next)
    var response = request.redirect(after: event)
    request.setCookies(for: signedIn, cookie, in: &response)
    return response
  }

  /// `POST /set-up`
  static func setUp(_ request: SignInRequest) async throws -> Response {
    guard let cookie = request.anonymous.cookie else { return await GatePage.response(to: request, .insecure) }
    let form = try await FormBody(request.http, limit: FormBody.signedOutLimit)
    let (typed, continuation) = (try request.newAccount(form), SignInContinuation(form))
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.setUp(
        typed, token: request.setUpToken, by: request.anonymous.visitor, replacing: request.anonymous.token)
      return try await entered(signedIn, cookie, continuation, request)
    } catch .registered {
      // Another request created the first account before this one, so the reader gets the sign-in form.
      return try await GatePage.again(request, .registered, .signIn(continuation, request), .registered)
    } catch {
      var view = SignedOutGate.View.setUp(continuation, request)
      view.username = typed.name
      view.token = typed.token ?? ""
      view.zone?.chosen = typed.timeZone
      return try await GatePage.again(request, .unregistered, view, error)
    }
  }

  /// `POST /sign-up`
  static func signUp(_ request: SignInRequest) async throws -> Response {
    guard let cookie = request.anonymous.cookie else { return await GatePage.response(to: request, .insecure) }
    let form = try await FormBody(request.http, limit: FormBody.signedOutLimit)
    let typed = try request.newAccount(form)
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.signUp(
        typed, by: request.anonymous.visitor, replacing: request.anonymous.token)
      return try await entered(signedIn, cookie, SignInContinuation(form), request)
    } catch .signUpClosed {
      throw AccountProblem.signUpClosed.failure
    } catch {
      var view = SignUpPage.view(request)
      view.username = typed.name
      view.zone?.chosen = typed.timeZone
      return try await GatePage.again(request, .signUp, view, error)
    }
  }

  /// `POST /sign-out`
  static func signOut(_ request: SignInRequest) async -> Response {
    guard let digest = request.anonymous.token?.digest else { return request.signedOut() }
    do {
      try await request.app.store.endSession(
        digest: digest, as: .signedOut, recording: request.anonymous.visitor.entry(.signedOut))
    } catch {
      return await left(request, notEnded: request.anonymous.store.failure(error))
    }
    return request.signedOut()
  }

  /// The sign-in form after the session could not be ended in the store: this browser is signed out, but the session may still
  /// be valid.
  private static func left(_ request: SignInRequest, notEnded failure: Failure) async -> Response {
    var view = SignedOutGate.View.signIn(SignInContinuation(), request)
    view.isNotEnded = true
    var response = await GatePage.response(to: request, .registered, view, status: failure.kind.status)
    response.endSession(of: request)
    return response
  }
}

extension SignInRequest {
  /// The account of a form. Missing fields count as empty. Its Inbox is named in the language of the reader.
  fileprivate func newAccount(_ form: FormBody) throws -> NewAccount {
    NewAccount(
      name: form[FormField.username] ?? "", password: form[FormField.password] ?? "",
      again: form[FormField.passwordAgain], token: form[FormField.token],
      inbox: try ListName(validating: anonymous.words(InboxName())), timeZone: form[FormField.timeZone] ?? "")
  }
}

struct InboxName: Piece {
  static let template = "overview/inbox-name"
}

/// What to do after signing in. It is stored in the form's hidden fields, because there is no session yet.
struct SignInContinuation: Sendable {
  /// The address that was requested, if not the first page.
  var next: String?
  var kept: SavedDraftID?

  init(next: String? = nil, kept: SavedDraftID? = nil) {
    self.next = next
    self.kept = kept
  }

  init(_ form: FormBody) {
    next = form[FormField.next]
    kept = form[FormField.kept].flatMap { SavedDraftID($0) }
  }

  /// Where the client goes on after signing in: to the saved draft, if it is the account's; else to the page
  /// that was requested.
  func next(for account: AccountID, _ request: SignInRequest) async throws(Failure) -> AfterSignIn {
    if let kept {
      let drafts = request.app.drafts
      let isOwn = try await request.anonymous.store { _ in
        try await drafts.hasDraft(kept, of: account)
      }
      if isOwn { return .draft(kept) }
    }
    return next.map { .requested($0) } ?? .first
  }
}
