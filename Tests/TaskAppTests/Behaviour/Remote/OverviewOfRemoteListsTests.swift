import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Followed lists among the others on the overview, each in a state of its own.
@Suite(.timeLimit(.minutes(20))) final class OverviewOfRemoteListsTests: WorldTests {
  private static let slow = "https://slow.example/"
  private static let dead = "https://dead.example/"
  private static let good = "https://good.example/"

  @Test func `a silent source delays and hides no other card`() async throws {
    let world = try await World(.streaming)
    let own = try await world.makeList("House")
    try await world.add("Sweep", to: own)
    let (slow, _) = try await world.follow(Self.slow, as: "Slow")
    let (dead, _) = try await world.follow(Self.dead, as: "Dead")
    let (good, _) = try await world.follow(Self.good, as: "Good")
    world.elsewhere.hold(Self.slow)
    world.elsewhere.answer(Self.dead, .failed(.noSuchHost))
    world.elsewhere.answer(Self.good, .came(.club))
    let streamed = Streamed(world, "/lists")
    await streamed.shows("data-placeholder-for=\"list-\(slow)\"")
    await streamed.shows("Sweep")
    await streamed.shows("Mow the lawn")
    await streamed.shows("data-reason=\"no-such-host\"")
    #expect(!streamed.text.contains("data-region=\"list-\(slow)\""))
    world.elsewhere.answer(Self.slow, .came(.choir))
    let (status, page) = try await streamed.end()
    #expect(status == .ok)
    #expect(page.state("list-\(own)") == "content" && page.state("list-\(good)") == "content")
    #expect(page.state("list-\(slow)") == "content" && page.state("list-\(dead)") == "failed/no-such-host")
  }
}
