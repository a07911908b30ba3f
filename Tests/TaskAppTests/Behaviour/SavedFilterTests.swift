import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Searches that are saved among the lists. It is Friday, 20 November 2026.
struct SavedFilterTests {
  private let world: World

  init() async throws {
    world = try await World()
    let house = try await world.makeList("House")
    for input in [
      TaskInput(title: "Late tiles", due: "2026-11-18", priority: "high"),
      TaskInput(title: "Tiles today", due: "2026-11-20"), TaskInput(title: "Tiles next week", due: "2026-11-26"),
      TaskInput(title: "Undated tiles"),
    ] { try await world.add(input, to: house) }
  }

  private func saved(_ query: String, as name: String, in world: World) async throws -> Answer {
    try await world.press(form(on: world.page("/search?\(query)")), typing: ["name": name])
  }

  private func form(on page: HTMLElement) -> Form? {
    page.forms.first { $0.action == "/search" && $0.method == "post" }
  }

  /// The name and number of each row in the pane of lists.
  private func pane(_ page: HTMLElement) -> [String] {
    (page.region("rail")?.all("li") ?? []).map { row in
      row.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  @Test func `a search is saved, shown with its matches, and counted in the pane`() async throws {
    let answer = try await saved("due=week", as: "Soon", in: world)
    #expect(answer.status == .seeOther && answer.location?.hasPrefix("/lists/2?did=") == true)
    let page = try await world.follow(answer).page
    #expect(page.title.hasPrefix("Saved the filter"))
    #expect(page.first("h1")?.text == "Soon")
    #expect(page.region("results")?.all { $0["class"] == "title" }.map(\.text) == ["Tiles today", "Tiles next week"])
    #expect(pane(page) == ["House 4 4 open", "Soon (saved filter) 2 2 found"])
  }

  @Test func `its days are relative, and its number follows every change`() async throws {
    _ = try await saved("due=late", as: "Late", in: world)
    #expect(try await pane(world.page("/lists/1")).last == "Late (saved filter) 1 1 found")
    try await world.mine.complete(TaskID(1))
    #expect(try await pane(world.page("/lists/1")).last == "Late (saved filter)")
    world.time.advance(by: .seconds(86_400))
    #expect(try await pane(world.page("/lists/1")).last == "Late (saved filter) 1 1 found")
  }

  @Test func `it is changed in the search that it opens, and the change is undone in its place`() async throws {
    let page = try await world.follow(saved("due=week", as: "Soon", in: world)).page
    let change = try #require(page.first { $0.name == "a" && $0.text == "Change" }?["href"])
    #expect(change == "/search?due=week&filter=2")
    let search = try await world.page(change)
    #expect(search.text.contains("These are the matches of the filter “Soon”"), "nothing to save so far")
    #expect(search.first { $0.text == "Save filter" } == nil)
    #expect(search.first { $0.name == "a" && $0.text == "Cancel" }?["href"] == "/lists/2")
    let other = try await world.press(
      search.forms.first { $0.action == "/search" && $0.method != "post" }, typing: ["due": "late"]
    ).page
    #expect(other.text.contains("Change the filter “Soon” to show these matches?"))
    let form = other.forms.first { $0.method == "post" && $0.controls.contains { $0.name == "list" } }
    let saved = try await world.press(form)
    #expect(saved.location?.hasPrefix("/lists/2?did=") == true)
    let after = try await world.follow(saved).page
    #expect(after.title.hasPrefix("Changed the filter “\u{2068}Soon\u{2069}”."))
    #expect(after.region("results")?.all { $0["class"] == "title" }.map(\.text) == ["Late tiles"])
    let undone = try await world.submit(after.notice?.undoForms.first)
    #expect(undone.region("results")?.all { $0["class"] == "title" }.map(\.text) == ["Tiles today", "Tiles next week"])
  }

  @Test func `another list or another account's filter can't be changed to a search`() async throws {
    _ = try await saved("due=week", as: "Soon", in: world)
    let list = try await world.post("/search", fields: [("filter", "due=late"), ("list", "1")])
    #expect(list.status == .forbidden)
    let unknown = try await world.post("/search", fields: [("filter", "due=late"), ("list", "99")])
    #expect(unknown.status == .notFound)
    let page = try await world.page("/search?due=late&filter=1")
    #expect(page.text.contains("Save this search"), "a search of its own")
  }

  @Test func `its deletion, the trash, and its restoration call it a filter`() async throws {
    _ = try await saved("due=late", as: "Late", in: world)
    let deleted = try await world.follow(world.post("/lists/2/delete", fields: [("version", "")])).page
    #expect(deleted.title.hasPrefix("Deleted the filter “\u{2068}Late\u{2069}”."))
    let trash = try await world.page("/trash")
    #expect(trash.region("trash")?.text.contains("Saved filter · deleted") == true)
    let restored = try await world.submit(deleted.notice?.undoForms.first)
    #expect(restored.title.hasPrefix("Restored the filter “\u{2068}Late\u{2069}”."))
  }

  @Test func `its card has the first matches, and says when there are none`() async throws {
    _ = try await saved("q=tile&priority=high", as: "Important", in: world)
    let card = try #require(try await world.page("/lists").region("list-2"))
    #expect(card.text.contains("Late tiles") && !card.text.contains("Tiles today"))
    #expect(card.text.contains("1 found"))
    try await world.mine.complete(TaskID(1))
    #expect(try await world.page("/lists").state("list-2") == "empty/no-matches")
  }

  @Test(arguments: ["", String(repeating: "x", count: 300)])
  func `an invalid name is reported at its field, which keeps it`(name: String) async throws {
    let answer = try await saved("due=week", as: name, in: world)
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "name") != nil)
    let kept = try #require(form(on: try answer.page)).controls
    #expect(kept.first { $0.name == "filter" }?.value == "due=week" && kept.contains { $0.value == name })
    #expect(try await world.mine.lists().count == 1)
  }

