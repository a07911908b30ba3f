import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The changes of a refresh are reported by titles.
final class BroughtAndTakenTests: WorldTests {
  private static let url = "https://choir.example/tasks.ics"

  private func rows(_ world: World, _ list: ListID) async throws -> [String] {
    try await world.get("/lists/\(list)/history").page.region("source-log")?.all("li").map(\.text) ?? []
  }

  @Test func `a refresh reports the titles of added and removed tasks`() async throws {
    let (list, _) = try await world.follow(Self.url, as: "Shop", .of("Eggs", "Tea"))
    world.time.advance(by: .seconds(3_600))
    world.elsewhere.answer(Self.url, .came(.of("Milk", "Tea", "<b>Bread")))
    _ = try await world.get("/lists/\(list)")
    let told = try await rows(world, list)
    try #require(told.count == 2)
    #expect(told[0].contains("New: 2 – Milk, <b>Bread · Removed: 1 – Eggs"), "\(told)")
    #expect(!told[1].contains("new:"), "the first copy is no news")
    world.time.advance(by: .seconds(3_600))
    _ = try await world.get("/lists/\(list)")
    let later = try await rows(world, list)
    #expect(later.count == 3 && !later[0].contains("new:"), "what has not changed is told apart: \(later)")
  }

  @Test func `a list that has become empty reports the removed tasks, and a new address reports none as added`()
    async throws
  {
    let (list, source) = try await world.follow(Self.url, as: "Shop", .of("Eggs"))
    world.time.advance(by: .seconds(3_600))
    world.elsewhere.answer(Self.url, .came(.nothing))
    _ = try await world.get("/lists/\(list)")
    #expect(try await rows(world, list).first?.contains("choir.example had no tasks. Removed: 1 – Eggs") == true)
    world.elsewhere.answer("https://club.example/", .came(.club))
    _ = try await world.follow(try await world.post("/remote/\(source)/address", ["url": "club.example"]))
    #expect(try await rows(world, list).first?.contains("new:") == false)
  }
}
