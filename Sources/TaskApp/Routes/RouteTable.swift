import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import Tasks

/// The routes of the app: those of its flows, and those in this table.
struct RouteTable {
  struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path, with open segments in braces: `/assets/{name}`.
    let pattern: String
    let gate: Gate
    let response: @Sendable (AnonymousRequest) async throws -> Response

    enum Gate: Hashable, Sendable {
      case none
      case session
      /// An app password; see ``AppPasswordGate``. No cookie is read.
      case appPassword
      /// The secret in its address.
      case secret
    }
  }

  /// The routes beside those of the flows.
  private(set) var routes: [Route] = []
  let app: TaskApp

  init(of app: TaskApp) {
    self.app = app
    add(.get, PublicRoute.health.path, Health.show)
    add(.get, PublicRoute.wellKnownChangePassword.path, WellKnown.changePassword)
    add(.get, PublicRoute.feeds.path + "/{name}", gate: .secret, FeedFile.send)
    add(.get, PublicRoute.sharedPages.path + "/{secret}", gate: .secret, SharedListPage.show)
    add(.post, PublicRoute.sharedPages.path + "/{secret}", gate: .secret, SharedListPage.tick)
    add(.get, PublicRoute.answers.path + "/{token}/{act}", gate: .secret, AnswerPage.show)
    add(.post, PublicRoute.answers.path + "/{token}/{act}", gate: .secret, AnswerPage.answer)
    add(.get, PublicRoute.confirmations.path + "/{secret}", gate: .secret, ConfirmationPage.show)
    add(.post, PublicRoute.confirmations.path + "/{secret}", gate: .secret, ConfirmationPage.confirm)
    for pattern in ["", "/**"] { add(.options, PublicRoute.dav.path + pattern, Dav.options) }
    for method in Dav.methods {
      for pattern in ["", "/**"] {
        add(method, PublicRoute.dav.path + pattern, gate: .appPassword) {
          await AppPasswordGate.response(to: $0, Dav.response)
        }
      }
      let isDiscovery = method == .get || method.rawValue == "PROPFIND"
      if isDiscovery { add(method, PublicRoute.wellKnownCalDAV.path, Dav.wellKnown) }
      if isDiscovery, method != .get {
        add(method, "/", gate: .appPassword) { await AppPasswordGate.response(to: $0, Dav.discovery) }
      }
    }
    if app.settings.securityContact != nil { add(.get, PublicRoute.securityText.path, WellKnown.securityText) }
    add(.get, PublicRoute.manifest.path, WebManifest.show)
    add(.get, PublicRoute.clearImage.path) { try $0.file(named: $0.app.assets.clearImage) }
    add(.get, "/assets/{name}") { try $0.file(named: $0.parameter("name")) }
  }

  private mutating func add(
    _ method: HTTPRequest.Method, _ pattern: String, gate: Route.Gate = .none,
    _ response: @escaping @Sendable (AnonymousRequest) async throws -> Response
  ) {
    routes.append(Route(method: method, pattern: pattern, gate: gate, response: response))
  }

  func install(in router: Router<AppContext>) {
    for route in routes {
      router.on(RouterPath(route.pattern), method: route.method) { [app] request, context in
        try await AnonymousRequest(app: app, http: request, context: context).reporting(route.response)
      }
    }
    @Sendable func reporting(
      _ request: Request, _ context: AppContext, _ answer: @Sendable (AnonymousRequest) async throws -> Response
    ) async throws -> Response {
      try await AnonymousRequest(app: app, http: request, context: context).reporting(answer)
    }
    router.addSteps(of: SignInFlow(), for: app.pages) { step, request, context in
      guard let step else { throw RequestProblem.unknownAddress }
      return try await reporting(request, context) { try await $0.page(at: step) }
    } form: { step, request, context in
      guard case .form(let form) = step else { throw RequestProblem.unknownAddress }
      return try await reporting(request, context) { try await $0.answer(to: form) }
    }
    router.addSteps(of: app.flow, for: app.pages) { step, request, context in
      try await reporting(request, context) { request in
        // Access is settled before the address is known to be missing.
        try await request.signedIn {
          guard let step else { throw RequestProblem(Failure(.notFound)) }
          return try await $0.page(at: step)
        }
      }
    } form: { step, request, context in
      try await reporting(request, context) { try await $0.answer(to: step?.form) }
    }
    if app.settings.showsGallery {
      router.addSteps(of: app.gallery, for: app.pages) { step, request, context in
        guard let step else { throw RequestProblem.unknownAddress }
        return try await reporting(request, context) { await $0.page(at: step) }
      }
    }
  }
}

/// Responses to the requests of ``TaskFlow``'s steps. Access is decided first.
extension AnonymousRequest {
  /// An answer, or the page of the failure that it throws.
  fileprivate func reporting(
    _ answer: @Sendable (AnonymousRequest) async throws -> Response
  ) async throws -> Response {
    do {
      return try await answer(self)
    } catch let failure as Failure {
      return await problem(failure)
    }
  }

  /// The answer to a signed-in client. A signed-out one gets the gate in its place.
  fileprivate func signedIn(
    _ handler: @Sendable (SignedInRequest) async throws -> Response
  ) async throws -> Response {
    switch try await access() {
    case .signedOut(let why):
      try requireRate()
      return await GatePage.response(to: signIn, why, next: http.uri.string)
    case .granted(let reader):
      let signedIn = SignedInRequest(anonymous: self, reader: reader)
      do {
        try signedIn.requireRate()
        if signedIn.refusesPrefetch { return .refusedPrefetch }
        let prefetching = Prefetching(rules: app.assets.addresses.rules)
        return prefetching.added(to: try await handler(signedIn), for: http)
      } catch let failure as Failure {
        return await signedIn.problem(failure)
      } catch let problem as RequestProblem {
        return await signedIn.problem(problem)
      }
    }
  }

