import HTTPTypes
import Hummingbird
import Tasks
import Testing

@testable import TaskApp

/// Every route there is, made from the app's own table: a new one is held by these the day it is born.
struct RouteTableTests {
  private struct Case: CustomStringConvertible {
    let route: RouteTable.Route
    var description: String { "\(route.method) \(route.pattern)" }
    var hasID: Bool { route.pattern.contains("{id}") }

    /// The address with an id in its place.
    func address(_ id: String) -> String {
      route.pattern.replacing("{id}", with: id).replacing("{name}", with: "x.css")
        .replacing("{screen}", with: "tasks").replacing("**", with: "content")
    }
  }

  private static func cases(of world: World) -> [Case] {
    RouteTable(of: world.app).routes.map(Case.init)
  }

  /// What a form of every address may be sent with.
  private static let fields = "name=n&title=t&version=1&direction=up&priority=none"

  private func send(_ one: Case, _ id: String, in world: World) async throws -> Answer {
    one.route.method == .post
      ? try await world.send(.post, one.address(id), .form, body: Self.fields)
      : try await world.send(one.route.method, one.address(id))
  }

  @Test func `what is there answers, and its page has its state`() async throws {
    let rich = try await RichWorld()
    for one in Self.cases(of: rich.world) where one.route.method == .get {
      let id = one.route.pattern.hasPrefix("/tasks") ? "\(rich.open)" : "\(rich.house)"
      let answer = try await send(one, id, in: rich.world)
      switch one.route.pattern {
      case "/lists", "/lists/{id}", "/lists/{id}/history", "/tasks/{id}", "/trash":
        #expect(answer.status == .ok, "\(one)")
        let regions = try answer.page.all { $0["data-region"] != nil }
        #expect(!regions.isEmpty)
        for region in regions {
          #expect(["content", "empty"].contains(region["data-state"]), "\(one) \(region.attributes)")
        }
      case "/health": #expect(answer.body == "ok\n")
      case "/assets/{name}": #expect(answer.status == .notFound)
      default:
        // For after a 409 or 422: the form's address stands in the address bar.
        #expect(answer.status == .seeOther, "\(one)")
        #expect(try await rich.world.follow(answer).status == .ok, "\(one)")
      }
    }
  }

  @Test func `a GET of an address that takes forms leads to the form's page`() async throws {
    let rich = try await RichWorld()
    let routes = RouteTable(of: rich.world.app).routes
    for route in routes where route.method == .post {
      let answer = try await rich.world.get(
        Case(route: route).address(route.pattern.hasPrefix("/tasks") ? "\(rich.open)" : "\(rich.house)"))
      #expect([.ok, .seeOther].contains(answer.status), "\(route.pattern): \(answer.status)")
    }
  }

  @Test(arguments: ["999999", "0", "-1", "01", "1.0", "x", "%31", "9223372036854775808", "99999999999999999999", "%00"])
  func `an id that never was is not found, whatever is asked of it`(id: String) async throws {
    let rich = try await RichWorld()
    for one in Self.cases(of: rich.world) where one.hasID {
      let answer = try await send(one, id, in: rich.world)
      if answer.status == .seeOther {
        #expect(one.route.method == .get)
        if answer.location != "/lists" {
          #expect(try await rich.world.follow(answer).status == .notFound, "\(one)")
        }
      } else {
        #expect(answer.status == .notFound, "\(one): \(answer.status)")
        #expect(try answer.page.state("page")?.hasPrefix("failed/") == true)
        #expect(answer.headers[.eTag] == nil)
      }
    }
  }

