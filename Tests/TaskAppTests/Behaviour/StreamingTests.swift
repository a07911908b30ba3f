import HTTPTypes
import StatePages
import Testing

@testable import TaskApp

struct StreamingTests {
  @Test func `a slow region of a real page streams in behind its placeholder, and forms are there from the start`()
    async throws
  {
    var settings = TaskApp.Settings.rehearsing
    settings.patience = Pages.Patience(grace: .milliseconds(20))
    let world = try World(settings)
    let list = try await world.makeList()
    try await world.add("a", to: list)
    let answer = try await world.get("/lists/\(list)?rehearse=tasks:loading:1000", [.secFetchDest: "document"])
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
    let world = try World(.rehearsing)
    let list = try await world.makeList()
    try await world.add("a", to: list)
    let page = try await world.get("/lists/\(list)?rehearse=tasks:loading:200").page
    #expect(page.first("template") == nil && page.titles() == ["a"])
  }
}
