import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// An account with the maximum number of lists, each with the longest name.
struct ManyListsTests {
  /// All but the Inbox.
  private static let count = Limits.listsPerAccount - 1

  private func scene() async throws -> (World, [ListID], TaskID) {
    let world = try await World()
    var lists: [ListID] = []
    for number in 1...Self.count {
      let tail = String(repeating: "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 50)
      lists.append(try await world.makeList("List \(number) \(tail)"))
    }
    let task = try await world.add("paint", to: lists[250])[0]
    return (world, lists, task)
  }

  private func offered(_ page: HTMLElement, _ field: String) -> [String] {
    page.all("select").filter { $0["name"] == field }.flatMap { $0.all("option") }.compactMap { $0["value"] }
  }

  @Test func `a task's page offers all lists, and one stays chosen while other fields are corrected`() async throws {
    let (world, lists, task) = try await scene()
    let answer = try await world.get("/tasks/\(task)")
    #expect(answer.body.utf8.count < 1_000_000)
    let form = try answer.page.form(to: "/tasks/\(task)")
    #expect(try offered(answer.page, "list").dropFirst() == lists.map(\.description)[...])
    let refused = try await world.press(form, typing: ["title": "", "list": lists[450].description])
    let again = try refused.page(.unprocessableContent)
    let chosen = try #require(again.element(id: "list")).all("option").filter { $0["selected"] != nil }
    #expect(chosen.compactMap { $0["value"] } == [lists[450].description])
    let moved = try await world.press(again.form(to: "/tasks/\(task)"), typing: ["title": "paint it"])
    #expect(moved.status == .seeOther)
    let after = try await world.mine.task(task)
    #expect(after.list == lists[450] && after.title == "paint it")
  }

  @Test func `the settings count the lists, and no page reads all of them`() async throws {
    let (world, _, task) = try await scene()
    #expect(try await world.page("/settings/account").text.contains("its 500 lists"))
    for address in ["/lists", "/settings/account", "/tasks/\(task)", "/trash"] {
      #expect(try await world.get(address).body.utf8.count < 2_000_000, "\(address)")
    }
  }
}
