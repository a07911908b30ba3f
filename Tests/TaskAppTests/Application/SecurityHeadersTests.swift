import HTTPTypes
import Hummingbird
import StatePages
import TestSupport
import Testing

@testable import TaskApp

struct SecurityHeadersTests {
  @Test func `every response has every header: pages, redirects, files, errors and 304`() async throws {
    let rich = try await RichWorld(.rehearsing)
    let world = rich.world
    let tag = try #require(try await world.get("/lists").headers[.eTag])
    let answers = [
      try await world.get("/lists"), try await world.get("/"), try await world.get("/lists/999"),
      try await world.get("/nowhere"), try await world.get("/lists/\(rich.deleted)"), try await world.get("/health"),
      try await world.get(world.app.assets.addresses.stylesheet), try await world.get("/assets/none.css"),
      try await world.get("/lists", [.ifNoneMatch: tag]), try await world.send(.head, "/lists"),
      try await world.send(.put, "/lists", .form), try await world.send(.post, "/lists"),
      try await world.send(.post, "/lists", .form, body: "%"), try await world.post("/lists", ["name": ""]),
      try await world.post("/lists", ["name": "New"]), try await world.get("/gallery"),
    ]
    #expect(Set(answers.map(\.status.code)) == [200, 303, 304, 400, 403, 404, 405, 410, 422])
    for answer in answers {
      for field in SecurityHeaders(framesOwnPages: true).fields {
        #expect(answer.headers[field.name] == field.value, "\(answer.status) \(field.name)")
      }
    }
  }
}
