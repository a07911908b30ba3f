import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

/// The page of a task prints a document in place of its form. It is Friday, 20 November 2026.
struct PrintedTaskTests {
  private func printed(_ input: TaskInput) async throws -> HTMLElement {
    let world = try await World()
    let list = try await world.makeList("House")
    let task = try await world.add(input, to: list)
    return try #require(try await world.get("/tasks/\(task)").page.first { $0["class"] == "printed" })
  }

  @Test func `it has all that is set, with days that are not relative`() async throws {
    let document = try await printed(
      TaskInput(
        title: "Order <b>tiles</b>", notes: "Matt white.\nTwelve.", due: "2026-11-21", time: "09:30",
        repeats: "2026-11-21 FREQ=WEEKLY;BYDAY=SA", start: "2026-11-19", tags: "kitchen", priority: "high"))
    #expect(document.first("h2")?.text == "Order <b>tiles</b>")
    #expect(document.all("dt").map(\.text) == ["Due", "Start", "Tags", "Priority", "List"])
    #expect(
      document.all("dd").map(\.text)
        == [
          "Saturday 21 Nov · 09:30 · every Saturday", "Thursday 19 Nov", "kitchen", "high", "House",
        ])
    #expect(document.first { $0["class"] == "text" }?.text == "Matt white.\nTwelve.")
    #expect(document.forms.isEmpty && document.all("input").isEmpty && document.all("button").isEmpty)
  }

  @Test func `it has nothing that is not set`() async throws {
    let document = try await printed(TaskInput(title: "Mow"))
    #expect(document.all("dt").map(\.text) == ["List"] && document.first { $0["class"] == "text" } == nil)
  }
}
