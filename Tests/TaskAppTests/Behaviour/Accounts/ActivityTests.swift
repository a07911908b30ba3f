import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// The activity page: the sign-ins to an account, and the refused ones.
final class ActivityTests: WorldTests {
  private func rows(_ answer: Answer) throws -> [String] {
    try answer.page.region("activity")?.all { $0["class"] == "name" }.map(\.text) ?? []
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
}

final class OperatorPageTests: WorldTests {
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
}
