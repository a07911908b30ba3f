import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The field for a new task on Today. It is Friday, 20 November 2026.
struct AddingTodayTests {
  private let world: World

  init() async throws {
    world = try await World()
    _ = try await world.makeList("House")
    _ = try await world.makeList("Kitchen renovation")
    _ = try await world.makeList("Kitten")
  }

  private func add(_ title: String, in world: World, typing more: [String: String] = [:]) async throws -> Answer {
    let form = try await world.get("/today").page.form(to: "/today")
    return try await world.press(form, typing: more.merging(["title": title]) { own, _ in own })
  }

  private func added(_ world: World) async throws -> TaskDetail {
    let history = try await [1, 2, 3].asyncFlatMap { list in
      try await world.mine.history(of: ListID(list), limit: 1)
    }
    let task = try #require(history.filter { $0.kind == .taskAdded }.max { $0.id < $1.id }?.task)
    return try await world.mine.task(task)
  }

  @Test(arguments: [
    ("Water the ferns", "Water the ferns", Int64(1), "2026-11-20"),
    ("Order the tiles tomorrow !high #kitchen-renovation", "Order the tiles", 2, "2026-11-21"),
    ("Feed it #kitt", "Feed it", 3, "2026-11-20"), ("Feed it #KITTEN", "Feed it", 3, "2026-11-20"),
    // Other words are tags.
    ("Clean up #kit", "Clean up", 1, "2026-11-20"), ("Call #nobody tomorrow", "Call", 1, "2026-11-21"),
    ("Call tomorrow #nobody", "Call", 1, "2026-11-21"), ("Feed it #nobody #kitt", "Feed it", 3, "2026-11-20"),
  ])
  func `a task is due today unless it says otherwise, and is added to the list that it names`(
    typed: String, title: String, list: Int64, due: String
  ) async throws {
    let answer = try await add(typed, in: world)
    #expect(answer.status == .seeOther)
    #expect(answer.location?.hasPrefix("/today?did=") == true && answer.fragment == "new-task")
    let task = try await added(world)
    #expect(task.text.title == title && task.list == ListID(list) && task.text.due?.iso == due)
  }

  @Test func `the new task is shown in its section, with an undo and the line as typed`() async throws {
    let page = try await world.follow(add("Order the tiles tomorrow", in: world)).page
    #expect(page.region("soon")?.text.contains("Order the tiles") == true)
    #expect(page.title.hasPrefix("Added"))
    let id = try await added(world).id
    let literal = page.forms.first { $0.buttons.first?.words.contains("Keep as typed") == true }
    _ = try await world.press(literal, literal?.buttons.first)
    let task = try await world.mine.task(id)
    #expect(task.text.title == "Order the tiles tomorrow" && task.text.due?.iso == "2026-11-20")
  }

  @Test func `a task that is due later is told with its undo`() async throws {
    let page = try await world.follow(add("Tax 2026-12-24", in: world)).page
    #expect(page.notice?.undoForms.isEmpty == false)
    #expect(page.notice?.text.contains(", due ") == true)
    let answer = try await world.press(page.notice?.undoForms.first)
    #expect(answer.location?.hasPrefix("/today?did=") == true)
    #expect(try await world.follow(answer).status == .ok)
  }

  @Test func `the list and the date can be chosen in the menu`() async throws {
    _ = try await add("Paint", in: world, typing: ["list": "2", "due": "2026-11-24"])
    let task = try await added(world)
    #expect(task.list == ListID(2) && task.text.due?.iso == "2026-11-24")
  }

  @Test func `an empty title is reported at its field, and the choices are kept`() async throws {
    let answer = try await add(" ", in: world, typing: ["list": "2", "due": "2026-11-24"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "title")?.contains("Enter a title") == true)
    let form = try #require(try answer.page.form(to: "/today"))
    #expect(form.controls.first { $0.name == "list" }?.value == "2")
    #expect(form.controls.first { $0.name == "due" }?.value == "2026-11-24")
  }

  @Test func `without a list there is no field, and another account's list is not found`() async throws {
    let empty = try await World()
    #expect(try await empty.get("/today").page.form(to: "/today") == nil)
    #expect(try await empty.post("/today", ["title": "x", "version": ""]).status == .conflict)
    let stranger = try await Stranger(in: world)
    let answer = try await world.post("/today", ["title": "x", "list": stranger.list.description, "version": "1"])
    #expect(answer.status == .conflict && answer.words.contains("x"), "like a list that does not exist, the text kept")
  }

  @Test func `a repeated form adds the task once`() async throws {
    let form = try await world.get("/today").page.form(to: "/today")
    _ = try await world.press(form, typing: ["title": "Once"])
    let again = try await world.press(form, typing: ["title": "Once"])
    #expect(again.status == .conflict)
    #expect(try await world.mine.openTasks(in: ListID(1)).count == 1)
  }
}

extension Sequence {
  fileprivate func asyncFlatMap<Found>(_ find: (Element) async throws -> [Found]) async throws -> [Found] {
    var found: [Found] = []
    for element in self { found += try await find(element) }
    return found
  }
}
