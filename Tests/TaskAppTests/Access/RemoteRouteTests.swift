import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Every address of a list for a followed list, and every address of a source for a followed one.
final class RemoteRouteTests: RichTests {
  /// The status for the account that owns the list. Another account gets 404 wherever the address contains an id.
  private static let stated: [String: (own: Int, other: Int)] = [
    "GET /lists/{id}": (200, 404), "POST /lists/{id}": (303, 404), "GET /lists/{id}/history": (200, 404),
    "GET /lists/{id}/export": (303, 404), "GET /lists/{id}/feeds": (303, 404),
    "POST /lists/{id}/feeds": (404, 404), "GET /lists/{id}/keep": (303, 303), "POST /lists/{id}/keep": (303, 404),
    "GET /lists/{id}/tasks": (303, 303), "POST /lists/{id}/tasks": (403, 404), "GET /lists/{id}/sections": (303, 303),
    "POST /lists/{id}/sections": (403, 404),
    "GET /lists/{id}/tasks/change": (303, 303), "POST /lists/{id}/tasks/change": (403, 404),
    "GET /lists/{id}/pick": (303, 303), "POST /lists/{id}/pick": (303, 404),
    "GET /lists/{id}/move": (303, 303), "POST /lists/{id}/move": (303, 404),
    "GET /lists/{id}/delete": (303, 303), "POST /lists/{id}/delete": (303, 404),
    "GET /lists/{id}/restore": (303, 303), "POST /lists/{id}/restore": (303, 404),
    "GET /lists/{id}/clear-completed": (303, 303), "POST /lists/{id}/clear-completed": (403, 404),
    "GET /lists/{id}/view": (303, 303), "POST /lists/{id}/view": (403, 404),
    "GET /lists/{id}/refresh": (303, 303), "POST /lists/{id}/refresh": (303, 404),
    "GET /lists/{id}/again": (303, 303), "POST /lists/{id}/again": (403, 404),
    "GET /lists/{id}/duplicate": (303, 303), "POST /lists/{id}/duplicate": (403, 404),
    "GET /lists/{id}/copy": (303, 303), "POST /lists/{id}/copy": (303, 404),
    "GET /lists/{id}/take-along": (404, 404),
    "GET /lists/{id}/sharing": (200, 404), "POST /lists/{id}/sharing": (409, 404),
    "GET /lists/{id}/leave": (303, 303), "POST /lists/{id}/leave": (409, 404),
    "GET /lists/{id}/invitations": (303, 303), "POST /lists/{id}/invitations": (303, 404),
    "GET /lists/{id}/reminders": (303, 303), "POST /lists/{id}/reminders": (403, 404),
    "GET /lists/{id}/pages": (303, 303), "POST /lists/{id}/pages": (303, 404),
    "GET /lists/{id}/members/{account}/role": (303, 303), "POST /lists/{id}/members/{account}/role": (303, 404),
    "GET /lists/{id}/members/{account}/remove": (303, 303), "POST /lists/{id}/members/{account}/remove": (409, 404),
    "GET /remote/{id}": (303, 404), "GET /remote/{id}/refresh": (303, 303), "POST /remote/{id}/refresh": (303, 404),
    "GET /remote/{id}/address": (200, 404), "POST /remote/{id}/address": (303, 404),
    "GET /remote/{id}/lists": (303, 404), "POST /remote/{id}/lists": (422, 404),
    "GET /remote/{id}/name": (303, 404), "POST /remote/{id}/name": (303, 404),
  ]

  private static func routes(_ world: World) -> [RouteCase] {
    RouteCase.all(of: world).filter {
      $0.hasID && ($0.route.pattern.hasPrefix("/lists/") || $0.route.pattern.hasPrefix("/remote/"))
    }
  }

  private func form(_ one: RouteCase, _ rich: RichWorld) async throws -> String {
    let version = try await rich.world.mine.list(rich.followed).version
    return try await one.form(for: rich).replacing("version=\(rich.change)", with: "version=\(version)")
      .replacing("direction=down", with: "direction=up")
  }

  private func address(_ one: RouteCase, list: ListID, source: SourceID) -> String {
    one.address(one.route.pattern.hasPrefix("/lists/") ? "\(list)" : "\(source)")
  }

