import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The review. It is Friday, 20 November 2026.
final class ReviewPageTests: WorldTests {
  @Test func `without lists and tasks there is nothing to review, and the page leads to the lists`() async throws {
    let page = try await world.page("/review")
    #expect(page.state("review") == "empty/nothing-yet")
    #expect(page.region("review")?.first { $0["href"] == "/lists" }?.text == "Go to your lists")
    _ = try await world.makeList("House")
    #expect(try await world.page("/review").state("review") == "empty/nothing-yet")
    #expect(try await world.page("/lists").first { $0["href"] == "/review" }?.text == "Review")
  }

  @Test func `tasks completed per day are a chart, and a table of eight weeks`() async throws {
    let list = try await world.makeList("House")
    for task in try await world.add("a", "b", "c", to: list) { try await mine.complete(task) }
    world.time.advance(by: .seconds(3 * 86_400))
    let task = try await world.add("d", "e", to: list)[0]
    try await mine.complete(task)
    let page = try await world.page("/review")
    #expect(page.title == "Review – Fourfold")
    let region = try #require(page.region("review"))
    #expect(region.text.contains("4 tasks completed") && region.text.contains("The most on one day: 3."))
    let bars = region.all("rect")
    #expect(bars.map { $0["height"] } == ["100", "33"] && bars.map { $0["x"] } == ["461", "491"])
    #expect(bars.map(\.text) == ["Friday, 20 Nov: 3", "Monday, 23 Nov: 1"])
    let weeks = region.all("tr").filter { $0.text.contains("Nov") }.suffix(2).map { $0.all("td").map(\.text) }
    #expect(weeks == [["0", "0", "0", "0", "3", "0", "0", "3"], ["1", "", "", "", "", "", "", "1"]])
    #expect(region.all("tr").count == 1 + ReviewScreen.weeks + 2)
  }

  @Test func `lists tell how many tasks are late, with a link to them, and what was put off`() async throws {
    let list = try await world.makeList("House")
    let task = try await world.add(TaskInput(title: "Tiles", due: "2026-11-17"), to: list)
    for due in ["2026-11-18", "2026-11-19"] {
      let version = try await world.version(of: task).description
      let sent = try await world.post("/tasks/\(task)", ["title": "Tiles", "due": due, "version": version])
      #expect(sent.status == .seeOther)
    }
    let region = try #require(try await world.page("/review").region("review"))
    #expect(region.text.contains("Nothing completed in 8 weeks") && region.all("rect").isEmpty)
    let late = try #require(region.first { $0["class"] == "overdue" })
    #expect(late["aria-label"] == "1 late in House")
    let address = try #require(late["href"])
    #expect(try await world.page(address).region("results")?.text.contains("Tiles") == true)
    #expect(region.text.contains("House · moved later 2 times · 1 day late"))
  }

  @Test func `the review is of the reader's day`() async throws {
    try await world.add("a", to: try await world.makeList("House"))
    let tag = try await world.get("/review").headers[.eTag]
    #expect(try await world.get("/review").headers[.eTag] == tag && tag != nil)
    world.time.advance(by: .seconds(86_400))
    #expect(try await world.get("/review").headers[.eTag] != tag)
  }
}
