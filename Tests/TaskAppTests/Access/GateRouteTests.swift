import HTTPTypes
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp

/// Every route that requires an account, for every kind of signed-out request: the gate is shown at its address.
final class GateRouteTests: RichTests {
  /// The page that a form belongs to, stated independently.
  private static func page(of one: RouteCase, _ things: Things) -> String {
    switch one.route.pattern {
    case "/lists/{id}/tasks", "/lists/{id}/delete", "/lists/{id}/restore", "/lists/{id}/clear-completed",
      "/lists/{id}/view", "/lists/{id}/duplicate", "/lists/{id}/again":
      "/lists/\(things.list)"
    case "/lists/{id}/invitations", "/lists/{id}/leave", "/lists/{id}/pages", "/lists/{id}/members/{account}/role",
      "/lists/{id}/members/{account}/remove", "/lists/{id}/reminders":
      "/lists/\(things.list)/sharing"
    case "/lists/{id}/sections": "/lists/\(things.list)?add-section"
    case "/lists/{id}/tasks/change": "/lists/\(things.list)?select"
    case "/lists/{id}/refresh", "/lists/{id}/copy", "/lists/{id}/keep": "/lists/\(things.followed)"
    case "/remote": "/remote/new"
    case "/trash/empty": "/trash"
    case "/lists/sample", "/rows": "/today"
    case "/search/change": "/search"
    case "/today/change": "/today?select"
    case "/tags/{id}", "/tags/{id}/color", "/tags/{id}/remove": "/tags/\(things.tag)"
    case "/remote/{id}/refresh": "/remote/\(things.draft)"
    case "/import/{id}/choices": "/import/\(things.upload)"
    case "/import/{id}/retry": "/import/\(things.upload)/result"
    case "/sections/{id}", "/sections/{id}/pick", "/sections/{id}/move", "/sections/{id}/fold", "/sections/{id}/delete",
      "/lists/{id}/move", "/lists/{id}/pick", "/changes/{id}/undo", "/drafts/{id}/discard",
      "/invitations/{id}/accept", "/invitations/{id}/end", "/pages/{id}/end", "/pages/{id}/undo":
      "/lists"
    case "/tasks/{id}/complete", "/tasks/{id}/reopen", "/tasks/{id}/move", "/tasks/{id}/due", "/tasks/{id}/skip",
      "/tasks/{id}/delete", "/tasks/{id}/restore", "/tasks/{id}/steps", "/tasks/{id}/fold",
      "/tasks/{id}/as-typed", "/tasks/{id}/menu", "/tasks/{id}/pick", "/tasks/{id}/bring-back", "/tasks/{id}/comments":
      "/tasks/\(things.task)"
    case "/comments/{id}/delete": "/comments/\(things.comment)"
    case "/settings": one.route.method == .post ? "/settings/display" : "/settings"
    case "/settings/app-passwords", "/settings/app-passwords/{id}/renew", "/settings/app-passwords/{id}/end",
      "/settings/app-passwords/{id}/resume":
      "/settings/apps"
    case "/settings/password", "/settings/remove", "/settings/sessions/revoke", "/settings/sessions/{id}/revoke":
      "/settings/account"
    case "/settings/reminders/mail", "/settings/reminders/ntfy", "/settings/reminders/webhook",
      "/settings/reminders/{id}/test", "/settings/reminders/{id}/confirm", "/settings/reminders/{id}/end",
      "/settings/reminders/{id}/resume", "/settings/reminders/incoming", "/settings/reminders/incoming/{id}/end",
      "/settings/reminders/incoming/{id}/resume":
      "/settings/reminders"
    case "/settings/export": "/settings/data"
    case "/settings/feeds/{id}/renew", "/settings/feeds/{id}/end", "/settings/feeds/{id}/resume": "/settings/feeds"
    default: one.address(of: things)
    }
  }

  private static func gated(_ world: World) -> [RouteCase] { RouteCase.all(of: world).filter(\.isGated) }

