import HTTPTypes
import TestSupport
import Testing

@testable import TaskApp

struct StreamingTests {
  @Test func `a slow region of a real page streams in behind its placeholder, and forms are there from the start`()
    async throws
  {
    let clock = ManualClock()
    let world = try await World(.rehearsing, clock: clock)
    let list = try await world.makeList()
    try await world.add("a", to: list)
    async let asked = world.get("/lists/\(list)?rehearse=tasks:loading:3600000", [.secFetchDest: "document"])
    // The grace passes many times over before the load may end.
    for _ in 0..<200 {
      clock.advance(by: .milliseconds(150))
      try await Task.sleep(for: .milliseconds(1))
    }
    clock.advance(by: .seconds(3_600))
    let answer = try await asked
    #expect(answer.status == .ok)
    #expect(answer.headers[.eTag] == nil)
    let page = try answer.page
    let placeholder = try #require(page.first { $0["data-placeholder-for"] == "tasks" })
    #expect(placeholder["aria-busy"] == "true" && placeholder.first { $0["role"] == "status" } != nil)
    #expect(page.titles() == ["a"])
    #expect(page.all { $0["data-region"] == "tasks" }.count == 1)
    let order = page.everything
    let form = try #require(order.firstIndex { $0["id"] == "new-task" })
    #expect(form < (try #require(order.firstIndex { $0["data-region"] == "tasks" })))
  }

  @Test func `who does not navigate gets the same page whole`() async throws {
    let world = try await World(.rehearsing)
    let list = try await world.makeList()
    try await world.add("a", to: list)
    let page = try await world.get("/lists/\(list)?rehearse=tasks:loading:200").page
    #expect(page.first("template") == nil && page.titles() == ["a"])
  }
}
