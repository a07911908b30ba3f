import Foundation
import HTTPTypes
import Logging
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// The fields for the name and the password of a followed list.
final class LoginFieldsTests: WorldTests {
  private func address(_ world: World, _ source: SourceID = SourceID(1)) async throws -> String {
    try await world.mine.source(source).address.url
  }

  @Test func `credentials are sent with the address, and printed on no page`() async throws {
    let login = "https://ann%40x:s%3Acret%20@choir.example/tasks.ics"
    world.elsewhere.answer(login, .failed(.wrongPassword))
    let form = try await world.form("/remote", at: "/remote/new")
    let answer = try await world.press(
      form, typing: ["url": World.choir, "source-user": " ann@x", "source-password": "s:cret "])
    #expect(try await address(world) == login)
    let failed = try await world.follow(answer)
    #expect(try failed.page.state("preview") == "failed/wrong-password")
    let page = try await world.page("/remote/1/address")
    #expect(page.value(of: "url") == World.choir)
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
    let control = try await world.post("/remote", ["url": World.choir, "source-user": "a\u{7}b"])
    #expect(control.status == .unprocessableContent)
  }

  @Test func `empty fields keep the credentials for the same origin, and send them to no other`() async throws {
    _ = try await world.post("/remote", ["url": World.choir, "source-user": "ann", "source-password": "one"])
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

/// An address may contain a name, a password or a secret path, none of which is ever shown or logged.
struct SecretAddressTests {
  private static let secrets = ["s1nger", "hunter2", "sesame42"]
  private static let url = "https://s1nger:hunter2@choir.example/tasks.ics?token=sesame42"

  @Test(arguments: [FetchOutcome.came(.choir), .came(.nothing), .failed(.status(401)), .failed(.blockedPort(8443))])
  func `no page, header or log line contains the secrets of an address`(_ outcome: FetchOutcome) async throws {
    var world = try await World()
    world.logLevel = .trace
    let stranger = try await Stranger(in: world)
    world.elsewhere.answer(Self.url, outcome)
    var answers: [Answer] = []
    func keep(_ answer: Answer) -> Answer {
      answers.append(answer)
      return answer
    }
    let drafted = keep(try await world.post("/remote", ["url": Self.url]))
    let draft = try #require(drafted.location)
    for page in [draft, draft + "/name", draft + "/address", draft + "/refresh"] {
      _ = keep(try await world.get(page))
      _ = keep(try await world.showing(stranger.cookie).get(page))
      _ = keep(try await world.showing(nil).get(page))
    }
    _ = keep(try await world.showing(nil).post("/remote", ["url": Self.url, "name": "Choir"]))
    _ = keep(try await world.post(draft + "/refresh"))
    _ = keep(try await world.post(draft + "/name", ["name": ""]))
    _ = keep(try await world.post(draft + "/address", ["url": "no address"]))
    let followed = keep(try await world.post(draft + "/name", ["name": "Choir"]))
    let list = try #require(followed.location?.prefix { $0 != "?" }).description
    _ = keep(try await world.follow(followed))
    _ = keep(try await world.post("/remote", ["url": Self.url]))
    for _ in 0..<2 {
      world.time.advance(by: .seconds(4_000))
      _ = keep(try await world.get(list))
      _ = keep(try await world.get("/lists"))
      _ = keep(try await world.post(list + "/refresh"))
      _ = keep(try await world.post(list + "/copy", ["to": "", "all": "open"]))
      _ = keep(try await world.post(list + "/tasks", ["title": "x"]))
      await world.app.refreshDue(world.logger)
    }
    for address in try await Crawler(world, from: ["/lists"], anyStatus: true).found.map(\.address) {
      _ = keep(try await world.get(address))
    }
    _ = keep(try await world.post(list + "/delete"))
    for page in ["/trash", list, draft, "/lists"] { _ = keep(try await world.get(page)) }
    try world.store.close()
    for page in [list, draft, "/lists"] { _ = keep(try await world.get(page)) }
    await world.app.refreshDue(world.logger)

    #expect(answers.count > 40 && world.log.texts.count > 40)
    for secret in Self.secrets {
      for line in world.log.texts { #expect(!line.contains(secret), "\(line)") }
      for answer in answers {
        #expect(!answer.body.contains(secret), "\(secret): \(answer.status)")
        #expect(!answer.headers.contains { $0.value.contains(secret) }, "\(secret): \(answer.headers)")
      }
    }
  }

  @Test func `a source is shown by host and path only`() async throws {
    let world = try await World()
    let (list, _) = try await world.follow(Self.url, as: "Choir", .choir)
    #expect(try await world.page("/lists/\(list)").text.contains("from choir.example/tasks.ics"))
  }
}
