import HTTPTypes
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Every route, with every method, for every account: the response to each, and that no request affects another account.
final class IsolationRouteTests: RichTests {
  private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

  /// The response for the account that owns the addressed row, and for another account with the same address and a valid form.
  private static let stated: [String: (own: Int, other: Int)] = [
    // For every request.
    "GET /health": (200, 200), "GET /.well-known/change-password": (303, 303),
    "GET /assets/{name}": (404, 404), "GET /0": (200, 200), "GET /feeds/{name}": (404, 404),
    "GET /.well-known/caldav": (301, 301), "PROPFIND /.well-known/caldav": (301, 301),
    "GET /gallery": (200, 200), "GET /gallery/{screen}": (200, 200), "GET /gallery/{screen}/**": (200, 200),
    "GET /set-up": (303, 303), "POST /set-up": (409, 409), "GET /sign-in": (303, 303), "POST /sign-in": (303, 303),
    "GET /sign-up": (403, 403), "POST /sign-up": (403, 403), "GET /sign-out": (303, 303), "POST /sign-out": (303, 303),
    "GET /lists/{id}/task": (200, 404),
    // For every signed-in request, each with the account's own data.
    "GET /": (303, 303), "GET /today": (200, 200), "POST /today": (303, 303),
    "GET /add": (200, 200), "POST /add": (303, 303), "GET /manifest.webmanifest": (200, 200),
    "GET /today/change": (303, 303), "POST /today/change": (303, 404),
    "GET /lists": (200, 200), "POST /lists": (303, 303), "GET /lists/sample": (303, 303),
    "POST /lists/sample": (303, 303), "GET /trash": (200, 200),
    "GET /search": (200, 200), "POST /search": (303, 303),
    // Nothing of the other account's own matches.
    "GET /search/change": (303, 303), "POST /search/change": (303, 409), "GET /review": (200, 200),
    "GET /upcoming": (200, 200),
    "GET /tags": (200, 200), "GET /tags/{id}": (200, 404), "POST /tags/{id}": (303, 404),
    "GET /tags/{id}/remove": (303, 303), "POST /tags/{id}/remove": (303, 404),
    "GET /trash/empty": (303, 303),
    "POST /trash/empty": (303, 303),
    "GET /settings": (200, 200), "POST /settings": (303, 303), "GET /settings/export": (303, 303),
    "POST /settings/export": (200, 200),
    "GET /settings/activity": (200, 200),
    "GET /settings/password": (303, 303), "POST /settings/password": (303, 303),
    "GET /settings/remove": (303, 303), "POST /settings/remove": (303, 303),
    "GET /settings/sessions/revoke": (303, 303), "POST /settings/sessions/revoke": (303, 303),
    "GET /remote/new": (200, 200), "GET /remote": (303, 303), "POST /remote": (303, 303),
    "GET /settings/feeds": (200, 200), "POST /settings/feeds": (303, 303),
    "GET /settings/app-passwords": (303, 303), "POST /settings/app-passwords": (303, 303),
    // There is nothing to search for.
    "GET /search/export": (303, 303),
    // The other account is no operator.
    "GET /operator": (200, 404),
    // For the owner only. The address of a form redirects to its page, which then has the right status.
    "GET /lists/{id}": (200, 404), "POST /lists/{id}": (303, 404), "GET /lists/{id}/history": (200, 404),
    "GET /lists/{id}/tasks": (303, 303), "POST /lists/{id}/tasks": (303, 404),
    "GET /lists/{id}/tasks/change": (303, 303), "POST /lists/{id}/tasks/change": (303, 404),
    "GET /lists/{id}/sections": (303, 303), "POST /lists/{id}/sections": (303, 404),
    "GET /sections/{id}": (303, 303), "POST /sections/{id}": (303, 404),
    "GET /sections/{id}/pick": (303, 303), "POST /sections/{id}/pick": (303, 404),
    "GET /sections/{id}/move": (303, 303), "POST /sections/{id}/move": (303, 404),
    "GET /sections/{id}/fold": (303, 303), "POST /sections/{id}/fold": (303, 404),
    "GET /sections/{id}/delete": (303, 303), "POST /sections/{id}/delete": (303, 404),
    "GET /lists/{id}/move": (303, 303), "POST /lists/{id}/move": (303, 404),
    "GET /lists/{id}/delete": (303, 303), "POST /lists/{id}/delete": (303, 404),
    "GET /lists/{id}/restore": (303, 303), "POST /lists/{id}/restore": (303, 404),
    "GET /lists/{id}/clear-completed": (303, 303), "POST /lists/{id}/clear-completed": (303, 404),
    "GET /lists/{id}/view": (303, 303), "POST /lists/{id}/view": (303, 404),
    "GET /lists/{id}/export": (200, 404), "GET /lists/{id}/feeds": (200, 404), "POST /lists/{id}/feeds": (303, 404),
    "GET /settings/feeds/{id}/renew": (303, 303), "POST /settings/feeds/{id}/renew": (303, 404),
    "GET /settings/feeds/{id}/end": (303, 303), "POST /settings/feeds/{id}/end": (303, 404),
    "GET /settings/feeds/{id}/resume": (303, 303), "POST /settings/feeds/{id}/resume": (303, 404),
    "GET /settings/app-passwords/{id}/renew": (303, 303), "POST /settings/app-passwords/{id}/renew": (303, 404),
    "GET /settings/app-passwords/{id}/end": (303, 303), "POST /settings/app-passwords/{id}/end": (303, 404),
    "GET /settings/app-passwords/{id}/resume": (303, 303), "POST /settings/app-passwords/{id}/resume": (303, 404),
    "GET /lists/{id}/refresh": (303, 303), "POST /lists/{id}/refresh": (303, 404),
    "GET /lists/{id}/keep": (303, 303), "POST /lists/{id}/keep": (303, 404),
    "GET /lists/{id}/again": (303, 303), "POST /lists/{id}/again": (303, 404),
    "GET /lists/{id}/duplicate": (303, 303), "POST /lists/{id}/duplicate": (303, 404),
    "GET /lists/{id}/copy": (303, 303), "POST /lists/{id}/copy": (303, 404),
    "GET /import": (200, 200), "POST /import": (422, 422), "GET /import/{id}": (200, 404),
    "GET /import/{id}/text": (200, 404), "GET /import/{id}/result": (303, 404), "GET /import/{id}/retry": (303, 303),
    // Files are in memory: the copies of the world, in which forms are sent, have none.
    "GET /import/{id}/choices": (303, 303), "POST /import/{id}/choices": (404, 404), "POST /import/{id}": (404, 404),
    "POST /import/{id}/retry": (404, 404),
    "GET /remote/{id}": (200, 404), "GET /remote/{id}/refresh": (303, 303), "POST /remote/{id}/refresh": (303, 404),
    "GET /remote/{id}/address": (200, 404), "POST /remote/{id}/address": (303, 404),
    "GET /remote/{id}/lists": (200, 404), "POST /remote/{id}/lists": (303, 404),
    "GET /remote/{id}/name": (200, 404), "POST /remote/{id}/name": (303, 404),
    "GET /changes/{id}/undo": (303, 303), "POST /changes/{id}/undo": (303, 404),
    "GET /tasks/{id}": (200, 404), "POST /tasks/{id}": (303, 404),
    "GET /tasks/{id}/complete": (303, 303), "POST /tasks/{id}/complete": (303, 404),
    "GET /tasks/{id}/reopen": (303, 303), "POST /tasks/{id}/reopen": (303, 404),
    "GET /tasks/{id}/move": (303, 303), "POST /tasks/{id}/move": (303, 404),
    "GET /tasks/{id}/due": (303, 303), "POST /tasks/{id}/due": (303, 404),
    "GET /tasks/{id}/skip": (303, 303), "POST /tasks/{id}/skip": (303, 404),
    "GET /tasks/{id}/delete": (303, 303), "POST /tasks/{id}/delete": (303, 404),
    "GET /tasks/{id}/restore": (303, 303), "POST /tasks/{id}/restore": (303, 404),
    "GET /tasks/{id}/steps": (303, 303), "POST /tasks/{id}/steps": (303, 404),
    "GET /tasks/{id}/as-typed": (303, 303), "POST /tasks/{id}/as-typed": (303, 404),
    "GET /tasks/{id}/fold": (303, 303), "POST /tasks/{id}/fold": (303, 404),
    "GET /tasks/{id}/menu": (303, 303), "POST /tasks/{id}/menu": (303, 404),
    "GET /tasks/{id}/pick": (303, 303), "POST /tasks/{id}/pick": (303, 404),
    "GET /lists/{id}/pick": (303, 303), "POST /lists/{id}/pick": (303, 404),
    "GET /settings/sessions/{id}/revoke": (303, 303), "POST /settings/sessions/{id}/revoke": (303, 404),
    "GET /kept/{id}": (200, 404), "GET /kept/{id}/discard": (303, 303), "POST /kept/{id}/discard": (303, 404),
  ]

