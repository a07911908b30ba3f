import GRDB
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// An account with the maximum number of lists, each with the longest name.
struct ManyListsTests {
  private static let count = Limits.listsPerAccount

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

  @Test func `a task's page offers a page of lists and its own, and links to the others keeping the text`()
    async throws
  {
    let (world, lists, task) = try await scene()
    let answer = try await world.get("/tasks/\(task)")
    #expect(answer.body.utf8.count < 400_000)
    var page = try answer.page
    let (first, own) = (lists.prefix(100).map(\.description), lists[250].description)
    #expect(offered(page, "list") == [own] + first)
    #expect(page.text.contains("Lists 1 to 100 of 500."))
    for number in 2...5 {
      let form = try #require(page.form(to: "/tasks/\(task)"))
      let more = try #require(form.buttons.first { $0.name == "lists-page" && $0.value == "\(number)" })
      let answer = try await world.press(form, more, typing: ["title": "paint it", "notes": "twice", "list": own])
      #expect(answer.status == .ok)
      page = try answer.page
      #expect(page.value(of: "title") == "paint it" && page.value(of: "notes") == "twice")
      #expect(offered(page, "list").suffix(100) == lists[(number * 100 - 100)..<(number * 100)].map(\.description)[...])
    }
    #expect(try await world.mine.task(task).title == "paint", "nothing was saved")
    let form = page.form(to: "/tasks/\(task)")
    let moved = try await world.press(form, typing: ["list": lists[499].description])
    #expect(moved.status == .seeOther)
    let after = try await world.mine.task(task)
    #expect(after.list == lists[499] && after.title == "paint it")
  }

  @Test func `a list that was chosen on another page stays chosen while other fields are corrected`() async throws {
    let (world, lists, task) = try await scene()
    let form = try await world.get("/tasks/\(task)").page.form(to: "/tasks/\(task)")
    let refused = try await world.press(form, typing: ["title": "", "list": lists[450].description])
    #expect(refused.status == .unprocessableContent)
    let page = try refused.page
    let chosen = try #require(page.element(id: "list")).all("option").filter { $0["selected"] != nil }.compactMap {
      $0["value"]
    }
    #expect(chosen == [lists[450].description])
  }

  @Test func `the settings count the lists, and no page reads all of them`() async throws {
    let (world, _, task) = try await scene()
    #expect(try await world.get("/settings").page.text.contains("its 500 lists"))
    for address in ["/lists", "/settings", "/tasks/\(task)", "/trash"] {
      #expect(try await world.get(address).body.utf8.count < 2_000_000, "\(address)")
    }
  }
}
