import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import Tasks

/// All routes of the app. The router and the tests are made from this table.
struct RouteTable {
  typealias OpenHandler = @Sendable (AnonymousRequest) async throws -> Response

  struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path, with open segments in braces: `/lists/{id}/tasks`.
    let pattern: String
    let answer: Answer

    enum Gate: Hashable, Sendable {
      case none
      case session
      /// An app password; see ``AppPasswordGate``. No cookie is read.
      case appPassword
      /// The secret in its address.
      case secret
    }

    enum Answer: Sendable {
      case open(OpenHandler)
      case secret(OpenHandler)
      case appPassword(AppPasswordGate.Handler)
      /// The page of the flow's step. A signed-out client gets the gate in its place.
      case page
      /// A redirect to the page with the form of that address. A signed-out client gets the gate.
      case pageOfForm
      /// A form of the flow. If it is rejected, or the client is signed out, typed text is saved or shown again.
      case form
    }

    var gate: Gate {
      switch answer {
      case .open: .none
      case .secret: .secret
      case .appPassword: .appPassword
      case .page, .pageOfForm, .form: .session
      }
    }
  }

  private(set) var routes: [Route] = []
  private let app: TaskApp

  init(of app: TaskApp) {
    self.app = app
    addOpenRoutes()
    addSignInFlow()
    addFlow()
  }

  private mutating func addOpenRoutes() {
    add(.get, PublicRoute.health.path, .open(Health.show))
    add(.get, PublicRoute.wellKnownChangePassword.path, .open(WellKnown.changePassword))
    add(.get, PublicRoute.feeds.path + "/{name}", .secret(FeedFile.send))
    for pattern in ["", "/**"] { add(.options, PublicRoute.dav.path + pattern, .open(Dav.options)) }
    for method in Dav.methods {
      for pattern in ["", "/**"] { add(method, PublicRoute.dav.path + pattern, .appPassword(Dav.response)) }
      let isDiscovery = method == .get || method.rawValue == "PROPFIND"
      if isDiscovery { add(method, PublicRoute.wellKnownCalDAV.path, .open(Dav.wellKnown)) }
      if isDiscovery, method != .get { add(method, "/", .appPassword(Dav.discovery)) }
    }
    if app.settings.securityContact != nil { add(.get, PublicRoute.securityText.path, .open(WellKnown.securityText)) }
    add(.get, PublicRoute.manifest.path, .open(WebManifest.show))
    add(.get, PublicRoute.clearImage.path, .open { try $0.file(named: $0.app.assets.clearImage) })
    add(.get, "/assets/{name}", .open { try $0.file(named: $0.parameter("name")) })
  }

  /// The pages and forms of the sign-in flow, and of the gallery.
  private mutating func addSignInFlow() {
    let pages = SignInFlow.addresses.patterns
    for pattern in pages { add(.get, pattern, .open { try await $0.signInPage() }) }
    for pattern in SignInFlow.forms.patterns {
      add(.post, pattern, .open { try await $0.signInForm() })
      if !pages.contains(pattern) { add(.get, pattern, .open { try await $0.pageOfSignInForm() }) }
    }
    guard app.settings.showsGallery else { return }
    for pattern in Gallery.addresses.patterns { add(.get, pattern, .open { try await $0.galleryPage() }) }
  }

  /// The pages and forms of the app's flow.
  private mutating func addFlow() {
    let pages = TaskFlow.addresses.patterns
    for pattern in pages { add(.get, pattern, .page) }
    for pattern in TaskFlow.forms.patterns {
      add(.post, pattern, .form)
      if !pages.contains(pattern) { add(.get, pattern, .pageOfForm) }
    }
  }

  private mutating func add(_ method: HTTPRequest.Method, _ pattern: String, _ answer: Route.Answer) {
    routes.append(Route(method: method, pattern: pattern, answer: answer))
  }

  func install(in router: Router<AppContext>) {
    for route in routes {
      router.on(RouterPath(route.pattern), method: route.method) { [app] request, context in
        try await route.response(to: AnonymousRequest(app: app, http: request, context: context))
      }
    }
    router.refuseOtherMethods()
  }
}

