import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The fields for the name and the password of a followed list.
final class LoginFieldsTests: WorldTests {
  private static let url = "https://choir.example/tasks.ics"

  private func address(_ world: World, _ source: SourceID = SourceID(1)) async throws -> String {
    try await world.mine.source(source).address.url
  }

  @Test func `credentials are sent with the address, and printed on no page`() async throws {
    let login = "https://ann%40x:s%3Acret%20@choir.example/tasks.ics"
    world.elsewhere.answer(login, .failed(.wrongPassword))
    let form = try #require(try await world.get("/remote/new").page.form(to: "/remote"))
    let answer = try await world.press(
      form, typing: ["url": Self.url, "source-user": " ann@x", "source-password": "s:cret "])
    #expect(try await address(world) == login)
    let failed = try await world.follow(answer)
    #expect(try failed.page.state("preview") == "failed/wrong-password")
    let page = try await world.get("/remote/1/address").page
    #expect(page.value(of: "url") == Self.url)
    #expect(page.value(of: "source-user") == "" && (page.value(of: "source-password") ?? "") == "")
    for body in [failed.body, try await world.get("/remote/1/address").body] {
      #expect(!body.contains("ann%40x") && !body.contains("ann@x") && !body.contains("cret"))
    }
  }

  @Test func `an invalid address keeps the name, and never the password`() async throws {
    let answer = try await world.post(
      "/remote", ["url": "no address", "source-user": "ann", "source-password": "s3cret"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.value(of: "source-user") == "ann")
    #expect(!answer.body.contains("s3cret"))
    let control = try await world.post("/remote", ["url": Self.url, "source-user": "a\u{7}b"])
    #expect(control.status == .unprocessableContent)
  }

  @Test func `empty fields keep the credentials for the same origin, and send them to no other`() async throws {
    _ = try await world.post("/remote", ["url": Self.url, "source-user": "ann", "source-password": "one"])
    func change(_ fields: KeyValuePairs<String, String>) async throws -> String {
      #expect(try await world.post("/remote/1/address", fields).status == .seeOther)
      return try await address(world)
    }
    let path = "choir.example/other.ics"
    #expect(try await change(["url": "https://\(path)"]) == "https://ann:one@\(path)")
    #expect(
      try await change(["url": "https://\(path)", "source-user": "bob", "source-password": "two"])
        == "https://bob:two@\(path)")
    #expect(try await change(["url": "https://\(path)", "source-forget": "yes"]) == "https://\(path)")
    _ = try await change(["url": "https://\(path)", "source-user": "ann", "source-password": "one"])
    #expect(try await change(["url": "https://choir.example:8443/x"]) == "https://choir.example:8443/x")
    _ = try await change(["url": "https://\(path)", "source-user": "ann", "source-password": "one"])
    #expect(
      try await change(["url": "http://\(path)"]) == "http://\(path)",
      "what was given in secret is not sent in the open")
  }
}