  @Test func `what is somebody else's answers exactly as what never was`() async throws {
    let rich = try await RichWorld()
    let stranger = try await Stranger(in: rich.world)
    for one in Self.cases(of: rich.world) where one.hasID {
      let theirs =
        one.route.pattern.hasPrefix("/tasks")
        ? "\(stranger.task)"
        : one.route.pattern.hasPrefix("/changes") ? "\(stranger.change)" : "\(stranger.list)"
      let (answer, never) = (try await send(one, theirs, in: rich.world), try await send(one, "999999", in: rich.world))
      #expect(answer.status == never.status, "\(one)")
      #expect(Self.without(theirs, answer.body) == Self.without("999999", never.body), "\(one)")
      #expect(
        answer.headers.filter { $0.name != .contentLength && $0.name != .location }
          == never.headers.filter { $0.name != .contentLength && $0.name != .location }, "\(one)")
      #expect(!answer.body.contains("Secret") && !answer.body.contains("Theirs"))
    }
  }

  /// Without the request's id and the id that was asked for.
  private static func without(_ id: String, _ body: String) -> String {
    body.replacing(/<code>[^<]*<\/code>/, with: "").replacing("/\(id)", with: "/")
  }

  @Test func `what is in the trash is gone, and its page restores it`() async throws {
    let rich = try await RichWorld()
    let world = rich.world
    for (one, id, restore) in Self.cases(of: world).flatMap({ one -> [(Case, String, String)] in
      switch one.route.pattern.split(separator: "/").first {
      case "lists": [(one, "\(rich.deleted)", "/lists/\(rich.deleted)/restore")]
      case "tasks":
        [
          (one, "\(rich.trashed)", "/tasks/\(rich.trashed)/restore"),
          (one, "\(rich.hidden)", "/lists/\(rich.deleted)/restore"),
        ]
      default: []
      }
    }) where one.hasID {
      let fresh = try world.copy()
      let answer = try await send(one, id, in: fresh)
      let path = one.address(id)
      if answer.status == .seeOther {
        // A redirect to the form's page, a restoring, or a deleting that was done before.
        #expect(one.route.method == .get || path.hasSuffix("/restore") || path.hasSuffix("/delete"), "\(one)")
        continue
      }
      #expect(answer.status == .gone, "\(one) of \(id): \(answer.status)")
      #expect(try answer.page.state("page") == "failed/gone")
      let restored = try await fresh.press(answer.page.form(to: restore))
      #expect(try await fresh.follow(restored).status == .ok)
    }
  }

  @Test func `a method that an address does not take is told, with those that it takes`() async throws {
    let rich = try await RichWorld(.rehearsing)
    let routes = Self.cases(of: rich.world)
    for (pattern, taking) in Dictionary(grouping: routes, by: \.route.pattern) {
      let taken = Set(taking.map(\.route.method))
      for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete, .options] where !taken.contains(method) {
        let answer = try await rich.world.send(method, taking[0].address("\(rich.house)"), .form)
        #expect(answer.status == .methodNotAllowed, "\(method) \(pattern): \(answer.status)")
        #expect(try answer.page.state("page") == "failed/wrong-method")
        let allowed = Set(answer.headers[.allow]?.split(separator: ", ").map(String.init) ?? [])
        #expect(allowed == Set(taken.map(\.rawValue) + (taken.contains(.get) ? ["HEAD"] : [])), "\(method) \(pattern)")
      }
    }
  }

  @Test func `HEAD has the status and headers of GET, and no body`() async throws {
    let rich = try await RichWorld()
    for one in Self.cases(of: rich.world) where one.route.method == .get {
      let id = one.route.pattern.hasPrefix("/tasks") ? "\(rich.open)" : "\(rich.house)"
      let (get, head) = (try await send(one, id, in: rich.world), try await rich.world.send(.head, one.address(id)))
      #expect(head.status == get.status, "\(one)")
      #expect(head.headers == get.headers, "\(one)")
      #expect(head.body.isEmpty, "\(one)")
    }
  }

  @Test(arguments: [
    "/nowhere", "/lists/1/nowhere", "/Lists", "/lists/1/tasks/2", "/gallery", "/gallery/tasks/content", "/.env",
    "/assets", "/assets/",
  ])
  func `an address that is nobody's is not found`(address: String) async throws {
    let answer = try await World().get(address)
    #expect(answer.status == .notFound)
    #expect(try answer.page.state("page") == "failed/unknown-address")
    #expect(try answer.page.first { $0["href"] == "/lists" } != nil)
  }
}
