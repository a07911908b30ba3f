import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class OperatorPageTests: WorldTests {
  @Test func `to others the page does not exist, and no link leads to it`() async throws {
    let page = try await world.get("/operator")
    #expect(page.status == .notFound)
    #expect(try await world.get("/settings").page.first { $0["href"] == "/operator" } == nil)
    try await world.store.setOperator(world.account, to: true)
    #expect(try await world.get("/operator").status == .ok)
    #expect(try await world.get("/settings").page.first { $0["href"] == "/operator" } != nil)
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
    ] {
      #expect(words.contains(text), "\(text)")
    }
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
