import HTTPTypes
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Every route, with every method, for every account: the response to each, and that no request affects another account.
final class IsolationRouteTests: RichTests {
  private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

  /// The response for the account that owns the addressed row, for another account with the same address and a valid form, and for a
  /// signed-out client if the table has it.
  private static let stated = Dictionary(
    uniqueKeysWithValues: TestRow.all("responses", of: "routes").map {
      ($0[0], (own: Int($0[1]) ?? 0, other: Int($0[2]) ?? 0, nobody: Int($0[3])))
    })

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
      let nobody = stated.nobody ?? (one.isGated ? 401 : stated.own)
      try await expect(stated.own, one, rich.world, rich)
      try await expect(stated.other, one, rich.world.showing(stranger.cookie), rich)
      for caller in callers { try await expect(nobody, one, rich.world.showing(caller), rich) }
    }
  }

  /// Requests a route with its method, and with HEAD for GET. What may change something is sent in a copy of the world.
  private func expect(_ status: Int, _ one: RouteCase, _ world: World, _ rich: RichWorld) async throws {
    let changes = one.route.method == .post && (status < 400 || world.cookie == rich.world.cookie)
    let world = changes ? try world.copy() : world
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
    let stranger = try await Stranger(in: world)
    let (ann, other) = (world, world.showing(stranger.cookie))
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
    // Signing in with the other account's name and password would be that account, and a link is for whoever has it.
    for one in RouteCase.addresses(of: asking)
    where one.route.pattern != "/sign-in" && !["{secret}", "{token}"].contains(where: one.route.pattern.contains) {
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
          Self.without(one.address(of: things), answer.body) == Self.without(one.address(never), missing.body),
          "\(method) \(one.route.pattern)")
        #expect(Self.without(answer.headers) == Self.without(missing.headers), "\(method) \(one.route.pattern)")
      }
    }
  }

  /// The body without the request id and the path of the address.
  private static func without(_ address: String, _ body: String) -> String {
    body.replacing(/<code>[^<]*<\/code>/, with: "").replacing("\"\(address.prefix { $0 != "?" })\"", with: "")
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
      #expect(answer.location?.contains("/drafts/") != true, "\(one)")
    }
  }
}
