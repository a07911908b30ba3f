import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

struct SigningInTests {
  private func signIn(
    _ world: World, _ name: String = "Ann", _ password: String = World.password, next: String = ""
  ) async throws -> Answer { try await world.post("/sign-in", ["username": name, "password": password, "next": next]) }

  @Test func `a wrong name and a wrong password have the same response: text, status and headers`() async throws {
    let world = try await World().showing(nil)
    let tries = [
      ("Ann", "not the password"), ("Nobody", World.password), ("Ann", ""), ("", ""), ("Ann", World.password + " "),
      ("a\u{7}", "x"), (String(repeating: "x", count: 2_000), "x"), ("Ann", String(repeating: "x", count: 5_000)),
    ]
    var told: Set<String> = []
    for (name, password) in tries {
      let answer = try await signIn(world, name, password, next: "/trash")
      #expect(answer.status == .unprocessableContent && answer.cookie == nil)
      let page = try answer.page
      #expect(page.state("page") == "signed-out/registered")
      #expect(page.element(id: "form-error")?.text.contains("Name and password don’t match.") == true)
      #expect(
        page.value(of: "username").map { Array($0.utf8) } == Array(name.replacing("\u{7}", with: "\u{FFFD}").utf8))
      #expect(page.value(of: "password") == "" && page.value(of: "next") == "/trash")
      #expect(page.all { $0["autofocus"] != nil }.count == 1)
      let headers = answer.headers.filter { $0.name != .contentLength }.map(\.description).sorted().joined()
      let body = answer.body.replacing(/value="[^"]*" dir="auto"/, with: "").replacing(" autofocus", with: "")
      told.insert(headers + body)
    }
    #expect(told.count == 1)
  }

  @Test func `a browser that signed in before signs in again, despite failed sign-ins elsewhere`() async throws {
    let world = try await World().showing(nil)
    _ = try await world.another("Ben")
    let ann = try #require(try await signIn(world).deviceCookie)
    let both = try #require(try await signIn(world.showing(ann), "Ben").deviceCookie)
    let again = try #require(try await signIn(world.showing(both), "Ann").deviceCookie)
    #expect(again.split(separator: ".").count == 2, "one entry for each account")
    for name in ["ann", "ben"] {
      for _ in 1...10 { #expect(try await signIn(world, name, "a guess").status == .unprocessableContent) }
      #expect(try await signIn(world, name).status == .tooManyRequests)
      #expect(try await signIn(world.showing(again), name).status == .seeOther)
    }
    #expect(try await signIn(world.showing(ann), "Ben").status == .tooManyRequests, "a browser that Ben does not know")
    #expect(try await signIn(world.showing(ann.replacing("=", with: "=x")), "Ann").status == .tooManyRequests)
    #expect(try await world.showing(again).get("/lists").status == .unauthorized, "it lets nobody in")
  }

  @Test func `if passwords cannot be checked now it is 503, and all fields but the password are kept`() async throws {
    struct NoMemory: Error {}
    let busy = PasswordHasher(parameters: .init(log2Cost: 4), slots: 1, queue: 0) { _, _, _ in throw NoMemory() }
    let world = try await World(TaskApp.Settings(timeZone: "GMT", hasher: busy)).showing(nil)
    let answer = try await signIn(world, "Ann", World.password, next: "/trash")
    #expect(answer.status == .serviceUnavailable && answer.cookie == nil)
    #expect(answer.headers[.retryAfter] == "1")
    let page = try answer.page
    #expect(page.state("page") == "signed-out/registered")
    #expect(page.element(id: "form-error") != nil)
    #expect(page.value(of: "username") == "Ann" && page.value(of: "next") == "/trash")
  }

  @Test func `if nothing can be written the page requires the password again`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world().showing(nil)
      try await world.store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
      let answer = try await signIn(world)
      #expect(answer.status == .serviceUnavailable && answer.cookie == nil)
      let page = try answer.page
      #expect(page.value(of: "password") == "" && page.value(of: "username") == "Ann")
      let words = try #require(page.element(id: "form-error")?.text)
      #expect(words.contains("Enter the password again") && !words.contains("still here"))
      try world.store.close()
    }
  }

  @Test(arguments: [
    "/lists", "/lists/7", "/lists/7?arrange", "/lists?page=2", "/tasks/1", "/trash", "/lists/7/history", "/settings",
    "/drafts/5", "/search?q=a%20%26%20b",
  ])
  func `signing in leads to the page of the app that was requested`(next: String) async throws {
    let world = try await World().showing(nil)
    #expect(try await world.destination(of: signIn(world, next: next)) == next)
  }

  @Test(arguments: [
    ("/settings/export", "/settings/data"), ("/lists/7/tasks", "/lists/7"), ("/lists?unknown=1&all", "/lists"),
    ("/search?q=a%0D%0Ab&x", "/search?q=a%0D%0Ab"),
  ])
  func
    `of an address that takes a form it leads to the form's page, and of a query only what the page knows goes along`(
      next: String, location: String
    ) async throws
  {
    let world = try await World().showing(nil)
    #expect(try await world.destination(of: signIn(world, next: next)) == location)
  }

  @Test(arguments: [
    "", "https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "http:lists", "lists", "/",
    "/nowhere", "/lists/", "/lists/7/nowhere", "/lists//7", "/./lists", "/lists/../trash", "/lists/%2e%2e/trash",
    "/lists\r\nSet-Cookie: a=b", "/lists\t", " /lists", "javascript:alert(1)", "/sign-out", "/sign-in",
    "/set-up", "/health", "/assets/x.css", "/lists@evil.example", "/lists/\u{202E}",
    "/lists?" + String(repeating: "x", count: PageAddress.mostBytes),
  ])
  func `signing in ignores any other address and redirects to the first page`(next: String) async throws {
    let world = try await World().showing(nil)
    #expect(try await world.destination(of: signIn(world, next: next)) == "/")
  }

  @Test func `a browser that keeps no cookie is told so, and one that does goes on`() async throws {
    let world = try await World().showing(nil)
    let answer = try await signIn(world, next: "/trash")
    let check = try #require(answer.location)
    #expect(check == "/sign-in/done?next=%2Ftrash")
    let told = try await world.get(check)
    #expect(told.status == .unauthorized && told.body.contains("href=\"/trash\""))
    #expect(try told.page.state("page") == "signed-out/no-cookie")
    #expect(try await world.showing(cookieOf: answer).get(check).location == "/trash")
    for next in ["//evil.example", "https://evil.example/", "javascript:x", "/nowhere"] {
      let told = try await world.get("/sign-in/done?next=\(next)")
      #expect(!told.body.contains("evil") && !told.body.contains("nowhere") && told.body.contains("href=\"/\""))
    }
  }
}

