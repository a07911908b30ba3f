import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// Every route there is: what is not in this list does not exist. Tests go by it as well.
struct RouteTable {
  typealias Handler = @Sendable (Visit) async throws -> Response
  typealias FormHandler = @Sendable (Visit, FormBody) async throws -> Response
  typealias OpenHandler = @Sendable (Arrival) async throws -> Response
  /// The page that a form belongs to.
  typealias PageOfForm = @Sendable (any Inquiry) throws -> Site

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
      /// Whoever has signed in; others see the gate in its place.
      case page(Handler)
      /// The same, for a form; where it cannot be taken, what was typed is kept or shown again.
      case form(limit: Int, of: PageOfForm?, FormHandler)
    }
  }

  private(set) var routes: [Route] = []
  private let app: TaskApp

  init(of app: TaskApp) {
    self.app = app
    addOpenRoutes()
    addLists()
    addTasks()
    addRemoteLists()
    addAccounts()
    if app.settings.rehearses {
      add(.get, "/gallery", .open(GalleryPage.show))
      add(.get, "/gallery/{screen}/**", .open(GalleryPage.showOne))
    }
  }

  private mutating func addOpenRoutes() {
    add(.get, "/", .open { _ in .seeOther(Site.lists.path) })
    add(.get, "/health", .open(Health.show))
    add(.get, Site.wellKnownChangePassword.path, .open(WellKnown.changePassword))
    if app.settings.securityContact != nil {
      add(.get, Site.securityText.path, .open(WellKnown.securityText))
    }
    add(
      .get, "/assets/{name}",
      .open { arrival in
        let coding = ContentCoding(acceptedIn: arrival.request.headers)
        guard let asset = arrival.app.assets.response(for: try arrival.parameter("name"), in: coding) else {
          throw RequestProblem.unknownAddress
        }
        return asset
      })
    add(.get, "/set-up", .open(SetUpPage.show))
    add(.post, "/set-up", .open(SetUpPage.setUp))
    add(.get, "/sign-in", .open { _ in .seeOther(Site.lists.path) })
    add(.post, "/sign-in", .open(SignInPage.signIn))
    add(.get, "/sign-up", .open(SignUpPage.show))
    add(.post, "/sign-up", .open(SignUpPage.signUp))
    add(.get, "/sign-out", .open { _ in .seeOther(Site.lists.path) })
    add(.post, "/sign-out", .open(SignInPage.signOut))
  }

  private mutating func addLists() {
    let list: PageOfForm = { .list(try $0.id()) }
    get("/lists", Overview.show)
    form("/lists", Overview.create)
    get("/lists/{id}", ListPage.show)
    form("/lists/{id}", ListPage.rename)
    form("/lists/{id}/tasks", of: list, limit: FormBody.textLimit, ListPage.add)
    form("/lists/{id}/move", of: { _ in .lists }, Overview.move)
    form("/lists/{id}/delete", of: list, ListPage.delete)
    form("/lists/{id}/restore", of: list, ListPage.restore)
    form("/lists/{id}/clear-completed", of: list, ListPage.clearCompleted)
    get("/lists/{id}/history", HistoryPage.show)
    get("/search", SearchPage.show)
    get("/trash", TrashPage.show)
    form("/trash/empty", of: { _ in .trash }, TrashPage.empty)
    form("/changes/{id}/undo", of: { _ in .lists }, UndoForm.undo)
  }

  private mutating func addTasks() {
    let task: PageOfForm = { .task(try $0.id()) }
    get("/tasks/{id}", TaskPage.show)
    form("/tasks/{id}", limit: FormBody.textLimit, TaskPage.edit)
    form("/tasks/{id}/complete", of: task, TaskPage.complete)
    form("/tasks/{id}/reopen", of: task, TaskPage.reopen)
    form("/tasks/{id}/move", of: task, TaskPage.move)
    form("/tasks/{id}/delete", of: task, TaskPage.delete)
    form("/tasks/{id}/restore", of: task, TaskPage.restore)
  }

  private mutating func addRemoteLists() {
    let list: PageOfForm = { .list(try $0.id()) }
    get("/remote/new", FollowPage.new)
    form("/remote", of: { _ in .remoteNew }, FollowPage.begin)
    get("/remote/{id}", FollowPage.preview)
    form("/remote/{id}/refresh", of: { .source(try $0.id()) }, FollowPage.tryAgain)
    get("/remote/{id}/address", FollowPage.changeAddress)
    form("/remote/{id}/address", FollowPage.takeAddress)
    get("/remote/{id}/lists", CollectionsPage.show)
    form("/remote/{id}/lists", CollectionsPage.choose)
    get("/remote/{id}/name", FollowPage.name)
    form("/remote/{id}/name", FollowPage.takeName)
    form("/lists/{id}/refresh", of: list, RemoteForms.refresh)
    form("/lists/{id}/copy", of: list, limit: FormBody.textLimit, RemoteForms.copy)
  }

  private mutating func addAccounts() {
    let settings: PageOfForm = { _ in .settings }
    get("/settings", SettingsPage.show)
    form("/settings", SettingsPage.change)
    form("/settings/password", of: settings, SettingsPage.changePassword)
    form("/settings/sessions/revoke", of: settings, SettingsPage.revokeOthers)
    form("/settings/sessions/{id}/revoke", of: settings, SettingsPage.revoke)
    form("/settings/export", of: settings, ExportFile.send)
    get("/settings/activity", ActivityPage.show)
    form("/settings/remove", of: settings, SettingsPage.remove)
    get("/kept/{id}", KeptPage.show)
    form("/kept/{id}/discard", of: { _ in .lists }, KeptPage.discard)
  }

  private mutating func add(_ method: HTTPRequest.Method, _ pattern: String, _ answer: Route.Answer) {
    routes.append(Route(method: method, pattern: pattern, answer: answer))
  }

  private mutating func get(_ pattern: String, _ handler: @escaping Handler) {
    add(.get, pattern, .page(handler))
  }

  /// A form's address. A GET to it stands in the address bar after a 409 or 422, and leads to the form's page.
  private mutating func form(
    _ pattern: String, of page: PageOfForm? = nil, limit: Int = FormBody.limit, _ handler: @escaping FormHandler
  ) {
    add(.post, pattern, .form(limit: limit, of: page, handler))
    if let page { get(pattern) { visit in .seeOther(try page(visit).path) } }
  }

  /// The address of a button that sends no fields.
  private mutating func form(_ pattern: String, of page: @escaping PageOfForm, _ handler: @escaping Handler) {
    form(pattern, of: page) { visit, _ in try await handler(visit) }
  }

  /// Puts all routes into a router. A method that an address does not take is answered with 405 and those that it takes.
  func install(in router: Router<AppContext>) {
    for route in routes {
      router.on(RouterPath(route.pattern), method: route.method) { [app, routes] request, context in
        try await route.response(to: Arrival(app: app, request: request, context: context), among: routes)
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