extension RouteTable.Route {
  /// The response. Access is decided first.
  func response(to request: AnonymousRequest) async throws -> Response {
    do {
      switch answer {
      case .open(let handler), .secret(let handler): return try await handler(request)
      case .appPassword(let handler): return await AppPasswordGate.response(to: request, handler)
      case .page: return try await get(request) { signedIn in try await signedIn.stepPage() }
      case .pageOfForm: return try await get(request) { signedIn in try signedIn.pageOfForm() }
      case .form: return try await form(request)
      }
    } catch let failure as Failure {
      return await request.problem(failure)
    }
  }

  private func get(
    _ request: AnonymousRequest, _ handler: @Sendable (SignedInRequest) async throws -> Response
  ) async throws -> Response {
    switch try await request.access() {
    case .signedOut(let why):
      try request.requireRate()
      return await GatePage.response(to: request.signIn, why, next: request.http.uri.string)
    case .granted(let reader):
      let signedIn = SignedInRequest(anonymous: request, reader: reader)
      do {
        try signedIn.requireRate()
        return try await signedIn.prefetching { try await handler(signedIn) }
      } catch let failure as Failure {
        return await signedIn.problem(failure)
      } catch let problem as RequestProblem {
        return await signedIn.problem(problem)
      }
    }
  }

  private func form(_ request: AnonymousRequest) async throws -> Response {
    let sent = TaskFlow.forms.step(at: request.http.uri.path)
    let limit = sent?.limit ?? FormBody.limit
    let access: Access<Reader, SignedOut>
    do {
      access = try await request.access()
    } catch {
      // The session can't be read now. A client that sends a token may have typed text, so its form is read in full.
      let limit = request.token == nil ? min(limit, FormBody.signedOutLimit) : limit
      return await unsent(limit, request, isKnown: request.token != nil) { await request.problem(error, form: $0) }
    }
    switch access {
    case .signedOut(let why):
      let next = sent.map { TaskFlow.addresses.address(of: $0.step).text }
      return await unsent(
        why.isKnown ? limit : min(limit, FormBody.signedOutLimit), request, isKnown: why.isKnown
      ) { form in
        do throws(Failure) {
          try request.requireRate()
          return await GatePage.response(to: request.signIn, why, next: next, unsent: form)
        } catch {
          return await request.problem(error, form: form)
        }
      }
    case .granted(let reader):
      let signedIn = SignedInRequest(anonymous: request, reader: reader)
      return try await response(to: sent, from: signedIn)
    }
  }

  private func response(to sent: TaskForm?, from signedIn: SignedInRequest) async throws -> Response {
    do {
      let form = try await body(of: sent, signedIn.anonymous)
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
    try await signedIn.restore(form)
    let response: Response
    do {
      response = try await (sent ?? missing()).response(to: form, from: signedIn)
    } catch let rejected as RejectedForm {
      response = rejected.response
    }
    await app.drafts.forget(form, accepted: response, of: account, logger: signedIn.context.logger)
    return response.discardingPrefetches()
  }

  private func body(of sent: TaskForm?, _ request: AnonymousRequest) async throws -> FormBody {
    guard let sent else { return try await FormBody(request.http) }
    return try await sent.body(of: request.http)
  }

  private func missing() throws(RequestProblem) -> TaskForm { throw RequestProblem(Failure(.notFound)) }

  /// Responds to a form of a client that is not signed in. If the form can't be read, the response ignores it: access is the first
  /// thing to report.
  private func unsent(
    _ limit: Int, _ request: AnonymousRequest, isKnown: Bool, _ answer: (FormBody?) async -> Response
  ) async -> Response {
    do {
      if isKnown, let form = try await pasted(request) {
        var response = await answer(form)
        response.headers[.connection] = "close"
        return response
      }
      return await answer(try await FormBody(request.http, limit: limit))
    } catch {
      var response = await answer(nil)
      // The rest of a form that is too large is not read.
      if let problem = error as? RequestProblem { response.headers[.connection] = problem.headers[.connection] }
      if UploadForm.isSent(by: request.http) { response.headers[.connection] = "close" }
      return response
    }
  }

  /// The pasted text of a form that could also have a file, which is not read; nil for another form.
  private func pasted(_ request: AnonymousRequest) async throws -> FormBody? {
    guard UploadForm.isSent(by: request.http),
      case .importing(.upload)? = TaskFlow.forms.step(at: request.http.uri.path)
    else { return nil }
    let folder = request.app.imports.uploads.folder
    return try await UploadForm(request.http, files: [], in: folder, limits: MultipartLimits(file: 0)) {
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
