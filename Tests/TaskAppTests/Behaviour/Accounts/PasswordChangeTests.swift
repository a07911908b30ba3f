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

  @Test func `guesses within a session are limited`() async throws {
    for _ in 1...10 { #expect(try await remove(world, "a guess").status == .unprocessableContent) }
    let stopped = try await remove(world)
    #expect(stopped.status == .tooManyRequests && stopped.headers[.retryAfter] != nil)
    #expect(try await world.get("/lists").status == .ok)
  }
}
