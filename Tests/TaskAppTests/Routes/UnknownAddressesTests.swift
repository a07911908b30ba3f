import Foundation
import HTTPTypes
import StatePagesTesting
import StateViews
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

final class UnknownAddressesTests: WorldTests {
  private func expectUnknown(_ answer: Answer) throws -> HTMLElement {
    let page = try answer.page(.notFound)
    #expect(page.state("page") == "failed/unknown-address")
    return page
  }

  private func account(_ page: HTMLElement) -> String? {
    page.first { $0["href"] == "/settings" }?.first { $0["class"] == "name" }?.text
  }

  @Test func `a signed-in reader gets a 404 in the own layout and theme`() async throws {
    let dark = try AccountSettings(validating: AccountSettingsInput(timeZone: "", theme: "dark", rows: "100"))
    try await mine.setSettings(dark)
    for method in [HTTPRequest.Method.get, .post, .put] {
      let page = try expectUnknown(try await world.send(method, "/lists/1/nowhere", .form))
      #expect(account(page) == "Ann" && page.state("rail") == "content", "\(method)")
      #expect(page.first("html")?["data-theme"] == "dark")
    }
    let (get, head) = (try await world.get("/nowhere"), try await world.send(.head, "/nowhere"))
    #expect(head.status == get.status && head.headers == get.headers && head.body.isEmpty)
    #expect(get.headers[.cacheControl]?.contains("private") == true)
  }

  @Test func `a signed-out reader gets a 404 in a layout without a name`() async throws {
    let ended = try await world.signIn(world.account)
    _ = try await world.showing(ended).post("/sign-out")
    var elsewhere = world
    elsewhere.host = "192.168.1.7"
    elsewhere.peer = "192.168.1.9"
    for world in [world.showing(nil), world.showing(ended), world.showing("__Host-fourfold=nonsense"), elsewhere] {
      let page = try expectUnknown(try await world.get("/nowhere"))
      #expect(account(page) == nil)
      #expect(!page.text.contains("Ann") as Bool)
    }
    #expect(account(try expectUnknown(try await World.unregistered().get("/nowhere"))) == nil)
  }

  @Test func `if the session cannot be looked up, the address is still not found`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      try world.store.close()
      #expect(account(try expectUnknown(try await world.get("/nowhere"))) == nil)
    }
  }
}

struct WellKnownTests {
  @Test func `a password manager is redirected to the form, signed in or not`() async throws {
    let world = try await World()
    for world in [world, world.showing(nil)] {
      let answer = try await world.get("/.well-known/change-password")
      #expect(answer.status == .seeOther && answer.location == "/settings/account#change-password")
    }
    #expect(try await world.page("/settings/account").element(id: "change-password") != nil)
    #expect(try await world.get("/.well-known/resource-that-should-not-exist").status == .notFound)
  }

  @Test func `the security contact is published if the operator sets it`() async throws {
    var settings = TaskApp.Settings.test
    settings.securityContact = "mailto:security@lists.example"
    let answer = try await World(settings).showing(nil).get("/.well-known/security.txt")
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
    let lines = answer.body.split(separator: "\n")
    #expect(lines.first == "Contact: mailto:security@lists.example")
    let expires = try #require(lines.last?.split(separator: " ").last)
    let moment = try Date(String(expires), strategy: .iso8601)
    #expect(moment > HeldTime().now.addingTimeInterval(179 * 86_400))
    #expect(moment < HeldTime().now.addingTimeInterval(365 * 86_400))
    #expect(try await World().get("/.well-known/security.txt").status == .notFound)
  }
}
