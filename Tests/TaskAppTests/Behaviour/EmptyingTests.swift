import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

struct EmptyingTests {
  @Test func `the trash is emptied in two steps in place, of the rows that its page showed`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let tasks = try await world.add("a", "b", "c", to: list)
    _ = try await world.post("/tasks/\(tasks[0])/delete")
    let trash = try await world.get("/trash").page
    let details = try #require(trash.first { $0.name == "details" })
    #expect(details["open"] == nil && details.text.contains("can’t be undone"))
    let form = try #require(trash.form(to: "/trash/empty"))
    world.time.advance(by: .seconds(5))
    _ = try await world.post("/tasks/\(tasks[1])/delete")
    let emptied = try await world.press(form)
    #expect(emptied.status == .seeOther && emptied.location == "/trash")
    // Work that takes longer than a response should continues in the background.
    try await world.store.deleteRemoved()
    let left = try await world.follow(emptied).page
    #expect(left.form(to: "/tasks/\(tasks[0])/restore") == nil)
    #expect(left.form(to: "/tasks/\(tasks[1])/restore") != nil)
    _ = try await world.press(left.form(to: "/trash/empty"))
    try await world.store.deleteRemoved()
    #expect(try await world.get("/trash").page.state("trash") == "empty/nothing-yet")
    #expect(try await world.post("/trash/empty", ["until": "soon"]).status == .badRequest)
    #expect(try await world.post("/trash/empty").status == .badRequest)
  }
}
