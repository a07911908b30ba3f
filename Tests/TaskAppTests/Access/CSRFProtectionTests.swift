import HTTPTypes
import StatePagesTesting
import TaskStore
import Testing

@testable import TaskApp

struct CSRFProtectionTests {
  @Test func `a refused form has no effect, and its page gives the reason`() async throws {
    let world = try await World()
    for headers in [HTTPFields(), [.secFetchSite: "cross-site"], [.origin: "http://elsewhere.example"]] {
      var headers = headers
      headers[.contentType] = "application/x-www-form-urlencoded"
      let answer = try await world.send(.post, "/lists", headers, body: "name=House")
      #expect(answer.status == .forbidden)
      #expect(try answer.page.state("page") == "failed/forgery")
    }
    #expect(try await world.store.lists(for: world.account).isEmpty)
  }

  @Test func `a form with only the right origin is accepted`() async throws {
    let world = try await World()
    let answer = try await world.send(
      .post, "/lists", [.contentType: "application/x-www-form-urlencoded", .origin: "http://localhost"],
      body: "name=House")
    #expect(answer.status == .seeOther)
  }
}