  @Test func `a saved filter is renamed, arranged, deleted and restored like a list`() async throws {
    _ = try await saved("due=week", as: "Soon", in: world)
    let renaming = try await world.form("/lists/2", at: "/lists/2?rename")
    let renamed = try await world.submit(renaming, typing: ["name": "This week"])
    #expect(renamed.first("h1")?.text == "This week" && renamed.region("results") != nil)
    #expect(try await world.post("/lists/2/move", ["before": "1"]).status == .seeOther)
    #expect(try await pane(world.page("/lists/1")).first?.hasPrefix("This week") == true)
    let deleted = try await world.submit("/lists/2/delete")
    let back = try await world.submit(deleted.notice?.undoForms.first)
    #expect(back.first("h1")?.text == "This week" && back.region("results") != nil)
  }

  @Test func `a query that searches for nothing is not saved, and a task is not added`() async throws {
    for query in ["", "show=all", "q=", "before=3&due=week", "page=2"] {
      let answer = try await world.post("/search", ["name": "None", "filter": query, "version": "1"])
      #expect(answer.status == .badRequest, "\(query)")
    }
    _ = try await saved("due=week", as: "Soon", in: world)
    let id = try #require(try await world.mine.lists().last?.id)
    #expect(try await world.post("/lists/\(id)/tasks", ["title": "x", "version": "1"]).status == .forbidden)
    #expect(try await form(on: world.page("/search")) == nil)
  }

  @Test func `it is in the export, and not among the lists to choose from`() async throws {
    _ = try await saved("due=week", as: "Soon", in: world)
    let choices = try await world.page("/tasks/1").element(id: "list")
    #expect(choices?.text.contains("Soon") == false)
    let export = try await world.press(world.form("/settings/export", at: "/settings"), typing: ["password": ""])
    #expect(export.body.contains(#""filter" : "due=week""#), "\(export.status)")
  }

  @Test func `a filter on a deleted list says so, and offers to look in all lists`() async throws {
    _ = try await saved("list=1&due=week", as: "Soon", in: world)
    try await world.mine.deleteList(ListID(1))
    let page = try await world.page("/lists/2")
    #expect(page.state("results") == "empty/no-matches")
    #expect(page.text.contains("In a list that no longer exists"))
    #expect(page.region("results")?.text.contains("In all lists") == false, "where nothing is found either")
    try await world.add(TaskInput(title: "Tiles", due: "2026-11-21"), to: world.makeList("Work"))
    #expect(try await world.page("/lists/2").region("results")?.text.contains("In all lists") == true)
  }
}
