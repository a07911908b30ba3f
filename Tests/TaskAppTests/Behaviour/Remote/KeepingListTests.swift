import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

/// A followed list becomes one of the account's own, with one press in its menu.
final class KeepingListTests: WorldTests {
  private static let url = "https://choir.example/tasks.ics"

  @Test func `one press makes it an own list, and one undo a followed one again`() async throws {
    let list = try await world.follow(Self.url, as: "Choir", .choir).list
    let before = try await world.get("/lists/\(list)").page
    let landing = try await world.follow(world.press(before.form(to: "/lists/\(list)/keep")))
    #expect(landing.status == .ok && landing.words.contains("your own now"))
    let page = try landing.page
    #expect(page.first("h1")?.text == "Choir")
    #expect(page.state("tasks") == "content")
    #expect(page.form(to: "/lists/\(list)/refresh") == nil)
    #expect(try await world.get("/lists/\(list)").status == .gone, "in the trash")
    let undone = try await world.follow(world.press(page.undoForms.first))
    #expect(undone.status == .ok)
    #expect(try await world.get("/lists/\(list)").page.form(to: "/lists/\(list)/refresh") != nil)
  }

  @Test func `pressed twice, it leads to the same list`() async throws {
    let list = try await world.follow(Self.url, as: "Choir", .choir).list
    let form = try await world.get("/lists/\(list)").page.form(to: "/lists/\(list)/keep")
    let first = try await world.press(form)
    let lists = try await world.mine.lists()
    #expect(try await world.press(form).location == first.location)
    #expect(try await world.mine.lists() == lists)
  }

  @Test func `a list that was never fetched has nothing to keep, and says so`() async throws {
    let answer = try await world.post("/remote", ["url": Self.url, "name": "Choir"])
    let list = try #require(try await world.mine.lists().first).id
    #expect(answer.status == .seeOther)
    let refused = try await world.post("/lists/\(list)/keep", ["version": ""])
    #expect(refused.status == .conflict && refused.words.contains("No tasks to keep"))
  }
}
