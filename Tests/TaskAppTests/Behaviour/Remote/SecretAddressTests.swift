import Foundation
import HTTPTypes
import Logging
import StatePagesTesting
import TaskFormats
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

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
