import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class PasswordChangeTests: WorldTests {
  private static let new = "another day in the garden"

  private func change(
    _ world: World, _ current: String = World.password, to new: String = PasswordChangeTests.new, again: String? = nil
  ) async throws -> Answer {
    let form = try await world.form("/settings/password", at: "/settings")
    return try await world.press(
      form, typing: ["password": current, "new-password": new, "password-again": again ?? new])
  }

  @Test func `a change ends all other sessions, and this one continues with a new token`() async throws {
    let elsewhere = world.showing(try await world.signIn(world.account))
    let answer = try await change(world)
    #expect(answer.status == .seeOther)
    let after = try world.showing(cookieOf: answer)
    #expect(after.cookie != world.cookie)
    #expect(answer.deviceCookie != nil, "the browser is known, as after signing in")
    #expect(try await after.follow(answer).page.notice?.text.contains("assword") == true)
    for old in [world, elsewhere] { #expect(try await old.page("/lists").state("page") == "signed-out/expired") }
    #expect(try await world.mine.sessions().count == 1)
    #expect(try await world.post("/sign-in", ["username": "Ann", "password": World.password]).cookie == nil)
    #expect(try await world.post("/sign-in", ["username": "Ann", "password": Self.new]).cookie != nil)
  }

  @Test(arguments: [false, true])
  func `a change offers to end the calendar feeds, which can be resumed`(isTicked: Bool) async throws {
    func change(_ current: String) async throws -> Answer {
      try await world.post(
        "/settings/password",
        fields: [("password", current), ("new-password", Self.new), ("password-again", Self.new)]
          + (isTicked ? [("end-feeds", "yes")] : []))
    }
    #expect(try await world.page("/settings").first { $0["name"] == "end-feeds" } == nil, "there are none")
    let digest = FeedSecret().digest
    let feed = try await mine.addFeed(of: .today, digest: digest, submission: .fresh()).id
    #expect(try await world.page("/settings").first { $0["name"] == "end-feeds" } != nil)
    let refused = try await change("a guess")
    #expect(refused.status == .unprocessableContent)
    #expect(try (refused.page.first { $0["name"] == "end-feeds" }?["checked"] != nil) == isTicked)
    #expect(try await world.store.feed(digest: digest) != nil)
    let after = try await world.showing(cookieOf: change(World.password))
    #expect(try await (world.store.feed(digest: digest) == nil) == isTicked)
    if !isTicked { return }
    let resume = try await after.form("/settings/feeds/\(feed)/resume", at: "/settings/feeds")
    #expect(try await after.press(resume).status == .seeOther)
    #expect(try await world.store.feed(digest: digest) != nil)
  }

  @Test func `a wrong current password is reported at its field, and nothing changes`() async throws {
    let answer = try await change(world, "a guess")
    #expect(answer.status == .unprocessableContent && answer.cookie == nil)
    let page = try answer.page
    #expect(page.error(of: "password") != nil)
    #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["password"])
    #expect(page.state("sessions") == "content")
    #expect(try await world.get("/lists").status == .ok)
    #expect(try await world.post("/sign-in", ["username": "Ann", "password": World.password]).status == .seeOther)
  }

  @Test(arguments: [("short", "8 characters"), ("password", ""), ("", ""), (String(repeating: "x", count: 257), "256")])
  func `an invalid password is reported at the field of the new one`(new: String, words: String) async throws {
    let answer = try await change(world, to: new)
    #expect(answer.status == .unprocessableContent && answer.cookie == nil)
    #expect(try answer.page.error(of: "new-password")?.contains(words) == true)
    #expect(try await world.get("/lists").status == .ok)
  }

  @Test func `one answer tells what is wrong with all three fields, and counts as a guess`() async throws {
    for current in ["a guess", ""] {
      let answer = try await change(world, current, to: "short", again: "other")
      #expect(answer.status == .unprocessableContent && answer.cookie == nil)
      let page = try answer.page
      #expect(page.error(of: "password") == (current.isEmpty ? "Enter a password." : "Wrong password."))
      #expect(page.error(of: "new-password")?.contains("8 characters") == true)
      #expect(page.error(of: "password-again") != nil)
      #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["password"])
    }
    for _ in 1...9 { #expect(try await change(world, "a guess", to: "short").status == .unprocessableContent) }
    #expect(try await change(world, "a guess", to: "short").status == .tooManyRequests)
  }

  @Test func `a mismatch is reported at the second field`() async throws {
    let answer = try await change(World(), again: "another day in the gardn")
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "password-again") != nil)
  }

  @Test func `the notice is shown for ten minutes, and only after a real change`() async throws {
    world.time.advance(by: .seconds(601))
    #expect(try await world.page("/settings?did=password-changed").notice == nil)
    let answer = try await change(world)
    let after = try world.showing(cookieOf: answer)
    world.time.advance(by: .seconds(599))
    #expect(try await after.follow(answer).page.notice != nil)
    world.time.advance(by: .seconds(2))
    #expect(try await after.follow(answer).page.notice == nil)
  }
}

final class RemovalTests: WorldTests {
  private func remove(_ world: World, _ password: String = World.password) async throws -> Answer {
    try await world.press(world.form("/settings/remove", at: "/settings"), typing: ["password": password])
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
    #expect(try await rich.world.page("/lists").state("page") == "signed-out/registered")
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
    #expect(try await mine.lists().count == 1)
  }

  @Test func `an export is offered first, and the page names what will be removed`() async throws {
    for _ in 1...3 { _ = try await world.makeList() }
    let details = try #require(try await world.page("/settings").first { $0["class"] == "delete-account" })
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
    let gate = try await world.page("/lists")
    #expect(gate.state("page") == "signed-out/unregistered")
    let entered = try await world.press(
      gate.forms.first,
      typing: ["username": "Ben", "password": World.password, "password-again": World.password])
    #expect(entered.status == .seeOther)
  }
}
