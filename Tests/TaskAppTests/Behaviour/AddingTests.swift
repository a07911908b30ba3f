import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class AddingTests: WorldTests {
  @Test func `a task is added on top, and the field is ready for the next`() async throws {
    let list = try await world.makeList()
    try await world.add("old", to: list)
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    let answer = try await world.press(form, typing: ["title": "  new  "])
    #expect(answer.location?.wholeMatch(of: /\/lists\/1\?did=\d+#new-task/) != nil)
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["new", "old"])
    #expect(page.element(id: "new-task")?.name == "input")
    #expect(page.value(of: "title") == "")
  }

  @Test func `due date, notes and priority are optional`() async throws {
    let list = try await world.makeList()
    let answer = try await world.post(
      "/lists/\(list)/tasks", ["title": "x", "due": "2026-11-21", "notes": "n", "priority": "high", "version": "1"])
    let page = try await world.follow(answer).page
    #expect(page.row("x")?.text.contains("tomorrow") == true)
    #expect(page.row("x")?.text.contains("high") == true)
    #expect(page.row("x")?.text.contains("has notes") == true)
  }

  @Test func `several lines are several tasks in their order, with one undo`() async throws {
    let list = try await world.makeList()
    try await world.add("old", to: list)
    let several = try await world.page("/lists/\(list)?several")
    let answer = try await world.press(several.form(to: "/lists/\(list)/tasks"), typing: ["titles": "a\n\n  b\nc\n"])
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["a", "b", "c", "old"])
    #expect(page.notice?.text.contains("Added 3 tasks") == true)
    let undone = try await world.submit(page.notice?.undoForms.first)
    #expect(undone.titles() == ["old"])
    #expect(undone.title.hasPrefix("Undone: 3 new tasks"))
  }

  @Test func `the undo of an addition says what it undid`() async throws {
    let list = try await world.makeList("House")
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    let added = try await world.submit(form, typing: ["title": "Tiles"])
    let undo = try #require(added.undoForms.first?.action)
    let undone = try await world.submit(undo, [:])
    #expect(undone.title.hasPrefix("Undone: the new task “\u{2068}Tiles\u{2069}”"), "\(undone.title)")
    let lists = try await world.form(at: "/lists")
    let made = try await world.submit(lists, typing: ["name": "Attic"])
    let back = try await world.submit(made.notice?.undoForms.first)
    #expect(back.title.hasPrefix("Undone: the new list “\u{2068}Attic\u{2069}”"), "\(back.title)")
  }

  @Test(arguments: [
    ("", "Enter a title"), (" \u{a0}\t", "Enter a title"), ("\u{200b}", "Enter a title"),
    (String(repeating: "x", count: 501), "500"), ("a\u{7}b", "U+0007"), ("a\0b", "U+0000"), ("a\u{9B}b", "U+009B"),
  ])
  func `an invalid title is told at the field, which keeps it, focused`(title: String, words: String) async throws {
    let list = try await world.makeList()
    let answer = try await world.post("/lists/\(list)/tasks", ["title": title, "version": "1"])
    let page = try answer.page(.unprocessableContent)
    #expect(page.error(of: "title")?.contains(words) == true)
    #expect(page.value(of: "title").map { Array($0.utf8) } == Array(title.withVisibleControls.utf8))
    #expect(page.element(id: "new-task")?["autofocus"] != nil)
    #expect(page.all { $0["autofocus"] != nil }.count == 1)
    #expect(answer.headers[.eTag] == nil)
    #expect(try await world.page("/lists/\(list)").titles() == [])
  }

  @Test func `an invalid line is reported by its number, and all lines are kept`() async throws {
    let list = try await world.makeList()
    let typed = "good\n" + String(repeating: "x", count: 501) + "\nbad\u{7}"
    let answer = try await world.post("/lists/\(list)/tasks", ["titles": typed, "version": "1"])
    let page = try answer.page(.unprocessableContent)
    #expect(page.value(of: "titles")?.replacing("\r\n", with: "\n") == typed.withVisibleControls)
    #expect(page.error(of: "titles")?.contains("Line 2") == true, "\(page.error(of: "titles") ?? "")")
  }

  @Test func `a repeated form asks before it adds twice`() async throws {
    let list = try await world.makeList()
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    _ = try await world.press(form, typing: ["title": "milk"])
    let asked = try await world.press(form, typing: ["title": "milk"]).page(.conflict)
    #expect(asked.error(of: "title")?.contains("You just added") == true)
    #expect(asked.value(of: "title") == "milk")
    #expect(asked.titles() == ["milk"])

    let third = try await world.press(asked.form(to: "/lists/\(list)/tasks"))
    #expect(try await world.follow(third).page.titles() == ["milk", "milk"])
  }

  @Test func `a repeated new list asks as well`() async throws {
    let form = try await world.form(at: "/lists")
    _ = try await world.press(form, typing: ["name": "House"])
    let asked = try await world.press(form, typing: ["name": "House"]).page(.conflict)
    #expect(asked.error(of: "name") != nil)
    #expect(asked.value(of: "name") == "House")
    #expect(try await world.press(asked.form(to: "/lists")).status == .seeOther)
    #expect(try await mine.lists().count == 2)
  }

  @Test(arguments: [("", "Enter a name"), (String(repeating: "x", count: 201), "200"), ("a\u{1}", "U+0001")])
  func `an invalid name of a list is reported at the field, which keeps it`(name: String, words: String) async throws {
    let page = try await world.post("/lists", ["name": name]).page(.unprocessableContent)
    #expect(page.error(of: "name")?.contains(words) == true)
    #expect(page.element(id: "new-list")?["autofocus"] != nil)
    #expect(page.value(of: "name") == name.withVisibleControls)
    #expect(page.state("lists") == "empty/nothing-yet")
  }
}

extension String {
  /// The text as a page prints it, without control characters.
  fileprivate var withVisibleControls: String { replacing(/[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}]/, with: "\u{FFFD}") }
}

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
    let form = try await world.form(at: "/today")
    return try await world.press(form, typing: more.merging(["title": title]) { own, _ in own })
  }

  private func added(_ world: World) async throws -> TaskDetail {
    let history = try await [1, 2, 3].asyncFlatMap { list in try await world.mine.history(of: ListID(list), limit: 1) }
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
    #expect(try await empty.page("/today").form(to: "/today") == nil)
    #expect(try await empty.post("/today", ["title": "x", "version": ""]).status == .conflict)
    let stranger = try await Stranger(in: world)
    let answer = try await world.post("/today", ["title": "x", "list": stranger.list.description, "version": "1"])
    #expect(answer.status == .conflict && answer.words.contains("x"), "like a list that does not exist, the text kept")
  }

  @Test func `a repeated form adds the task once`() async throws {
    let form = try await world.form(at: "/today")
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