  @Test func `every route answers its own account, another one and signed-out requests as listed`() async throws {
    let rich = try await RichWorld(.rehearsing)
    let stranger = try await Stranger(in: rich.world)
    let routes = RouteCase.all(of: rich.world)
    #expect(Set(routes.map(\.description)) == Set(Self.stated.keys), "every route is stated, and nothing else")
    // Made once, because an account's sessions are limited.
    var callers: [String?] = []
    for caller in SignedOutCaller.allCases { callers.append(try await caller.cookie(in: rich.world)) }
    for one in routes {
      let stated = try #require(Self.stated[one.description])
      let nobody = one.isGated ? 401 : stated.own
      try await expect(stated.own, one, rich.world, rich)
      try await expect(stated.other, one, rich.world.showing(stranger.cookie), rich)
      for caller in callers { try await expect(nobody, one, rich.world.showing(caller), rich) }
    }
  }

  /// Requests a route in a fresh copy of the world with the route's method, and with HEAD for GET.
  private func expect(_ status: Int, _ one: RouteCase, _ world: World, _ rich: RichWorld) async throws {
    let world = one.route.method == .post ? try world.copy() : world
    let address = one.address(of: Things(rich))
    let form = one.route.method == .post ? try await one.form(for: rich) : nil
    let answer = try await world.send(one.route.method, address, .form, body: form)
    #expect(answer.status.code == status, "\(one), showing \(world.cookie ?? "nothing")")
    guard one.route.method == .get else { return }
    #expect(try await world.send(.head, address).status.code == status, "HEAD \(one)")
  }