  /// The answer to a form. If it is rejected, or the client is signed out, typed text is saved or shown again.
  fileprivate func answer(to sent: TaskForm?) async throws -> Response {
    let limit = sent?.limit ?? FormBody.limit
    let access: Access<Reader, SignedOut>
    do {
      access = try await self.access()
    } catch {
      // The session can't be read now. A client that sends a token may have typed text, so its form is read in full.
      let limit = token == nil ? min(limit, FormBody.signedOutLimit) : limit
      return await unsent(limit, isKnown: token != nil) { await problem(error, form: $0) }
    }
    switch access {
    case .signedOut(let why):
      return await unsent(
        why.isKnown ? limit : min(limit, FormBody.signedOutLimit), isKnown: why.isKnown
      ) { form in
        let pressed = form?.pressedStep(below: app.basePath)?.shown
        let next = (pressed ?? sent?.step).map { TaskFlow.addresses.address(of: $0).text }
        do throws(Failure) {
          try requireRate()
          return await GatePage.response(to: signIn, why, next: next, unsent: form)
        } catch {
          return await problem(error, form: form)
        }
      }
    case .granted(let reader):
      return try await response(to: sent, from: SignedInRequest(anonymous: self, reader: reader))
    }
  }

  private func response(to sent: TaskForm?, from signedIn: SignedInRequest) async throws -> Response {
    do {
      let form = try await body(of: sent)
      do {
        return try await accept(form, as: sent, from: signedIn)
      } catch let failure as Failure {
        return await signedIn.refuse(failure, form, of: sent)
      }
    } catch let problem as RequestProblem {
      return await signedIn.problem(problem)
    }
  }

  private func accept(_ form: FormBody, as sent: TaskForm?, from signedIn: SignedInRequest) async throws -> Response {
    let (app, account) = (signedIn.app, signedIn.reader.account)
    try signedIn.requireRate(cost: RequestSender.form)
    if let address = form[FormField.restore] { try await UnsavedForm.restore(by: address, signedIn) }
    let response: Response
    do {
      response = try await (sent ?? missing()).response(to: form, from: signedIn)
    } catch let rejected as RejectedForm {
      response = rejected.response
    }
    if response.status == .seeOther, let draft = form[FormField.kept].flatMap({ SavedDraftID($0) }) {
      await app.drafts.forget(draft, of: account, logger: signedIn.context.logger)
    }
    return response.discardingPrefetches()
  }

  private func body(of sent: TaskForm?) async throws -> FormBody {
    guard let sent else { return try await FormBody(http) }
    return try await sent.body(of: http)
  }

  private func missing() throws(RequestProblem) -> TaskForm { throw RequestProblem(Failure(.notFound)) }

  /// Responds to a form of a client that is not signed in. If the form can't be read, the response ignores it: access is the first
  /// thing to report.
  private func unsent(
    _ limit: Int, isKnown: Bool, _ answer: (FormBody?) async -> Response
  ) async -> Response {
    do {
      if isKnown, let form = try await pasted() {
        var response = await answer(form)
        response.headers[.connection] = "close"
        return response
      }
      return await answer(try await FormBody(http, limit: limit))
    } catch {
      var response = await answer(nil)
      // The rest of a form that is too large is not read.
      if let problem = error as? RequestProblem { response.headers[.connection] = problem.headers[.connection] }
      if UploadForm.isSent(by: http) { response.headers[.connection] = "close" }
      return response
    }
  }

  /// The pasted text of a form that could also have a file, which is not read; nil for another form.
  private func pasted() async throws -> FormBody? {
    guard UploadForm.isSent(by: http), case .importing(.upload)? = TaskForm(http.uri.path) else { return nil }
    let folder = app.imports.uploads.folder
    return try await UploadForm(http, files: [], in: folder, limits: MultipartLimits(file: 0)) {
      $0 == FormField.text
    }.fields
  }
}

extension AnonymousRequest {
  fileprivate func file(named name: String) throws(RequestProblem) -> Response {
    guard let file = app.assets.files.response(for: name, to: http) else { throw .unknownAddress }
    return file
  }
}

extension SignedInRequest {
  /// Prefetching: a browser may request the page of a link while the pointer button is still pressed on it.
  ///
  /// Hovering must not prefetch, since the pointer may rest on a link for minutes. The eagerness `conservative` prefetches on the press,
  /// some 100 ms before the click. The selector `:hover` discards the page of a link that was pressed but not followed when the pointer
  /// leaves it, because the link no longer matches the rules. (`:active` would be stricter, but cancels the prefetch when the button is
  /// released.) One case remains: a link that was pressed with the middle button, and is followed later without moving the pointer.
  /// Responses to forms discard prefetched pages, and so does signing out.
  ///
  /// Refused are pages that are kept up to date, pages that report a recent change, and rehearsals; a page that has to fetch its source is
  /// answered without that.
  fileprivate var refusesPrefetch: Bool {
    isPrefetch && (has("did") || step.isLive || (app.settings.rehearses && has("rehearse")))
  }
}