extension World {
  /// Fills in the gate's form at an address, as a reader does who was stopped by it.
  func enter(
    _ name: String = "Ann", _ password: String = World.password, at address: String = "/lists"
  ) async throws -> Answer {
    let gate = try await get(address)
    #expect(gate.status == .unauthorized)
    return try await press(gate.page.forms.first, typing: ["username": name, "password": password])
  }

  /// Where a browser goes on after signing in: a new one shows first that it keeps the cookie.
  func destination(of answer: Answer) async throws -> String? {
    let location = try #require(answer.location, "\(answer.status) \(answer.words)")
    guard location.contains("/sign-in/done") else { return location }
    return try await showing(cookieOf: answer).get(location).location
  }

  /// The same world for a browser with the cookie of a response.
  func showing(cookieOf answer: Answer) throws -> World {
    let cookie: String = try #require(answer.cookie, "\(answer.status) \(answer.words)")
    return showing(cookie)
  }

  /// Another account, signed in.
  func another(_ name: String = "Ben") async throws -> World {
    let account = try await store.addAccount(Username(validating: name), password: World.record).id
    return World(self, of: account).showing(try await signIn(account))
  }
}

final class SigningOutTests: WorldTests {
  @Test func `a session that was signed out stays ended`() async throws {
    _ = try await world.post("/sign-out")
    try await world.store.endSession(digest: World.token(world.cookie).digest, as: .revoked)
    #expect(try await world.page("/lists").state("page") == "signed-out/registered")
  }
}