  @Test func `an unsupported method is refused for every account alike`() async throws {
    let stranger = try await Stranger(in: rich.world)
    let taken = Dictionary(grouping: RouteCase.all(of: rich.world), by: \.route.pattern)
    for cookie in [rich.world.cookie, stranger.cookie, nil, "__Host-fourfold=garbage"] {
      let world = rich.world.showing(cookie)
      for (pattern, cases) in taken {
        let known = cases.flatMap { $0.route.method == .get ? [.get, .head] : [$0.route.method] }
        for method in Self.methods where !known.contains(method) {
          let answer = try await world.send(method, cases[0].address(of: Things(rich)), .form)
          #expect(answer.status == .methodNotAllowed, "\(method) \(pattern)")
        }
      }
    }
  }

  @Test func `another account's rows are answered like unknown ones, and nothing of them changes`() async throws {
    let stranger = try await Stranger(in: rich.world)
    let (ann, other) = (rich.world, rich.world.showing(stranger.cookie))
    try await sweep(ann, over: Things(stranger), of: stranger.account, words: ["Secret", "Theirs", "Stranger"], rich)
    try await sweep(
      other, over: Things(rich), of: ann.account,
      words: ["House", "Garden", "Attic", "Order tiles", "Ann", "Choir", "folders", "lawn", "screws"], rich)
  }

  /// Requests every route for rows of another account, with every method.
  private func sweep(
    _ asking: World, over things: Things, of owner: AccountID, words: [String], _ rich: RichWorld
  ) async throws {
    let never = "999999"
    // Signing in with the other account's name and password would be that account.
    for one in RouteCase.addresses(of: asking) where one.route.pattern != "/sign-in" {
      for method in Self.methods {
        let world = method == .post ? try asking.copy() : asking
        let before = try await Rows(of: owner, in: world.store)
        let form = method == .post ? try await one.form(for: rich) : nil
        let answer = try await world.send(method, one.address(of: things), .form, body: form)
        let after = try await Rows(of: owner, in: world.store)
        #expect(after.changes(since: before) == "", "\(method) \(one.route.pattern)")
        // Operators see the names of accounts.
        let hidden = one.route.pattern == "/operator" ? words.filter { $0 != "Stranger" } : words
        for word in hidden where one.isGated { #expect(!answer.body.contains(word), "\(method) \(one.route.pattern)") }
        guard one.hasID else { continue }
        let missing = try await world.send(method, one.address(never), .form, body: form)
        #expect(answer.status == missing.status, "\(method) \(one.route.pattern)")
        #expect(
          Self.without(one.id(of: things), answer.body) == Self.without(never, missing.body),
          "\(method) \(one.route.pattern)")
        #expect(Self.without(answer.headers) == Self.without(missing.headers), "\(method) \(one.route.pattern)")
      }
    }
  }

  /// The body without the request id and the id in the address.
  private static func without(_ id: String, _ body: String) -> String {
    body.replacing(/<code>[^<]*<\/code>/, with: "").replacing("/\(id)", with: "/")
  }

  private static func without(_ headers: HTTPFields) -> HTTPFields {
    HTTPFields(headers.filter { $0.name != .contentLength && $0.name != .location })
  }

  @Test func `another account's ids in form fields have no effect`() async throws {
    let stranger = try await Stranger(in: rich.world)
    let world = rich.world
    let before = try await Rows(of: stranger.account, in: world.store)
    let theirs = [
      "&list=\(stranger.list)&was-list=\(rich.house)&kept=\(stranger.kept)&to=\(stranger.list)&next=/lists/\(stranger.list)",
      "&editing=\(stranger.task)",
    ]
    for (one, theirs) in RouteCase.all(of: world).flatMap({ one in theirs.map { (one, $0) } })
    where one.route.method == .post {
      let fresh = try world.copy()
      let form = try await one.form(for: rich).replacing("&to=&", with: "&") + theirs
      let answer = try await fresh.send(.post, one.address(of: Things(rich)), .form, body: form)
      let after = try await Rows(of: stranger.account, in: fresh.store)
      #expect(after.changes(since: before) == "", "\(one)")
      #expect(!answer.body.contains("Secret") && !answer.body.contains("Theirs"), "\(one)")
      #expect(answer.location?.contains("/kept/") != true, "\(one)")
    }
  }
}
