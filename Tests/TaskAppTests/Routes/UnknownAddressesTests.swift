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
    #expect(answer.status == .notFound)
    let page = try answer.page
    #expect(page.state("page") == "failed/unknown-address")
    return page
  }

  private func account(_ page: HTMLElement) -> String? {
    page.first { $0["href"] == "/settings" }?.first { $0["class"] == "name" }?.text
  }

  @Test func `a signed-in reader gets a 404 in the own layout and theme`() async throws {
    let dark = try AccountSettings(validating: AccountSettingsInput(timeZone: "", theme: "dark", rows: "100"))
    try await world.mine.setSettings(dark)
    for method in [HTTPRequest.Method.get, .post, .put] {
      let page = try expectUnknown(try await world.send(method, "/lists/1/nowhere", .form))
      #expect(account(page) == "Ann", "\(method)")
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
