import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class RowMenuTests: WorldTests {
  @Test func `the menu of a row has the days, and none that would do nothing`() async throws {
    let list = try await world.makeList()
    let today = Day(of: world.time.now, in: .gmt)
    let task = try await world.add("a", to: list)[0]
    func labels() async throws -> [String] {
      let row = try await world.page("/lists/\(list)").row("a")
      return row?.days ?? []
    }
    #expect(try await labels() == ["Today", "Tomorrow", "Next week"])
    _ = try await world.post("/tasks/\(task)/due", ["due": today.iso])
    #expect(try await labels() == ["Tomorrow", "Next week"])
    _ = try await world.post("/tasks/\(task)/due", ["due": today.adding(days: 1).iso])
    #expect(try await labels() == ["Today", "Next week"])
  }

  @Test func `on a Sunday tomorrow is next week, and has one button`() async throws {
    let list = try await world.makeList()
    try await world.add("a", to: list)
    while Day(of: world.time.now, in: .gmt).weekday != .sunday { world.time.advance(by: .seconds(86_400)) }
    let row = try await world.page("/lists/\(list)").row("a")
    #expect(row?.days == ["Today", "Tomorrow"])
  }

  @Test func `a day from the menu is told in the row, which stays`() async throws {
    let list = try await world.makeList()
    let tasks = try await world.add("a", "b", "c", to: list)
    let day = Day(of: world.time.now, in: .gmt).adding(days: 1)
    let answer = try await world.post("/tasks/\(tasks[1])/due", ["due": day.iso])
    #expect(answer.location == "/lists/\(list)?did=\(try await newest(world, list))#task-\(tasks[1])")
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["a", "b", "c"] && page.row("b")?.text.contains("tomorrow") == true)
    #expect(page.notice == nil)
    let back = try await world.submit(page.row("b")?.undoForms.first)
    #expect(back.row("b")?.text.contains("tomorrow") == false)
  }

  @Test func `a task that is moved leaves its row behind, with the list and an undo`() async throws {
    let (list, other) = (try await world.makeList("House"), try await world.makeList("Garden"))
    let tasks = try await world.add("a", "b", "c", to: list)
    let refused = try await world.post("/lists/\(list)/tasks", ["title": ""])
    #expect(refused.status == .unprocessableContent)
    #expect(try stage(refused.page) == "stage list beside")
    let answer = try await world.post("/tasks/\(tasks[1])/move", ["list": "\(other)"])
    #expect(answer.location?.hasPrefix("/lists/\(list)?did=") == true)
    let page = try await world.follow(answer).page
    let row = try #require(page.element(id: "task-\(tasks[1])"))
    #expect(row.text.contains("Moved to Garden") && page.region("tasks")?.all("li").count == 3)
    #expect(try await world.page("/lists/\(other)").titles() == ["b"])
    let back = try await world.submit(row.undoForms.first)
    #expect(back.titles() == ["a", "b", "c"])
  }

  private func stage(_ page: HTMLElement) -> String? {
    page.first { $0["class"]?.hasPrefix("stage ") == true }?["class"]
  }

  private func newest(_ world: World, _ list: ListID) async throws -> ChangeID {
    try await world.mine.list(list).revision
  }
}

extension HTMLElement {
  /// The labels of the buttons that set a day.
  fileprivate var days: [String] {
    all("input").filter { $0["name"]?.hasPrefix("due=") == true }.compactMap { $0["alt"] }
  }
}

