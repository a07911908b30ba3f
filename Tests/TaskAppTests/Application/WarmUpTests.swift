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
    let before = try await world.mine.listsRevision()
    await world.app.warmUp(world.logger)
    #expect(try await world.mine.listsRevision() == before)
    #expect(world.log.texts.isEmpty)
  }

  @Test func `the samples have a row of every kind`() {
    let rows = Samples.everyRow
    #expect(Set(rows.map(\.priority)).count == 4 && Set(rows.map(\.hasNotes)).count == 2)
    #expect(Set(rows.map(\.due)).count == 6 && rows.contains { $0.done != nil })
  }
}
