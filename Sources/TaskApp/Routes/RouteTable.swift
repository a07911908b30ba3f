import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// All routes of the app. The router and the tests are made from this table.
struct RouteTable {
  typealias OpenHandler = @Sendable (AnonymousRequest) async throws -> Response

  /// One route.
  struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path, with open segments in braces: `/lists/{id}/tasks`.
    let pattern: String
    let answer: Answer

    /// The access that a route requires, and its response.
    enum Answer: Sendable {
      /// No session is required.
      case open(OpenHandler)
      /// The page of the flow's step. A signed-out client gets the gate in its place.
      case page
      /// A redirect to the page with the form of that address. A signed-out client gets the gate.
      case pageOfForm
      /// A form of the flow. If it is rejected, or the client is signed out, typed text is saved or shown again.
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
    add(.get, PublicRoute.health.path, .open(Health.show))
    add(.get, PublicRoute.wellKnownChangePassword.path, .open(WellKnown.changePassword))
    add(.get, PublicRoute.feeds.path + "/{name}", .open(FeedFile.send))
    if app.settings.securityContact != nil {
      add(.get, PublicRoute.securityText.path, .open(WellKnown.securityText))
    }
    add(
      .get, "/assets/{name}",
      .open { request in
        let files = request.app.assets.files
        guard let file = files.response(for: try request.parameter("name"), to: request.http) else {
          throw RequestProblem.unknownAddress
        }
        return file
      })
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

  /// Adds all routes to a router.
  func install(in router: Router<AppContext>) {
    for route in routes {
      router.on(RouterPath(route.pattern), method: route.method) { [app] request, context in
        try await route.response(to: AnonymousRequest(app: app, http: request, context: context))
      }
    }
    router.refuseOtherMethods()
  }
}
