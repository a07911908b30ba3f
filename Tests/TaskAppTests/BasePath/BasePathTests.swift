import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// The app in use below a base path.
struct BasePathTests {
  /// A browser that sends addresses as they are.
  private func browser(_ basePath: BasePath = .path("/tasks")) async throws -> World {
    var world = try await World(below: basePath)
    world.isVerbatim = true
    return world
  }

  @Test func `signing in, adding, completing, undoing and signing out work below a path, even /tasks`() async throws {
    let world = try await browser()
    let stranger = world.showing(nil)
    let gate = try await stranger.get("/tasks/lists")
    #expect(gate.status == .unauthorized)
    let form = try #require(try gate.page.form(to: "/tasks/sign-in"))
    #expect(form.controls.first { $0.name == "next" }?.value == "/lists")
    let entered = try await stranger.press(form, typing: ["username": "Ann", "password": World.password])
    #expect(try await world.destination(of: entered) == "/tasks/lists")
    let cookies = entered.headers[values: .setCookie]
    #expect(cookies.count == 2)
    #expect(
      cookies.first?.hasPrefix("__Secure-fourfold~tasks=") == true && cookies.first?.contains("; Path=/tasks; ") == true
    )
    #expect(cookies.last?.contains("; Path=/tasks/sign-in; ") == true)
    let reader = stranger.showing(entered.cookie)
    let overview = try await reader.follow(reader.follow(entered))
    let made = try await reader.press(overview.page.form(to: "/tasks/lists"), typing: ["name": "House"])
    let list = try #require(made.location?.firstMatch(of: /^\/tasks\/lists\/\d+/)?.output)
    let page = try await reader.follow(made)
    let added = try await reader.press(
      page.page.form(to: "\(list)/tasks"), typing: ["titles": "Order tiles", "title": "Order tiles"])
    #expect(added.location?.hasPrefix(list) == true)
    let shown = try await reader.follow(added)
    #expect(try shown.page.titles() == ["Order tiles"])
    let tick = try #require(try shown.page.forms.first { $0.action.hasSuffix("/complete") })
    #expect(tick.action.hasPrefix("/tasks/tasks/"))
    let completed = try await reader.follow(reader.press(tick))
    let undo = try #require(try completed.page.undoForms.first)
    #expect(undo.action.hasPrefix("/tasks/changes/"))
    #expect(try await reader.submit(undo).titles() == ["Order tiles"])
    let settings = try await reader.get("/tasks/settings")
    let left = try await reader.press(settings.page.form(to: "/tasks/sign-out"))
    #expect(left.headers[.setCookie]?.hasPrefix("__Secure-fourfold~tasks=; Max-Age=0; Path=/tasks; ") == true)
    #expect(left.location?.hasPrefix("/tasks/") == true)
  }

  @Test(arguments: [
    ("/tasks", 200), ("/tasks/", 200), ("/tasks/lists", 200), ("/tasks/today?page=1", 200), ("/tasks/health", 200),
    ("/health", 200),
    ("/tasks/.well-known/change-password", 303), ("/.well-known/change-password", 303), ("/", 404), ("/lists", 404),
    ("/tasksfoo", 404), ("//tasks", 404), ("//tasks/lists", 404), ("/tasks//lists", 404), ("/tasks/lists/", 404),
    ("/%74asks/lists", 404), ("/Tasks/lists", 404), ("/tasks%2Flists", 404), ("/tasks/tasks/lists", 404),
    ("/health?mark=x", 404),
    ("/feeds/x.ics", 404), ("/assets/x.css", 404), ("/sign-in", 404), ("/tasks/.", 404), ("/tasks/../lists", 404),
  ])
  func `addresses outside the path are unknown, whatever they look like`(path: String, status: Int) async throws {
    let answer = try await browser().get(path)
    // The first page redirects to the overview, or is it.
    let code = answer.status.code
    #expect(
      code == status
        || status == 200 && path.hasPrefix("/tasks") && code == 303 && answer.location?.hasPrefix("/tasks/") == true,
      "\(code)")
    if status == 404 {
      #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
      #expect(answer.headers[HTTPField.Name("Content-Security-Policy") ?? .accept] != nil)
      #expect(answer.headers[.location] == nil)
    }
    #expect(try Escapes(of: answer, below: .path("/tasks")).found == [])
  }

  @Test func `a form outside the path changes nothing`() async throws {
    let world = try await browser()
    let answer = try await world.post("/lists", ["name": "House"])
    #expect(answer.status == .notFound)
    #expect(try await world.mine.lists().allSatisfy(\.isInbox))
  }

  @Test func `a button that tells its address in its name works below the path`() async throws {
    let world = try await browser()
    let list = try await world.makeList()
    let task = try await world.add("Mow", to: list)[0]
    let day = Samples.today.adding(days: 1)
    let name = "/tasks/tasks/\(task)/due?due=\(day.iso)"
    let fields = [("\(name).x", "4"), ("\(name).y", "9"), ("from", "/tasks/lists/\(list)")]
    let body = Form.encoded(fields.map { (name: $0.0, value: $0.1) })
    let answer = try await world.send(.post, "/tasks/rows", .form, body: body)
    #expect(answer.status == .seeOther)
    #expect(try await world.mine.task(task).text.due == day)
  }

  @Test func `the address of a feed has the path, and is read at it`() async throws {
    let world = try await browser()
    let page = try await world.get("/tasks/settings/feeds")
    let made = try await world.follow(world.press(page.page.form(to: "/tasks/settings/feeds")))
    for id in ["feed-address", "feed-events"] {
      let url = try #require(try made.page.element(id: id)?["value"])
      #expect(url.hasPrefix("http://localhost/tasks/feeds/"))
      let path = String(url.dropFirst("http://localhost".count))
      #expect(try await world.showing("none=1").get(path).status == .ok)
      #expect(try await world.showing("none=1").get(String(path.dropFirst("/tasks".count))).status == .notFound)
    }
  }

  @Test func `a file is uploaded, previewed and imported below the path`() async throws {
    let world = try await World(below: .below)
    let preview = try await world.preview("# House\n- [ ] Order tiles")
    #expect(try preview.page.state("preview") == "content")
    let start = try #require(try preview.page.forms.first { $0.action.hasPrefix("/below/import/") })
    let result = try await world.follow(world.press(start))
    #expect(result.status == .ok)
    #expect(try await world.mine.lists().map(\.name) == ["Inbox", "House"])
  }

  @Test func `a form that fails is answered with the page that the browser sent it from`() async throws {
    try await TemporaryFolder.with { folder in
      let basePath = BasePath.path("/tasks")
      var world = try await folder.world(below: basePath)
      world.isVerbatim = true
      let list = try await world.makeList()
      let task = try #require(try await world.add("paint", to: list).first)
      let database = world.store.database
      try await database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
      let referer = try #require(HTTPField.Name("Referer"))
      for (origin, heading) in [("/tasks/lists?page=1", "Lists"), ("/lists?page=1", "House"), ("/tasksfoo", "House")] {
        var headers = HTTPFields.form
        headers[referer] = "https://localhost" + origin
        let answer = try await world.send(.post, "/tasks/tasks/\(task)/complete", headers, body: "version=1")
        #expect(answer.status == .serviceUnavailable, "\(origin)")
        let page = try answer.page
        #expect(page.all("h1").contains { $0.text.contains(heading) }, "\(origin)")
        let notice = try #require(page.first { $0["class"] == "notice failed" })
        #expect(notice.form(to: "/tasks/tasks/\(task)/complete") != nil)
        #expect(try Escapes(of: answer, below: basePath).found == [])
      }
      try await database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = OFF") }
      try world.store.close()
    }
  }

  @Test func `a page is streamed below the path, with its stylesheet and its way out`() async throws {
    var settings = TaskApp.Settings.streaming
    settings.rehearses = true
    let world = try await World(settings, clock: ContinuousClock(), below: .below)
    let list = try await world.makeList()
    try await world.add("one", to: list)
    let streamed = Streamed(world, "/lists/\(list)?rehearse=tasks:loading:50")
    let (status, page) = try await streamed.end()
    #expect(status == .ok)
    let root = try #require(page.first("template"))
    #expect(root.first("link")?["href"] == "/below\(world.app.assets.addresses.stylesheet)")
    let placeholder = try #require(page.placeholder(for: "tasks"))
    #expect(placeholder.first { $0["href"] != nil }?["href"] == "/below/lists/\(list)?rehearse=tasks:loading:50")
  }
}
