import HTTPTypes
import StatePagesTesting
import TaskStore
import Testing

@testable import TaskApp

struct SigningUpTests {
  private static let open = TaskApp.Settings(timeZone: "GMT", signUp: .open, hasher: .quick)

  @Test func `if sign-up is closed no page links to it, and it makes no account`() async throws {
    let world = try await World().showing(nil)
    #expect(try await world.page("/lists").first { $0["href"] == "/sign-up" } == nil)
    let shown = try await world.get("/sign-up")
    #expect(shown.status == .forbidden)
    #expect(try shown.page.state("page") == "failed/sign-up-closed")
    let sent = try await world.post("/sign-up", ["username": "Eve", "password": World.password])
    #expect(sent.status == .forbidden && sent.cookie == nil)
    #expect(!sent.body.contains(World.password), "no button sends it again, for a password would stand in it")
    #expect(try await world.store.accounts().count == 1)
  }

  @Test func `if sign-up is open the gate links to it, and a new account has no lists`() async throws {
    let signedIn = try await World(Self.open)
    _ = try await signedIn.makeList("House")
    let world = signedIn.showing(nil)
    #expect(try await world.page("/lists").first { $0["href"] == "/sign-up" } != nil)
    let form = try await world.form(at: "/sign-up")
    let entered = try await world.press(
      form, typing: ["username": "Ben", "password": World.password, "password-again": World.password])
    #expect(entered.location == "/")
    let page = try await world.showing(cookieOf: entered).get("/lists").page
    #expect(page.state("lists") == "empty/nothing-yet")
  }

  @Test(arguments: ["ann", "ANN", " Ann ", "\u{FF21}nn"])
  func `a name is taken in any spelling`(name: String) async throws {
    let world = try await World(Self.open).showing(nil)
    let answer = try await world.post("/sign-up", ["username": name, "password": "quite another password"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.state("page") == "signed-out/sign-up")
    #expect(try answer.page.error(of: "username") != nil)
    #expect(try await world.store.accounts().count == 1)
  }

  @Test func `a signed-in reader is redirected from sign-up`() async throws {
    let answer = try await World(Self.open).get("/sign-up")
    #expect(answer.status == .seeOther && answer.location == "/")
  }

  @Test func `after ten accounts from one network sign-up answers with 429`() async throws {
    var world = try await World(Self.open).showing(nil)
    world.peer = "127.0.0.9"
    for number in 1...10 {
      let made = try await world.post("/sign-up", ["username": "Guest \(number)", "password": World.password])
      #expect(made.status == .seeOther)
    }
    let refused = try await world.post("/sign-up", ["username": "Guest 11", "password": World.password])
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers[.retryAfter].flatMap(Int.init) != nil)
    #expect(try refused.page.value(of: "username") == "Guest 11")
  }
}
