import HTTPTypes
import Hummingbird
import StatePages
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// What the process does before it listens.
final class WarmUpTests: WorldTests {
  @Test func `the page that is rendered is the page of a list, on a browser's whole path`() async throws {
    let response = try await TrialPage(like: world.app).response(world.logger)
    #expect(response.status == .ok)
    #expect(response.headers[.contentEncoding] == "gzip" && response.headers[.eTag] != nil)
    #expect(world.app.renderCache.count.entries == 0)
  }

  @Test func `warming up writes nothing, and logs nothing`() async throws {
    let before = try await mine.listsRevision()
    await world.app.warmUp(world.logger)
    #expect(try await mine.listsRevision() == before)
    #expect(world.log.texts.isEmpty)
  }

  @Test func `the samples have a row of every kind`() {
    let rows = Samples.everyRow
    #expect(Set(rows.map(\.priority)).count == 4 && Set(rows.map(\.hasNotes)).count == 2)
    #expect(Set(rows.map(\.due)).count == 6 && rows.contains { $0.done != nil })
  }
}

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
