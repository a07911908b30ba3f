import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// The activity page: the sign-ins to an account, and the refused ones.
final class ActivityTests: WorldTests {
  private func names(_ world: World) async throws -> [String] { try await rows(world.get("/settings/activity")) }

  private func rows(_ answer: Answer) throws -> [String] {
    try answer.page.region("activity")?.all { $0["class"] == "name" }.map(\.text) ?? []
  }

  @Test func `all events about access to the account are listed, with network and browser`() async throws {
    var settings = TaskApp.Settings.test
    settings.plainHTTP = true
    var world = try World.unregistered(settings)
    world.peer = "192.0.2.77"
    let made = try await world.send(
      .post, "/set-up", HTTPFields.form.with(.userAgent, "Firefox/149.0 Linux"),
      body: Form.encoded([("username", "Ann"), ("password", World.password)]))
    var inside = try world.showing(cookieOf: made)
    let account = try #require(try await world.store.accounts().first?.account.id)
    let elsewhere = try await world.signIn(account)
    let other = try #require(try await world.store.session(digest: World.token(elsewhere).digest)).session.id
    _ = try await inside.post("/settings/sessions/\(other)/revoke")
    _ = try await inside.post("/settings/export", ["password": World.password])
    _ = try await inside.post(
      "/settings/password", ["password": "a guess", "new-password": "another day in the garden"])
    await world.app.writeUses(world.logger)
    let changed = try await inside.post(
      "/settings/password", ["password": World.password, "new-password": "another day in the garden"])
    inside = try world.showing(cookieOf: changed)
    world.peer = "2001:db8:0:5::1"
    for _ in 1...3 { _ = try await world.showing(nil).post("/sign-in", ["username": "ann", "password": "a guess"]) }
    await world.app.writeUses(world.logger)
    inside.peer = "127.0.0.1"
    #expect(
      try await names(inside) == [
        "Failed sign-in: wrong password", "Password changed", "Wrong password entered in settings",
        "Everything exported", "Signed out another browser", "Signed in", "Account created",
      ])
    let hints = try await inside.page("/settings/activity").all { $0["class"] == "hint" }.map(\.text)
    #expect(hints.contains { $0.contains("3 times") && $0.contains("from network 2001:db8:0:5::/64") })
    #expect(hints.contains { $0.contains("Firefox on Linux") && $0.contains("from network 192.0.2.0/24") })
    #expect(try await inside.page("/settings").first { $0["href"] == "/settings/activity" } != nil)
  }

  @Test func `a long trail is paged, with links to older events`() async throws {
    for number in 0..<120 {
      let origin = AccountEvent.Origin(network: "10.0.\(number).0/24", agent: "")
      let kind: AccountEvent.Kind = number.isMultiple(of: 2) ? .signedIn : .exported
      try await world.store.addAccountEvents([(world.account, AccountEventEntry(kind, from: origin))])
    }
    let first = try await world.get("/settings/activity")
    #expect(try rows(first).count == ActivityScreen.mostRows)
    let older = try #require(
      try first.page.first { $0["href"]?.hasPrefix("/settings/activity?before=") == true }?["href"])
    let second = try await world.get(older)
    #expect(try rows(second).count == 20)
    #expect(try second.page.first { $0["href"]?.hasPrefix("/settings/activity?before=") == true } == nil)
  }

  @Test func `another account sees none of it`() async throws {
    let ben = try await world.another()
    try await world.store.addAccountEvents([(world.account, AccountEventEntry(.exported, from: .console))])
    #expect(try await ben.page("/settings/activity").state("activity") == "empty/nothing-yet")
  }
}

extension HTTPFields {
  func with(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
    var fields = self
    fields[name] = value
    return fields
  }
}

final class OperatorPageTests: WorldTests {
  @Test func `to others the page does not exist, and no link leads to it`() async throws {
    let page = try await world.get("/operator")
    #expect(page.status == .notFound)
    #expect(try await world.page("/settings").first { $0["href"] == "/operator" } == nil)
    try await world.store.setOperator(world.account, to: true)
    #expect(try await world.get("/operator").status == .ok)
    #expect(try await world.page("/settings").first { $0["href"] == "/operator" } != nil)
    try await world.store.setOperator(world.account, to: false)
    #expect(try await world.get("/operator").status == .notFound, "at once")
  }

  @Test func `the page tells names of accounts and figures, and nothing of their lists`() async throws {
    try await world.store.setOperator(world.account, to: true)
    let ben = try await world.store.addAccount(Username(validating: "Ben"), password: "r")
    let house = try await world.makeList("Secret house")
    try await world.add("Secret task", to: house)
    try await world.store.disableAccount(ben.id)
    world.app.note(
      SlowRequest(method: "GET", route: "/search", status: 200, duration: .milliseconds(1_260), at: world.time.now))
    let answer = try await world.get("/operator")
    let words = answer.words
    for text in [
      "Ann (operator)", "Ben (disabled)", "1 of 100,000 tasks", "GET /search", "1.3 s, status 200", "All is well",
    ] { #expect(words.contains(text), "\(text)") }
    for name in ["state", "accounts", "events"] {
      let region = try #require(try answer.page.region(name))
      #expect(region["data-state"] == "content" && !region.text.contains("Secret"))
    }
  }

  @Test func `accounts are paged`() async throws {
    try await world.store.setOperator(world.account, to: true)
    for number in 1...60 {
      _ = try await world.store.addAccount(Username(validating: "Account \(number)"), password: "r")
    }
    let first = try await world.get("/operator")
    #expect(first.words.contains("1–50 of 61"))
    #expect(try first.page.state("events") == "empty/nothing-yet")
    let second = try await world.get("/operator?page=2")
    #expect(second.words.contains("51–61 of 61") && second.words.contains("Account 60"))
    #expect(try await world.get("/operator?page=9").words.contains("51–61 of 61"))
  }
}
