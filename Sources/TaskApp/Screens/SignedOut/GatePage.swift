import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// Renders the gate in place of the requested page.
enum GatePage {
  /// Responds to a signed-out client with 401 and the gate, at the requested address.
  /// - Parameters:
  ///   - next: the address to redirect to after signing in.
  ///   - unsent: the submitted form. Its text is saved as a draft if the session has expired, otherwise shown again. If neither
  ///     happens, the gate states that nothing was done.
  static func response(
    to request: SignInRequest, _ why: SignedOut, next: String? = nil, unsent: FormBody? = nil
  ) async -> Response {
    var continuation = SignInContinuation(next: next)
    var shown = unsent.flatMap { UnsavedForm($0, isBeforeSigningIn: why.gate.offersSignIn) }
    let path = request.http.uri.path
    let target = unsent?.draftPath(sentTo: path) ?? path
    if case .expired(let session) = why, let unsent, shown != nil, FormBody.isDraft(sentTo: target),
      await hasRoom(for: session, request)
    {
      continuation.kept = await request.app.drafts.keep(
        unsent, sentTo: target, of: session, logger: request.context.logger)
      if continuation.kept != nil { shown = nil }
    }
    var view = view(why, continuation, request)
    view.isNotDone = request.http.method == .post && continuation.kept == nil && shown == nil
    return await response(to: request, why.gate, view, status: .unauthorized, unsent: shown)
  }

  /// Whether another draft can be saved. One too many is shown instead: in its place, a draft would go that a page promised to keep.
  private static func hasRoom(for session: Session, _ request: SignInRequest) async -> Bool {
    do {
      return try await request.app.store.hasRoomForDraft(of: session.id)
    } catch {
      request.context.logger.warning("a form could not be kept", metadata: ["error": "\(error)"])
      return false
    }
  }

  static func response(
    to request: SignInRequest, _ reason: SignedOutGate.Reason, _ view: SignedOutGate.View,
    status: HTTPResponse.Status, unsent: UnsavedForm? = nil
  ) async -> Response {
    await request.page { () async throws(Failure) in page(for: request, reason, view, status: status, unsent: unsent) }
  }

  /// A page with the gate only, and with what was typed and could not be saved.
  static func page(
    for request: SignInRequest, _ reason: SignedOutGate.Reason, _ view: SignedOutGate.View? = nil,
    status: HTTPResponse.Status = .unauthorized, unsent: UnsavedForm? = nil
  ) -> Page {
    Page(request, reason.layoutKind, status: status) {
      GateRegion<SignedOutGate>("page", reason: reason, view ?? .signIn(SignInContinuation(), request))
      if let unsent { PagePart.piece("unsent", unsent) }
    }
  }

  /// The gate with its rejected form, and with the text that the form sent along.
  /// - Throws: the failure of a problem that the form cannot show.
  static func again(
    _ request: SignInRequest, _ reason: SignedOutGate.Reason, _ view: SignedOutGate.View, _ problem: AccountProblem,
    unsent: UnsavedForm? = nil
  ) async throws(Failure) -> Response {
    guard let rejection = Rejection(problem) else { throw problem.failure }
    request.logCause(of: problem)
    var view = view
    view.rejection = rejection
    var response = await response(to: request, reason, view, status: problem.status, unsent: unsent)
    response.headers[.retryAfter] = problem.failure.retryAfter.map { String($0) }
    return response
  }

  private static func view(_ why: SignedOut, _ continuation: SignInContinuation, _ request: SignInRequest)
    -> SignedOutGate.View
  {
    switch why {
    case .unregistered: .setUp(continuation, request)
    case .registered, .expired, .ended, .insecure: .signIn(continuation, request)
    }
  }
}

extension SignedOutGate {
  /// Why the gate is shown; each reason has its template.
  enum Reason: String, CaseIterable, Sendable {
    case unregistered, registered, expired, insecure
    case noCookie = "no-cookie"
    case signUp = "sign-up"

    var offersSignIn: Bool {
      switch self {
      case .registered, .expired: true
      case .unregistered, .insecure, .noCookie, .signUp: false
      }
    }

    var layoutKind: PageLayout.Kind {
      switch self {
      case .unregistered: .welcome
      case .registered, .expired, .insecure, .noCookie: .signedOut
      case .signUp: .signUp
      }
    }
  }
}

extension SignedOutGate.View {
  static func signIn(_ continuation: SignInContinuation, _ request: SignInRequest) -> Self {
    let signUp: String? =
      switch request.app.settings.signUp {
      case .open: request.address(of: SignInIntent.createAccount)
      case .closed: nil
      }
    // From another machine, the password that the console printed is needed.
    let demo = request.anonymous.client.isDirectLoopback ? request.app.settings.demo : nil
    return Self(
      action: request.address(of: SignInIntent.signIn), next: continuation.next, kept: continuation.kept,
      demo: demo, signUpHref: signUp)
  }
}

extension SignInRequest {
  /// The page with the gate that takes the place of an open page.
  func gate(_ why: SignedOut, next: String) -> Page {
    GatePage.page(for: self, why.gate, .signIn(SignInContinuation(next: next), self))
  }
}

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
      action: request.address(of: SignInIntent.signUp),
      signInHref: request.address(of: SignInIntent.useOwnAccount), zone: request.likelyZone)
  }
}

/// Finds out whether a browser that has just signed in kept the cookie: some keep none, and some no secure one over plain HTTP, also
/// from this machine.
enum CookieCheck {
  /// Signed in, the client continues at the step of the app with that address.
  static func event(next: String, for request: SignInRequest) async throws(Failure) -> SignInEvent? {
    guard case .granted = try await request.anonymous.access() else { return nil }
    return .signedIn(.requested(next))
  }

  static func page(next: String, for request: SignInRequest) -> Page {
    var view = SignedOutGate.View(action: request.address(of: SignInIntent.signIn))
    view.signInHref = request.address(of: SignInIntent.goOn(.requested(next)))
    view.isPlainHTTP = !request.anonymous.client.isHTTPS
    return GatePage.page(for: request, .noCookie, view)
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
    var view = Self(action: request.address(of: SignInIntent.setUp), next: continuation.next)
    view.wantsToken = request.setUpToken != nil
    view.wantsTokenLocally = request.app.settings.site.proxies.trustsThisMachine
    view.zone = request.likelyZone
    return view
  }
}
