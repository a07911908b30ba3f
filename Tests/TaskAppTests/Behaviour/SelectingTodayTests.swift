import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Changing several tasks of Today at once, across lists. It is Friday, 20 November 2026.
struct SelectingTodayTests {
  private let world: World
  private let house: ListID
  private let garden: ListID
  private let today: Day
  /// Two late tasks, one due today, and one due tomorrow.
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    house = try await world.makeList("House")
    garden = try await world.makeList("Garden")
    today = Day(of: world.time.now, in: .gmt)
    var tasks: [TaskID] = []
    for (title, days, list) in [("Rent", -3, house), ("Tax", -1, garden), ("Call", 0, house), ("Mow", 1, garden)] {
      tasks.append(try await Self.add(title, today.adding(days: days), to: list, world))
    }
    self.tasks = tasks
  }

  private static func add(_ title: String, _ due: Day, to list: ListID, _ world: World) async throws -> TaskID {
    let draft = try TaskDraft(validating: TaskInput(title: title, due: due.iso))
    return try await world.mine.addTasks([draft], to: list, submission: .fresh()).tasks[0]
  }

  private func send(
    _ button: (String, String), _ boxes: [TaskID], and more: [(String, String)] = []
  ) async throws -> Answer {
    let chosen = boxes.map { (name: "task-\($0)", value: "on") }
    return try await world.post("/today/change", fields: chosen + [button, ("version", "1")] + more)
  }

  private func titles(_ page: HTMLElement) -> [String] { page.all { $0["class"] == "title" }.map(\.text) }

  @Test func `the mode has a check box in each row, tied to the bar, and nothing else to press`() async throws {
    let page = try await world.page("/today")
    #expect(page.first { $0["href"] == "/today?select" }?.text == "Select")
    #expect(page.element(id: "select") == nil)
    let mode = try await world.page("/today?select")
    for task in tasks {
      let box = try #require(mode.first { $0["name"] == "task-\(task)" })
      #expect(box["form"] == "select" && box["checked"] == nil)
      #expect(mode.first { $0["for"] == box["id"] }?.text.isEmpty == false, "the title is its label")
    }
    let posts = mode.region("late")?.forms ?? []
    #expect(posts.isEmpty && mode.element(id: "new-task") == nil)
    #expect(mode.forms.filter { $0.method == "post" && $0.action == "/today/change" }.count == 1)
    #expect(mode.first { $0["href"] == "/today" && $0.text == "Cancel" } != nil)
    #expect(mode.first { $0["href"] == "#list" } != nil && mode.element(id: "list") != nil)
    #expect(mode.first { $0["name"] == "all" } == nil, "Today can leave tasks out that a filter of the same days has")
  }

  @Test func `several are completed, told with their lists, and brought back by one undo on Today`() async throws {
    let answer = try await send(("change", "complete"), [tasks[0], tasks[1]])
    #expect(answer.status == .seeOther && answer.location?.hasPrefix("/today?did=") == true)
    let page = try await world.follow(answer).page
    #expect(page.title.hasPrefix("Completed 2 tasks (2 lists)."))
    #expect(titles(page) == ["Call", "Mow"])
    let undone = try await world.press(page.notice?.undoForms.first)
    #expect(undone.location?.hasPrefix("/today?did=") == true)
    #expect(try await titles(world.follow(undone).page) == ["Rent", "Tax", "Call", "Mow"])
  }

  @Test func `a single one is told in its row`() async throws {
    let answer = try await send(("quick", today.iso), [tasks[0]])
    #expect(answer.fragment == "task-\(tasks[0])")
    let page = try await world.follow(answer).page
    #expect(page.region("late")?.element(id: "task-\(tasks[0])")?.undoForms.count == 1)
    #expect(titles(page) == ["Rent", "Tax", "Call", "Mow"], "nothing moves")
    let deleted = try await world.follow(send(("change", "delete"), [tasks[1]])).page
    #expect(deleted.element(id: "task-\(tasks[1])")?.text.contains("Deleted") == true)
  }

  @Test func `a rejected form keeps the pages of the sections, and the selection on them`() async throws {
    for number in 0..<TodayPage.selectableRows {
      _ = try await Self.add("Late \(number)", today.adding(days: -4), to: house, world)
    }
    let second = try await world.page("/today?late=2&select")
    #expect(second.region("late")?.all { $0["class"] == "title" }.map(\.text) == ["Rent", "Tax"])
    #expect(second.first { $0["href"] == "/today?select#late-tasks" } != nil, "the mode stays while pages are turned")
    let from = try #require(second.form(to: "/today/change")?.controls.first { $0.name == "from" }?.value)
    #expect(from == "/today?late=2")
    let answer = try await send(("change", "due"), [tasks[0]], and: [("from", from)])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.first { $0["name"] == "task-\(tasks[0])" }?["checked"] != nil)
  }

  @Test func `without tasks that are due there is nothing to select`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    _ = try await world.add("Some day", to: list)
    let page = try await world.page("/today?select")
    #expect(page.element(id: "select") == nil && page.element(id: "new-task") != nil)
    #expect(page.first { $0["href"] == "/today?select" } == nil)
    #expect(page.state("today") == "empty/no-dates")
  }

  @Test func `followed lists and the reasons of empty sections are left out while selecting`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    _ = try await Self.add("Rent", today.adding(days: -1), to: list, world)
    let (followed, _) = try await world.follow("https://choir.example/tasks.ics", as: "Choir", .choir)
    #expect(try await world.page("/today").region("list-\(followed)") != nil)
    let page = try await world.page("/today?select")
    #expect(page.region("list-\(followed)") == nil && page.region("today") == nil)
  }
}
