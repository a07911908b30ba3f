import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Changing several tasks of a list at once.
struct SelectingTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    list = try await world.makeList()
    tasks = try await world.add("a", "b", "c", "d", to: list)
  }

  private func send(
    _ button: (String, String), _ tasks: [TaskID], in list: ListID, _ world: World, and more: [(String, String)] = []
  ) async throws -> Answer {
    let boxes = tasks.map { (name: "task-\($0)", value: "on") }
    return try await world.post("/lists/\(list)/tasks/change", fields: boxes + [button] + more + [("version", "1")])
  }

  @Test func `the mode has a check box in each row, tied to the bar, and nothing else to press`() async throws {
    let menu = try await world.page("/lists/\(list)")
    #expect(menu.first { $0["href"] == "/lists/\(list)?select" }?.text == "Select tasks")
    let page = try await world.page("/lists/\(list)?select")
    for task in tasks {
      let box = try #require(page.first { $0["name"] == "task-\(task)" })
      #expect(box["form"] == "select" && box["checked"] == nil)
      #expect(page.first { $0["for"] == box["id"] }?.text.isEmpty == false, "the title is its label")
    }
    #expect(page.element(id: "new-task") == nil && page.region("completed") == nil)
    #expect(page.forms.filter { $0.method == "post" && $0.action.hasPrefix("/lists/\(list)/") }.count == 1)
    #expect(page.first { $0["href"] == "/lists/\(list)" && $0.text == "Cancel" } != nil)
  }

  @Test func `completing some leads to the list, where a notice tells how many and takes all back`() async throws {
    let answer = try await send(("change", "complete"), [tasks[0], tasks[2]], in: list, world)
    #expect(answer.status == .seeOther && answer.fragment == "open-tasks")
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["b", "d"])
    #expect(page.element(id: "open-tasks") != nil)
    #expect(page.title.hasPrefix("Completed 2 tasks."))
    let undone = try await world.submit(page.notice?.undoForms.first)
    #expect(undone.titles() == ["a", "b", "c", "d"])
  }

  @Test func `all open tasks are changed, and the emptied list says so`() async throws {
    let answer = try await send(("change", "complete"), [], in: list, world, and: [("all", "open")])
    let page = try await world.follow(answer).page
    #expect(page.state("tasks") == "empty/all-done")
    #expect(page.element(id: "open-tasks") != nil)
  }

  @Test(arguments: [
    ("quick", "2026-11-27", "due", "2026-11-27", "2 tasks are due on"),
    ("priority", "high", "priority", "high", "Changed the priority of 2 tasks"),
  ])
  func `a button of a menu sets a value`(
    name: String, value: String, field: String, stored: String, words: String
  ) async throws {
    let answer = try await send((name, value), [tasks[1], tasks[2]], in: list, world)
    #expect(try await world.follow(answer).page.title.hasPrefix(words))
    let text = try await world.mine.task(tasks[1]).text
    #expect(TaskField(rawValue: field).map { text[$0] } == stored)
    #expect(try await world.mine.task(tasks[0]).text[.due].isEmpty)
  }

  @Test func `tasks move to a list, and deleted ones are in the trash`() async throws {
    let garden = try await world.makeList("Garden")
    let form = try await world.form("/lists/\(list)/tasks/change", at: "/lists/\(list)?select")
    #expect(form.controls.first { $0.name == "list" }?.value == "\(garden)", "not the list itself")
    let moved = try await send(("change", "move"), [tasks[0], tasks[1]], in: list, world, and: [("list", "\(garden)")])
    #expect(try await world.follow(moved).page.title.hasPrefix("Moved 2 tasks to “\u{2068}Garden\u{2069}”"))
    #expect(try await world.page("/lists/\(garden)").titles() == ["a", "b"])
    let deleted = try await send(("change", "delete"), [tasks[2], tasks[3]], in: list, world)
    #expect(try await world.follow(deleted).page.title.hasPrefix("Deleted 2 tasks"))
    #expect(try await world.page("/trash").text.contains("c"))
  }

  @Test(arguments: [
    (("change", "complete"), false, "No task is selected. Choose at least one."),
    (("version", "2"), true, "Choose what to do with the selected tasks."),
    (("change", "due"), true, "Choose a date first."),
    (("quick", "soon"), true, "Enter a date like 2026-11-20, or leave the field empty."),
    (("change", "move"), true, "Choose one of the options."),
    (("priority", "huge"), true, "Choose one of the options."),
  ])
  func `a form that asks for nothing keeps the selection and says why`(
    button: (String, String), isSelecting: Bool, words: String
  ) async throws {
    let boxes = isSelecting ? [(name: "task-\(tasks[1])", value: "on")] : []
    let page = try await world.post("/lists/\(list)/tasks/change", fields: boxes + [button]).page(.unprocessableContent)
    let error = try #require(page.element(id: "form-error"))
    #expect(error.text == words)
    #expect(page.everything.count { $0["autofocus"] != nil } == 1)
    #expect(page.everything.filter { $0["checked"] != nil }.compactMap { $0["name"] } == boxes.map(\.name))
    #expect(try await world.page("/lists/\(list)").titles() == ["a", "b", "c", "d"])
  }

  @Test func `Enter presses no button, and sets only a date that was typed`() async throws {
    let form = try await world.form("/lists/\(list)/tasks/change", at: "/lists/\(list)?select")
    let first = try #require(form.buttons.first)
    #expect(first.name == nil, "the default button says nothing of its own")
    let answer = try await send(("due", "2026-12-24"), [tasks[0], tasks[1]], in: list, world)
    #expect(answer.status == .seeOther)
    #expect(try await world.mine.task(tasks[1]).due?.iso == "2026-12-24")
  }

  @Test func `a selected task that left the list is told, and the others stay selected`() async throws {
    try await world.mine.deleteTask(tasks[0])
    let page = try await send(("priority", "low"), tasks, in: list, world).page(.conflict)
    #expect(page.element(id: "form-error")?.text.hasPrefix("One of the selected tasks is no longer here.") == true)
    #expect(page.everything.filter { $0["checked"] != nil }.count == 3)
  }

  @Test func `tasks of another account, viewers and a vanished target change nothing`() async throws {
    let stranger = try await Stranger(in: world)
    let foreign = try #require(TaskID("\(stranger.task)"))
    #expect(try await send(("change", "delete"), [foreign], in: list, world).status == .notFound)
    let gone = try await world.makeList("Gone")
    try await world.mine.deleteList(gone)
    let moved = try await send(("change", "move"), tasks, in: list, world, and: [("list", "\(gone)")])
    #expect(moved.status == .unprocessableContent)
    #expect(try await world.page("/lists/\(list)").titles().count == 4)
  }

  @Test func `a list without open tasks has nothing to select`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let page = try await world.page("/lists/\(list)?select")
    #expect(page.element(id: "select") == nil && page.element(id: "new-task") != nil)
    #expect(page.first { $0["href"] == "/lists/\(list)?select" } == nil)
  }

  @Test func `a page of the mode has all it can, and more than a thousand are not offered at once`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let first = try await world.add(600, to: list)
    let page = try await world.page("/lists/\(list)?select")
    #expect(page.titles().count == Limits.largestPage)
    #expect(page.value(of: "all") == nil && page.first { $0["name"] == "all" } != nil)
    let again = try await send(("change", "due"), [first[590]], in: list, world).page
    #expect(again.first { $0["name"] == "task-\(first[590])" }?["checked"] != nil, "its page is shown again")
    try await world.add(500, to: list)
    #expect(try await world.page("/lists/\(list)?select").first { $0["name"] == "all" } == nil)
  }
}
