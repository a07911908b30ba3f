import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class RemovalTests: WorldTests {
  private func remove(_ world: World, _ password: String = World.password) async throws -> Answer {
    try await world.press(
      world.get("/settings").page.form(to: "/settings/remove"), typing: ["password": password])
  }

  @Test func `an account is removed with all its data, and nothing else is`() async throws {
    let rich = try await RichWorld()
    let stranger = try await Stranger(in: rich.world)
    let before = try await Rows(of: stranger.account, in: rich.world.store)
    let answer = try await remove(rich.world)
    #expect(answer.location == "/lists")
    #expect(answer.headers[.setCookie] == "__Host-fourfold=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
    #expect(answer.headers[.clearSiteData] == "\"cache\"")
    try await rich.world.store.deleteRemoved()
    #expect(try await Rows(of: rich.world.account, in: rich.world.store).isEmpty)
    let all = try await Rows(of: rich.world.store)
    for words in ["Garden", "Order tiles", "Attic", "matt", "Ann"] { #expect(!all.contains(words), "\(words)") }
    #expect(try await Rows(of: stranger.account, in: rich.world.store).changes(since: before) == "")
    #expect(try await rich.world.get("/lists").page.state("page") == "signed-out/registered")
    #expect(try await rich.world.post("/sign-in", ["username": "Ann", "password": World.password]).cookie == nil)
    #expect(try await rich.world.showing(stranger.cookie).get("/lists/\(stranger.list)").status == .ok)
  }

  @Test func `removing needs the password; a wrong one is reported at its field, in the opened section`() async throws {
    _ = try await world.makeList()
    for password in ["a guess", ""] {
      let answer = try await remove(world, password)
      #expect(answer.status == .unprocessableContent && answer.headers[.setCookie] == nil)
      let details = try #require(try answer.page.first { $0.name == "details" && $0["class"] == "delete-account" })
      #expect(details["open"] != nil && details.error(of: "password") != nil)
      #expect(try answer.page.all { $0["autofocus"] != nil }.map { $0["id"] } == ["remove-password"])
    }
    #expect(try await world.mine.lists().count == 1)
  }

  @Test func `an export is offered first, and the page names what will be removed`() async throws {
    for _ in 1...3 { _ = try await world.makeList() }
    let details = try #require(try await world.get("/settings").page.first { $0["class"] == "delete-account" })
    #expect(details["open"] == nil)
    #expect(details.text.contains("its 3 lists") && details.text.contains("Ann"))
    #expect(details.first { $0["href"] == "#export" } != nil)
  }

  @Test func `guesses within a session are limited`() async throws {
    for _ in 1...10 { #expect(try await remove(world, "a guess").status == .unprocessableContent) }
    let stopped = try await remove(world)
    #expect(stopped.status == .tooManyRequests && stopped.headers[.retryAfter] != nil)
    #expect(try await world.get("/lists").status == .ok)
  }

  @Test func `after the last account is removed, the next visitor makes the first`() async throws {
    _ = try await remove(world)
    let gate = try await world.get("/lists").page
    #expect(gate.state("page") == "signed-out/unregistered")
    let entered = try await world.press(
      gate.forms.first,
      typing: ["username": "Ben", "password": World.password, "password-again": World.password])
    #expect(entered.status == .seeOther)
  }
}