  /// Checks the properties of every 401.
  private func check(_ answer: Answer, _ reason: String, title: String, _ comment: Comment) {
    #expect(answer.status == .unauthorized, comment)
    #expect(answer.headers[.wwwAuthenticate] == #"Cookie realm="session""#, comment)
    #expect(answer.headers[.eTag] == nil && answer.headers[.setCookie] == nil, comment)
    #expect(answer.headers[.vary]?.contains("Cookie") == true, comment)
    #expect(answer.headers[.cacheControl] == "private, no-cache", comment)
    guard !answer.body.isEmpty else { return }
    do {
      let page = try answer.page
      #expect(page.region("page")?["data-screen"] == "signed-out", comment)
      #expect(page.state("page") == "signed-out/\(reason)", comment)
      #expect(page.title == "\(title) – Fourfold", comment)
      #expect(page.first { $0["href"] == "/settings" } == nil, comment)
      for name in ["House", "Garden", "Attic", "Order tiles", "Ann"] { #expect(!answer.body.contains(name), comment) }
    } catch {
      Issue.record(error, comment)
    }
  }

  @Test(arguments: SignedOutCaller.allCases)
  func `a signed-out request finds the gate everywhere, and signing in leads there`(
    caller: SignedOutCaller
  ) async throws {
    let things = Things(rich)
    let world = rich.world.showing(try await caller.cookie(in: rich.world))
    for one in Self.gated(world) {
      let address = one.address(of: things)
      let answer = try await world.send(one, address)
      check(answer, caller.reason, title: "Sign in", "\(one)")
      let next = one.route.method == .get ? address : Self.page(of: one, things)
      let form = try #require(try answer.page.form(to: "/sign-in"), "\(one)")
      #expect(try answer.page.value(of: "next") == next, "\(one)")
      let signedIn = try await world.press(form, typing: ["username": "ann", "password": World.password])
      let kept = try answer.page.value(of: "kept").map { "/drafts/\($0)" }
      let step = try #require(TaskStep.shown(at: next), "\(one)")
      #expect(try await world.destination(of: signedIn) == kept ?? TaskFlow.addresses.address(of: step).text, "\(one)")
      guard one.route.method == .get else { continue }
      let head = try await world.send(.head, address)
      check(head, caller.reason, title: "Sign in", "HEAD \(one)")
      #expect(head.body.isEmpty && head.headers == answer.headers, "HEAD \(one)")
    }
  }

  @Test func `the query is part of the requested page`() async throws {
    let world = try await World().showing(nil)
    let page = try await world.page("/lists/1?arrange&did=3")
    #expect(page.value(of: "next") == "/lists/1?arrange&did=3")
    let entered = try await world.press(page.forms.first, typing: ["username": "Ann", "password": World.password])
    #expect(try await world.destination(of: entered) == "/lists/1?arrange&did=3")
  }

  @Test(arguments: ["1", "999999", "0", "-1", "x", "99999999999999999999"])
  func `the gate reveals nothing about the page: it is the same for every id`(id: String) async throws {
    let world = rich.world.showing(nil)
    for one in Self.gated(world) where one.hasID {
      let (there, asked) = (try await world.send(one, one.address("2")), try await world.send(one, one.address(id)))
      check(asked, "registered", title: "Sign in", "\(one)")
      // An address that cannot exist has no page to continue to either.
      let without = { (answer: Answer) in
        answer.body.replacing(/<input type="hidden" name="next"[^>]*>/, with: "").replacing(/\n+/, with: "\n")
      }
      #expect(without(there) == without(asked), "\(one)")
    }
  }

  @Test func `without any account every address shows the gate for the first one`() async throws {
    let world = try World.unregistered()
    let things = Things(all: "1")
    for one in Self.gated(world) {
      let answer = try await world.send(one, one.address(of: things))
      check(answer, "unregistered", title: "Welcome", "\(one)")
      #expect(try answer.page.form(to: "/set-up") != nil && answer.page.form(to: "/sign-in") == nil, "\(one)")
      #expect(
        try answer.page.value(of: "next") == (one.route.method == .get ? one.address("1") : Self.page(of: one, things)))
    }
  }

  @Test func `over plain HTTP signing in is refused, whatever the cookie`() async throws {
    var world = world
    world.host = "192.168.1.7:8080"
    let token = try World.token(world.cookie).text
    for cookie in [nil, world.cookie, "fourfold=\(token)", "__Host-fourfold=\(token); fourfold=\(token)"] {
      for one in Self.gated(world) {
        let answer = try await world.showing(cookie).send(one, one.address(of: Things(rich)))
        check(answer, "insecure", title: "Sign in", "\(one)")
        #expect(try answer.page.forms.isEmpty, "\(one)")
      }
    }
  }

  @Test func `a signed-out request with a matching tag is not answered with 304`() async throws {
    for address in ["/lists", "/lists/\(rich.house)", "/tasks/\(rich.open)", "/trash"] {
      let tag = try #require(try await rich.world.get(address).headers[.eTag])
      for caller in SignedOutCaller.allCases {
        let world = rich.world.showing(try await caller.cookie(in: rich.world))
        for known in [tag, "*"] {
          check(try await world.get(address, [.ifNoneMatch: known]), caller.reason, title: "Sign in", "\(caller)")
        }
      }
      #expect(try await rich.world.get(address, [.ifNoneMatch: tag]).status == .notModified)
    }
  }
}