/// The full menu of a row, which "More…" in its menu opens at the row. It is Friday, 20 November 2026.
struct FullRowMenuTests {
  private let world: World
  private let (house, garden): (ListID, ListID)
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    (house, garden) = (try await world.makeList("House"), try await world.makeList("Garden"))
    tasks = try await world.add("Paint", "Sweep", "Mow", to: house)
    _ = try await world.post("/tasks/\(tasks[1])/due", ["due": "2026-11-20"])
  }

  enum Place: CaseIterable {
    case list, today, search
  }

  private func address(_ place: Place) -> String {
    switch place {
    case .list: "/lists/\(house)"
    case .today: "/today"
    case .search: "/search?q=sweep"
    }
  }

  private func open(_ place: Place) async throws -> Answer {
    let page = try await world.page(address(place))
    let form = try #require(page.row("Sweep")?.forms.first { $0.action == "/tasks/\(tasks[1])/menu" })
    let fields = form.fields(pressing: nil) + [(name: "at.x", value: "300"), (name: "at.y", value: "222")]
    return try await world.post(form.action, fields: fields)
  }

  @Test(arguments: Place.allCases)
  func `it opens where the row is, and saving, leaving and undoing keep the row there`(place: Place) async throws {
    let opened = try await open(place)
    #expect(opened.location?.hasPrefix(address(place)) == true && opened.fragment == "at-\(tasks[1])")
    let page = try await world.follow(opened).page
    let row = try #require(page.row("Sweep"))
    #expect(row.first { $0["id"] == "at-\(tasks[1])" }?["height"] == "222")
    let form = try #require(row.forms.first { $0.action == "/tasks/\(tasks[1])" })
    #expect(page.forms.filter { $0.action == "/tasks/\(tasks[1])" }.count == 1, "one row has it")
    let typed = ["due": "2026-12-24", "priority": "high", "tags": "attic", "list": "\(garden)"]
    let saved = try await world.press(form, form.buttons.first { $0.words == "Save" }, typing: typed)
    #expect(saved.location?.hasPrefix(address(place)) == true && saved.fragment == "at-\(tasks[1])")
    let task = try await world.mine.task(tasks[1])
    #expect(task.due?.iso == "2026-12-24" && task.priority == .high && task.tags.text == "attic" && task.list == garden)
    #expect(task.title == "Sweep")
    let told = try await world.follow(saved).page
    let undo = try #require(told.element(id: "task-\(tasks[1])")?.undoForms.first)
    let undone = try await world.submit(undo, undo.buttons.first)
    #expect(undone.row("Sweep") != nil)
    let before = try await world.mine.task(tasks[1])
    #expect(before.list == house && before.due?.iso == "2026-11-20" && before.priority == .none)
    let close = try #require(row.first { $0.name == "a" && $0.text == "Cancel" }?["href"])
    #expect(try await world.page(close).row("Sweep")?.first { $0["class"] == "row-form" } == nil)
  }

  @Test func `a day is one press, and a wrong date is shown on the page of the task with what was typed`() async throws
  {
    let form = try #require(try await world.follow(open(.list)).page.form(to: "/tasks/\(tasks[1])"))
    _ = try await world.press(form, form.buttons.first { $0.value == "tomorrow" }, typing: ["priority": "low"])
    let task = try await world.mine.task(tasks[1])
    #expect(task.due?.iso == "2026-11-21" && task.priority == .low)
    let again = try #require(try await world.follow(open(.list)).page.form(to: "/tasks/\(tasks[1])"))
    let wrong = try await world.press(again, typing: ["due": "someday", "tags": "attic"])
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.value(of: "due") == "someday" && wrong.page.value(of: "tags") == "attic")
  }

  @Test(arguments: Place.allCases)
  func `deleting leaves an undo where the row was`(place: Place) async throws {
    let form = try #require(try await world.follow(open(place)).page.form(to: "/tasks/\(tasks[1])"))
    let deleted = try await world.press(form, form.buttons.first { $0.words == "Delete" })
    #expect(deleted.location?.hasPrefix(address(place)) == true && deleted.fragment == "at-\(tasks[1])")
    let row = try #require(try await world.follow(deleted).page.element(id: "task-\(tasks[1])"))
    #expect(row.text.contains("Deleted") && row.undoForms.count == 1)
  }

  @Test func `clearing the date takes the time along, and keeps the rule of a recurrence`() async throws {
    for (time, repeats) in [("09:30", ""), ("", "2026-11-20 FREQ=DAILY"), ("09:30", "2026-11-20 FREQ=DAILY")] {
      let task = try await world.add(
        TaskInput(title: "Water", due: "2026-11-20", time: time, repeats: repeats), to: house)
      let form = try await world.form("/tasks/\(task)", at: "/lists/\(house)?menu=\(task)")
      let saved = try await world.press(form, form.buttons.first { $0.words == "Save" }, typing: ["due": ""])
      #expect(saved.status == .seeOther, "\(time) \(repeats)")
      let now = try await world.mine.task(task)
      #expect(now.due == nil && now.text.time == nil && (now.repeats == nil) == repeats.isEmpty, "\(time) \(repeats)")
    }
  }

  @Test(arguments: ["999", "0", "x", "-1", ""])
  func `the menu of no row is no menu`(id: String) async throws {
    let answer = try await world.get("/lists/\(house)?menu=\(id)")
    #expect(answer.status == .ok)
    #expect(try answer.page.titles() == ["Paint", "Sweep", "Mow"])
    #expect(try answer.page.first { $0["class"] == "row-form" } == nil)
  }

  @Test func `a step on the page of its task has its own page as its menu, after saving what was typed`() async throws {
    _ = try await world.post("/tasks/\(tasks[0])/steps", ["step": "Brush"])
    let page = try await world.page("/tasks/\(tasks[0])")
    let edit = try #require(page.form(to: "/tasks/\(tasks[0])"))
    let menu = try #require(edit.buttons.first { $0.action?.hasSuffix("/menu") == true })
    let answer = try await world.press(edit, menu, typing: ["title": "Paint it"])
    #expect(answer.location?.hasPrefix("/tasks/") == true && answer.location?.hasPrefix("/tasks/\(tasks[0])") == false)
    #expect(try await world.mine.task(tasks[0]).title == "Paint it")
  }
}
