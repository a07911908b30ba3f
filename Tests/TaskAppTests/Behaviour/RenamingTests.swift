import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class RenamingTests: WorldTests {
  private func form(_ list: ListID, in world: World) async throws -> Form? {
    try await world.get("/lists/\(list)?rename").page.form(to: "/lists/\(list)")
  }

  @Test func `a list is renamed, and the notice can undo it`() async throws {
    let list = try await world.makeList("House")
    let answer = try await world.press(form(list, in: world), typing: ["name": "Home"])
    let page = try await world.follow(answer).page
    #expect(page.first("h1")?.text == "Home")
    #expect(page.title.hasPrefix("Renamed the list to “\u{2068}Home\u{2069}”"))
    let back = try await world.follow(world.press(page.notice?.undoForms.first)).page
    #expect(back.first("h1")?.text == "House")
  }

  @Test(arguments: [("", "Enter a name"), (String(repeating: "x", count: 201), "200")])
  func `an invalid name is reported at the field, which keeps it`(name: String, words: String) async throws {
    let list = try await world.makeList()
    let page = try await world.press(form(list, in: world), typing: ["name": name]).page(.unprocessableContent)
    #expect(page.error(of: "name")?.contains(words) == true)
    #expect(page.value(of: "name") == name)
    #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["name"])
    #expect(page.all("h1").count == 1)
  }

  @Test func `a name that was changed meanwhile is reported, and sending again keeps mine`() async throws {
    let list = try await world.makeList("House")
    let stale = try await form(list, in: world)
    _ = try await world.press(stale, typing: ["name": "Theirs"])
    let page = try await world.press(stale, typing: ["name": "Mine"]).page(.conflict)
    #expect(page.error(of: "name")?.contains("Theirs") == true)
    #expect(page.value(of: "name") == "Mine")
    #expect(try await world.press(page.form(to: "/lists/\(list)")).status == .seeOther)
    #expect(try await world.mine.list(list).name == "Mine")
  }
}
