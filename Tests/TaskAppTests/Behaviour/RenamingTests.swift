import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class RenamingTests: WorldTests {
  private func form(_ list: ListID, in world: World) async throws -> Form? {
    try await world.page("/lists/\(list)?rename").form(to: "/lists/\(list)")
  }

  @Test func `a list is renamed, and the notice can undo it`() async throws {
    let list = try await world.makeList("House")
    let answer = try await world.press(form(list, in: world), typing: ["name": "Home"])
    let page = try await world.follow(answer).page
    #expect(page.first("h1")?.text == "Home")
    #expect(page.title.hasPrefix("Renamed the list to “\u{2068}Home\u{2069}”"))
    let back = try await world.submit(page.notice?.undoForms.first)
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
    #expect(try await mine.list(list).name == "Mine")
  }
}

/// A list that starts again, and a copy of a list. It is Friday, 20 November 2026.
struct StartingAgainTests {
  private let world: World
  private let list: ListID

  init() async throws {
    world = try await World()
    list = try await world.makeList("Packing")
    for (title, due) in [("Tent", "2026-06-10"), ("Stove", "2026-06-12")] {
      try await world.add(TaskInput(title: title, due: due), to: list)
    }
  }

  private func completeAll() async throws {
    let tasks = try await world.mine.openPage(1, of: 9, in: list).rows.map(\.id)
    for task in tasks { _ = try await world.mine.complete(task, on: .first) }
  }

  @Test func `its menu asks for a date, its completed tasks open again, and one undo takes it back`() async throws {
    #expect(try await world.page("/lists/\(list)").first { $0["href"] == "/lists/\(list)?again" } == nil)
    try await completeAll()
    #expect(try await world.page("/lists/\(list)").first { $0["href"] == "/lists/\(list)?again" } != nil)
    let form = try await world.form("/lists/\(list)/again", at: "/lists/\(list)?again")
    let wrong = try await world.press(form, typing: ["due": "soon"])
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.error(of: "due")?.isEmpty == false && wrong.page.value(of: "due") == "soon")
    let page = try await world.submit(form, typing: ["due": "2027-01-01"])
    #expect(page.text.contains("Reopened 2 tasks"))
    #expect(
      try await world.mine.openPage(1, of: 9, in: list).rows.compactMap(\.due?.iso).sorted() == [
        "2027-01-01", "2027-01-03",
      ])
    _ = try await world.press(page.notice?.undoForms.first)
    #expect(try await world.mine.list(list).open == 0)
  }

  @Test func `a copy opens with its name to change, once for a form that is sent twice`() async throws {
    let form = try await world.form("/lists/\(list)/duplicate", at: "/lists/\(list)")
    let answer = try await world.press(form)
    #expect(try await world.press(form).location == answer.location)
    let page = try await world.follow(answer).page
    #expect(page.value(of: "name") == "Packing" && page.titles().sorted() == ["Stove", "Tent"])
    #expect(try await world.mine.lists().count == 2)
    _ = try await world.press(page.notice?.undoForms.first)
    #expect(try await world.mine.lists().count == 1)
  }
}

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

  @Test func `a task's page offers all lists, and one stays chosen while other fields are corrected`() async throws {
    let (world, lists, task) = try await scene()
    let answer = try await world.get("/tasks/\(task)")
    #expect(answer.body.utf8.count < 1_000_000)
    let form = try answer.page.form(to: "/tasks/\(task)")
    #expect(try offered(answer.page, "list") == lists.map(\.description))
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
    #expect(try await world.page("/settings").text.contains("its 500 lists"))
    for address in ["/lists", "/settings", "/tasks/\(task)", "/trash"] {
      #expect(try await world.get(address).body.utf8.count < 2_000_000, "\(address)")
    }
  }
}
