import HTTPTypes
import StatePagesTesting
import TaskFormats
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A list with a copy: how long the copy is fresh, and what happens then.
@Suite(.timeLimit(.minutes(20))) final class FreshnessOfPagesTests: WorldTests {
  @Test func `a stale copy is revalidated with its validators, whatever the tag`() async throws {
    let (list, source) = try await world.follow(World.choir)
    try await world.record(.came(.choir, etag: "\"7\""), of: source)
    let tag = try #require(try await world.get("/lists/\(list)").headers[.eTag])
    world.time.advance(by: .seconds(15 * 60 + 1))
    world.elsewhere.answer(World.choir, .unchanged(.none))
    let answer = try await world.get("/lists/\(list)", [.ifNoneMatch: tag])
    #expect(answer.status == .ok)
    #expect(try answer.page.row("Bring the folders") != nil)
    #expect(world.elsewhere.asked.map(\.validators.etag) == ["\"7\""])
    #expect(try await world.get("/lists/\(list)").headers[.eTag] != nil)
    #expect(world.elsewhere.asked.count == 1, "unchanged is as good as new")
  }

  @Test(arguments: ["/lists/2", "/lists"])
  func `a stale copy is shown at once, marked as refreshing, then the new content`(address: String) async throws {
    let world = try await World(.streaming)
    let (list, _) = try await world.follow(World.choir, as: "Choir", .of("old"))
    let region = address == "/lists" ? "list-\(list)" : "tasks"
    world.time.advance(by: .seconds(16 * 60))
    world.elsewhere.hold(World.choir)
    let streamed = Streamed(world, address)
    await streamed.shows("data-placeholder-for=\"\(region)\"")
    await world.elsewhere.begun.reaches(1)
    world.elsewhere.answer(World.choir, .came(.of("new")))
    let page = try await streamed.end().page
    let placeholder = try #require(page.first { $0["data-placeholder-for"] == region })
    #expect(placeholder["data-state"] == "content" && placeholder["data-refresh"] == "running")
    #expect(placeholder.text.contains("old") && placeholder.text.contains("Checking…"))
    #expect(page.state(region) == "content" && page.region(region)?["data-refresh"] == nil)
    let text = try #require(page.region(region)?.text)
    #expect(text.contains("new") && !text.contains("old"))
  }
}
