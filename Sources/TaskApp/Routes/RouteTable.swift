import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// Every route there is: what is not in this list does not exist. Tests go by it as well.
struct RouteTable {
  typealias Handler = @Sendable (Visit) async throws -> Response
  typealias FormHandler = @Sendable (Visit, FormBody) async throws -> Response

  /// One route.
  struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path, ids left open: `/lists/{id}/tasks`.
    let pattern: String
    let handler: Handler
  }

  let routes: [Route]

  init(of app: TaskApp) {
    var routes: [Route] = []
    func get(_ pattern: String, _ handler: @escaping Handler) {
      routes.append(Route(method: .get, pattern: pattern, handler: handler))
    }
    /// A form's address. A GET to it stands in the address bar after a 409 or 422, and leads to the form's page.
    func post(_ pattern: String, of page: (@Sendable (Visit) throws -> Site)? = nil, _ handler: @escaping Handler) {
      routes.append(Route(method: .post, pattern: pattern, handler: handler))
      if let page { get(pattern) { visit in .seeOther(try page(visit).path) } }
    }
    /// The address of a form with fields. Where it cannot be taken, the answer still has what was typed.
    func post(
      _ pattern: String, of page: (@Sendable (Visit) throws -> Site)? = nil, _ handler: @escaping FormHandler
    ) {
      post(pattern, of: page) { visit in
        let form = try await FormBody(visit.request)
        do {
          return try await handler(visit, form)
        } catch let failure as Failure {
          return await visit.problem(failure, form: form)
        }
      }
    }
    let list: @Sendable (Visit) throws -> Site = { .list(try $0.id()) }
    let task: @Sendable (Visit) throws -> Site = { .task(try $0.id()) }

    get("/") { _ in .seeOther(Site.lists.path) }
    get("/lists", Overview.show)
    post("/lists", Overview.create)
    get("/lists/{id}", ListPage.show)
    post("/lists/{id}", ListPage.rename)
    post("/lists/{id}/tasks", of: list, ListPage.add)
    post("/lists/{id}/move", of: { _ in .lists }, Overview.move)
    post("/lists/{id}/delete", of: list, ListPage.delete)
    post("/lists/{id}/restore", of: list, ListPage.restore)
    post("/lists/{id}/clear-completed", of: list, ListPage.clearCompleted)
    get("/lists/{id}/history", HistoryPage.show)
    get("/tasks/{id}", TaskPage.show)
    post("/tasks/{id}", TaskPage.edit)
    post("/tasks/{id}/complete", of: task, TaskPage.complete)
    post("/tasks/{id}/reopen", of: task, TaskPage.reopen)
    post("/tasks/{id}/move", of: task, TaskPage.move)
    post("/tasks/{id}/delete", of: task, TaskPage.delete)
    post("/tasks/{id}/restore", of: task, TaskPage.restore)
    post("/changes/{id}/undo", of: { _ in .lists }, UndoForm.undo)
    get("/trash", TrashPage.show)
    get("/health", Health.show)
    get("/assets/{name}") { visit in
      guard let asset = visit.app.assets.response(for: try visit.parameter("name")) else {
        throw RequestProblem.unknownAddress
      }
      return asset
    }
    if app.settings.rehearses {
      get("/gallery", GalleryPage.show)
      get("/gallery/{screen}/**", GalleryPage.showOne)
    }
    self.routes = routes
    self.app = app
  }

  private let app: TaskApp

  /// Puts all routes into a router. A method that an address does not take is answered with 405 and those that it takes.
  func install(in router: Router<AppContext>) {
    for route in routes {
      router.on(RouterPath(route.pattern), method: route.method) { [app] request, context in
        let visit = Visit(app: app, request: request, context: context)
        do {
          return try await route.handler(visit)
        } catch let failure as Failure {
          return await visit.problem(failure)
        }
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
