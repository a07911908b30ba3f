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
    let form = try await world.get("/lists/\(list)").page.form(to: "/lists/\(list)/tasks")
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
    let several = try await world.get("/lists/\(list)?several").page
    let answer = try await world.press(several.form(to: "/lists/\(list)/tasks"), typing: ["titles": "a\n\n  b\nc\n"])
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["a", "b", "c", "old"])
    #expect(page.notice?.text.contains("Added 3 tasks") == true)
    let undone = try await world.follow(world.press(page.notice?.undoForms.first)).page
    #expect(undone.titles() == ["old"])
    #expect(undone.title.hasPrefix("Undone: 3 new tasks"))
  }

  @Test func `the undo of an addition says what it undid`() async throws {
    let list = try await world.makeList("House")
    let form = try await world.get("/lists/\(list)").page.form(to: "/lists/\(list)/tasks")
    let added = try await world.follow(world.press(form, typing: ["title": "Tiles"])).page
    let undo = try #require(added.undoForms.first?.action)
    let undone = try await world.follow(world.post(undo, [:])).page
    #expect(undone.title.hasPrefix("Undone: the new task “\u{2068}Tiles\u{2069}”"), "\(undone.title)")
    let lists = try await world.get("/lists").page.form(to: "/lists")
    let made = try await world.follow(world.press(lists, typing: ["name": "Attic"])).page
    let back = try await world.follow(world.press(made.notice?.undoForms.first)).page
    #expect(back.title.hasPrefix("Undone: the new list “\u{2068}Attic\u{2069}”"), "\(back.title)")
  }

  @Test(arguments: [
    ("", "Enter a title"), (" \u{a0}\t", "Enter a title"), ("\u{200b}", "Enter a title"),
    (String(repeating: "x", count: 501), "500"), ("a\u{7}b", "U+0007"), ("a\0b", "U+0000"),
    ("a\u{9B}b", "U+009B"),
  ])
  func `an invalid title is reported at the field, which keeps it and has the focus`(
    title: String, words: String
  ) async throws {
    let list = try await world.makeList()
    let answer = try await world.post("/lists/\(list)/tasks", ["title": title, "version": "1"])
    #expect(answer.status == .unprocessableContent)
    let page = try answer.page
    #expect(page.error(of: "title")?.contains(words) == true)
    #expect(page.value(of: "title").map { Array($0.utf8) } == Array(title.withVisibleControls.utf8))
    #expect(page.element(id: "new-task")?["autofocus"] != nil)
    #expect(page.all { $0["autofocus"] != nil }.count == 1)
    #expect(answer.headers[.eTag] == nil)
    #expect(try await world.get("/lists/\(list)").page.titles() == [])
  }

  @Test func `an invalid line is reported by its number, and all lines are kept`() async throws {
    let list = try await world.makeList()
    let typed = "good\n" + String(repeating: "x", count: 501) + "\nbad\u{7}"
    let answer = try await world.post("/lists/\(list)/tasks", ["titles": typed, "version": "1"])
    #expect(answer.status == .unprocessableContent)
    let page = try answer.page
    #expect(page.value(of: "titles")?.replacing("\r\n", with: "\n") == typed.withVisibleControls)
    #expect(page.error(of: "titles")?.contains("Line 2") == true, "\(page.error(of: "titles") ?? "")")
  }

  @Test func `a repeated form asks before it adds twice`() async throws {
    let list = try await world.makeList()
    let form = try await world.get("/lists/\(list)").page.form(to: "/lists/\(list)/tasks")
    _ = try await world.press(form, typing: ["title": "milk"])
    let second = try await world.press(form, typing: ["title": "milk"])
    #expect(second.status == .conflict)
    let asked = try second.page
    #expect(asked.error(of: "title")?.contains("You just added") == true)
    #expect(asked.value(of: "title") == "milk")
    #expect(asked.titles() == ["milk"])

    let third = try await world.press(asked.form(to: "/lists/\(list)/tasks"))
    #expect(try await world.follow(third).page.titles() == ["milk", "milk"])
  }

  @Test func `a repeated new list asks as well`() async throws {
    let form = try await world.get("/lists").page.form(to: "/lists")
    _ = try await world.press(form, typing: ["name": "House"])
    let second = try await world.press(form, typing: ["name": "House"])
    #expect(second.status == .conflict)
    let asked = try second.page
    #expect(asked.error(of: "name") != nil)
    #expect(asked.value(of: "name") == "House")
    #expect(try await world.press(asked.form(to: "/lists")).status == .seeOther)
    #expect(try await world.mine.lists().count == 2)
  }

  @Test(arguments: [("", "Enter a name"), (String(repeating: "x", count: 201), "200"), ("a\u{1}", "U+0001")])
  func `an invalid name of a list is reported at the field, which keeps it`(name: String, words: String) async throws {
    let answer = try await world.post("/lists", ["name": name])
    #expect(answer.status == .unprocessableContent)
    let page = try answer.page
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