  @Test func `each route answers its own account and another as listed, which nothing changes`() async throws {
    let stranger = try await Stranger(in: rich.world)
    let routes = Self.routes(rich.world)
    #expect(Set(routes.map(\.description)) == Set(Self.stated.keys), "every route is stated, and nothing else")
    for one in routes {
      let stated = try #require(Self.stated[one.description])
      let address = address(one, list: rich.followed, source: rich.source)
      for (cookie, status) in [(rich.world.cookie, stated.own), (stranger.cookie, stated.other)] {
        let world = try rich.world.copy().showing(cookie)
        let before = try await Rows(of: rich.world.account, in: world.store)
        let form = one.route.method == .post ? try await form(one, rich) : nil
        let answer = try await world.send(one.route.method, address, .form, body: form)
        #expect(answer.status.code == status, "\(one): \(answer.words)")
        guard cookie == stranger.cookie else { continue }
        #expect(!answer.body.contains("Choir") && !answer.body.contains("choir.example"), "\(one)")
        let after = try await Rows(of: rich.world.account, in: world.store)
        #expect(after.changes(since: before) == "", "\(one)")
      }
    }
  }

  @Test func `the page of a followed task says where it comes from, and every form of a task is refused in words`()
    async throws
  {
    let task = try await world.followedTask(of: rich.followed)
    let page = try await world.page("/tasks/\(task.id)")
    #expect(page.region("task")?.text.contains("Read-only, from choir.example") == true)
    let actions = page.all("form").compactMap { $0["action"] }
    #expect(actions.filter { $0.hasPrefix("/tasks/") } == [])
    let routes = RouteCase.all(of: world).filter {
      $0.route.pattern.hasPrefix("/tasks/{id}") && $0.route.method == .post
    }
    #expect(routes.count > 8)
    for one in routes {
      let before = try await Rows(of: world.account, in: world.store)
      let answer = try await world.send(.post, one.address("\(task.id)"), .form, body: one.form(for: rich))
      // The others write nothing without a menu, or miss what was typed.
      if !["menu", "pick", "as-typed", "skip", "move"].contains(one.route.pattern.split(separator: "/").last) {
        #expect(answer.status == .forbidden, "\(one): \(answer.words)")
        #expect(answer.body.contains("It belongs to a list that you follow"), "\(one)")
      }
      #expect(try await Rows(of: world.account, in: world.store).changes(since: before) == "", "\(one)")
    }
  }

  @Test func `a list in the trash is gone, and its page restores it`() async throws {
    for one in Self.routes(rich.world) {
      let world = try rich.world.copy()
      try await world.mine.deleteList(rich.followed)
      let address = address(one, list: rich.followed, source: rich.source)
      let form = one.route.method == .post ? try await form(one, rich) : nil
      let answer = try await world.send(one.route.method, address, .form, body: form)
      if answer.status == .seeOther {
        // A redirect to the form's page, a restore, or a delete that was done before.
        #expect(one.route.method == .get || address.hasSuffix("/restore") || address.hasSuffix("/delete"), "\(one)")
        continue
      }
      #expect(answer.status == .gone, "\(one): \(answer.words)")
      let restored = try await world.press(answer.page.form(to: "/lists/\(rich.followed)/restore"))
      #expect(try await world.follow(restored).page.state("tasks") == "content", "\(one)")
    }
    #expect(rich.world.elsewhere.asked.isEmpty)
  }

  @Test(arguments: ["?arrange", "?several", "?all", "?all-open", "?choose=0", "?choose=999", "?choose=x", "?choose=-1"])
  func `a step that is no longer possible leads to the list`(query: String) async throws {
    let answer = try await world.get("/lists/\(rich.followed)\(query)")
    #expect(answer.status == .ok)
    #expect(try answer.page.state("tasks") == "content" && answer.page.row("Bring the folders") != nil)
    #expect(try answer.page.all { $0["checked"] != nil }.isEmpty)
  }

  @Test func `only collections that were found can be chosen`() async throws {
    let (list, _) = try await world.follow("https://new.example/", as: "New")
    world.elsewhere.answer("https://new.example/", .failed(.refused))
    let page = try await world.page("/lists/\(list)?choose")
    #expect(page.state("tasks") == "failed/refused" && page.form(to: "/lists/\(list)/copy") == nil)
    let copied = try await world.post("/lists/\(list)/copy", ["all": "open", "to": ""])
    #expect(copied.status == .conflict)
  }
}
