import HTTPTypes
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp

struct StreamingTests {
  @Test func `a slow region of a real page is streamed after its placeholder, and forms are sent with the first bytes`()
    async throws
  {
    let clock = ManualClock()
    // The real clock runs while the tasks are read, which takes an unknown time, so no deadline may be near.
    var settings = TaskApp.Settings.rehearsing
    settings.patience.deadline = .seconds(1_000_000_000)
    let world = try await World(settings, clock: clock)
    let list = try await world.makeList()
    try await world.add("a", to: list)
    let streamed = Streamed(world, "/lists/\(list)?rehearse=tasks:loading:300000")
    let done = Flag()
    let passing = Task {
      while !done.isSet {
        clock.advance(by: .milliseconds(150))
        await Task.yield()
      }
    }
    let (status, page) = try await streamed.end()
    done.set()
    await passing.value
    #expect(status == .ok)
    let placeholder = try #require(page.first { $0["data-placeholder-for"] == "tasks" })
    #expect(placeholder["aria-busy"] == "true" && placeholder.first { $0["role"] == "status" } != nil)
    #expect(page.titles() == ["a"])
    #expect(page.all { $0["data-region"] == "tasks" }.count == 1)
    let order = page.everything
    let form = try #require(order.firstIndex { $0["id"] == "new-task" })
    #expect(form < (try #require(order.firstIndex { $0["data-region"] == "tasks" })))
  }

  @Test func `a client that does not navigate gets the same page whole`() async throws {
    let world = try await World(.rehearsing, clock: ContinuousClock())
    let list = try await world.makeList()
    try await world.add("a", to: list)
    let page = try await world.get("/lists/\(list)?rehearse=tasks:loading:200").page
    #expect(page.first("template") == nil && page.titles() == ["a"])
  }
}
