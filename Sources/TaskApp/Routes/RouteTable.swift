import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// Every route there is: what is not in this list does not exist. Tests go by it as well.
struct RouteTable {
  typealias OpenHandler = @Sendable (AnonymousRequest) async throws -> Response

  /// One route.
  struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path, ids left open: `/lists/{id}/tasks`.
    let pattern: String
    let answer: Answer

    /// Who gets an answer, and which.
    enum Answer: Sendable {
      /// Everybody.
      case open(OpenHandler)
      /// Whoever has signed in, with the page of the flow's step; others see the gate in its place.
      case page
      /// The same, with the page on which the form stands that is sent there.
      case pageOfForm
      /// The same, for a form of the flow; where it cannot be taken, what was typed is kept or shown again.
      case form
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
    add(.get, "/", .open { $0.firstPage() })
    add(.get, PublicRoute.health.path, .open(Health.show))
    add(.get, PublicRoute.wellKnownChangePassword.path, .open(WellKnown.changePassword))
    if app.settings.securityContact != nil {
      add(.get, PublicRoute.securityText.path, .open(WellKnown.securityText))
    }
    add(
      .get, "/assets/{name}",
      .open { request in
        let coding = ContentCoding(acceptedIn: request.http.headers)
        guard let asset = request.app.assets.response(for: try request.parameter("name"), in: coding) else {
          throw RequestProblem.unknownAddress
        }
        return asset
      })
  }

  /// The pages and forms that need no session.
  private mutating func addSignInFlow() {
    let pages = SignInFlow.addresses.patterns
    for pattern in pages { add(.get, pattern, .open { try await $0.signInPage() }) }
    for pattern in SignInFlow.forms.patterns {
      add(.post, pattern, .open { try await $0.signInForm() })
      if !pages.contains(pattern) { add(.get, pattern, .open { try await $0.pageOfSignInForm() }) }
    }
    guard app.settings.rehearses else { return }
    for pattern in GalleryFlow.addresses.patterns { add(.get, pattern, .open { try await $0.galleryPage() }) }
  }

  /// The pages and the forms of whoever has signed in: what lies where, the flow says.
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

  /// Puts all routes into a router. A method that an address does not take is answered with 405 and those that it takes.
  func install(in router: Router<AppContext>) {
    for route in routes {
      router.on(RouterPath(route.pattern), method: route.method) { [app] request, context in
        try await route.response(to: AnonymousRequest(app: app, http: request, context: context))
      }
    }
    for (pattern, routes) in Dictionary(grouping: routes, by: \.pattern) {
      let taken = routes.map(\.method) + (routes.contains { $0.method == .get } ? [.head] : [])
      for method in Self.methods where !taken.contains(method) {
        router.on(RouterPath(pattern), method: method) { _, _ -> Response in
          throw RequestProblem.wrongMethod(allowed: taken)
        }
      }
    }
  }

  private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete, .options]
}
