import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class TodayTests: ListTests {
  @discardableResult
  private func add(_ title: String, due days: Int?, to list: ListID? = nil) async throws -> TaskID {
    let draft = try TaskDraft(validating: TaskInput(title: title, due: days.map { today.adding(days: $0).iso } ?? ""))
    return try await world.mine.addTasks([draft], to: list ?? self.list, submission: .fresh())
      .tasks[0]
  }

  private func page() async throws -> HTMLElement { try await world.page("/today") }

  @Test func `late, today and the next seven days are sections of their own, over all lists`() async throws {
    let other = try await world.makeList("Garden")
    try await add("late", due: -3)
    try await add("now", due: 0, to: other)
    try await add("tomorrow", due: 1)
    try await add("in a week", due: 7, to: other)
    try await add("far", due: 8)
    try await add("never", due: nil)
    let page = try await page()
    #expect(page.titles("late") == ["late"] && page.titles("today") == ["now"])
    #expect(page.row("late")?.text.contains("3 days late") == true)
    for title in ["now", "tomorrow", "in a week"] {
      #expect(page.row(title)?.first("time") == nil, "the heading says the day of \(title)")
    }
    #expect(page.titles("soon") == ["tomorrow", "in a week"])
    #expect(page.region("late")?.text.contains("3 days late") == true)
    #expect(page.region("soon")?.all("h3").count == 2, "a heading a day")
    #expect(page.region("today")?.first { $0["href"] == "/lists/\(other)" } != nil)
  }

  @Test func `a day ends at midnight of the reader's zone`() async throws {
    try await add("now", due: 0)
    world.time.advance(by: .seconds(8 * 3_600 + 59 * 60))
    #expect(try await page().titles("today") == ["now"])
    world.time.advance(by: .seconds(60))
    let next = try await page()
    #expect(next.titles("late") == ["now"] && next.state("today") == "empty/nothing-due-today")
    _ = try await world.post("/settings", ["time-zone": "America/Los_Angeles", "theme": "system", "rows": "100"])
    #expect(try await page().titles("today") == ["now"], "there it is still yesterday")
  }

  @Test func `an empty Today says why, and what is next`() async throws {
    #expect(try await page().state("today") == "empty/no-tasks")
    try await add("a", due: nil)
    #expect(try await page().state("today") == "empty/no-dates")
    let tax = try await add("Tax", due: 14)
    let next = try await page()
    #expect(next.state("today") == "empty/nothing-due-yet" && next.region("late") == nil && next.region("soon") == nil)
    #expect(next.region("today")?.text.contains("Next: Tax · 4 Dec") == true, "\(next.region("today")?.text ?? "")")
    #expect(next.region("today")?.first { $0["href"] == "/tasks/\(tax)" } != nil)
    try await add("b", due: 2)
    #expect(try await page().state("today") == "empty/nothing-due-today")
  }

  @Test(arguments: ["complete", "tomorrow", "no-date", "delete"])
  func `what is done to a row is told in its place, and undone from there`(action: String) async throws {
    try await add("a", due: -1)
    let task = try await add("b", due: -1)
    try await add("c", due: -1)
    let row = try #require(try await page().row("b"))
    let answer =
      switch action {
      case "complete": try await world.press(row.forms.first)
      case "delete": try await world.press(row.forms.first { $0.action == "/tasks/\(task)/delete" })
      default:
        try await world.post(
          "/tasks/\(task)/due",
          ["due": action == "tomorrow" ? today.adding(days: 1).iso : "", "from": "/today"])
      }
    #expect(answer.location?.hasPrefix("/today?did=") == true && answer.fragment == "task-\(task)")
    let told = try await world.follow(answer).page
    let rows = told.region("late")?.all("li") ?? []
    #expect(rows.compactMap { $0["id"] }.firstIndex(of: "task-\(task)") == 1 && rows.count == 3)
    #expect(told.everything.count { $0["id"] == "task-\(task)" } == 1, "it is on the page once")
    #expect(told.notice == nil && told.title != "Today – Fourfold")
    #expect(try await page().titles("late") == ["a", "c"])
    let back = try await world.press(told.row("b")?.undoForms.first)
    #expect(back.location?.hasPrefix("/today?did=") == true)
    #expect(try await world.follow(back).page.titles("late") == ["a", "b", "c"])
  }

  @Test func `the last late task that is completed keeps its section until the page is left`() async throws {
    let task = try await add("a", due: -1)
    let answer = try await world.post("/tasks/\(task)/complete", ["from": "/today"])
    #expect(try await world.follow(answer).page.titles("late") == ["a"])
    #expect(try await page().region("late") == nil)
  }

  @Test func `a task is moved from Today to another list, and stays on the page`() async throws {
    let other = try await world.makeList("Garden")
    let task = try await add("a", due: 0)
    let answer = try await world.post("/tasks/\(task)/move", ["list": "\(other)", "from": "/today"])
    let told = try await world.follow(answer).page
    #expect(told.titles("today") == ["a"] && told.region("today")?.text.contains("Garden") == true)
    #expect(try await world.page("/lists/\(other)").titles() == ["a"])
  }

  @Test func `the address without a path leads to Today once a task has a date`() async throws {
    #expect(try await world.get("/").location == "/lists")
    let task = try await add("a", due: 30)
    #expect(try await world.get("/").location == "/today")
    _ = try await world.post("/tasks/\(task)/complete")
    #expect(try await world.get("/").location == "/lists")
    #expect(try await world.showing(nil).get("/").status == .unauthorized, "the gate, in its place")
  }

  @Test func `the bar tells how many tasks are late, and how many are due today`() async throws {
    func bar() async throws -> String? { try await world.page("/settings").first { $0["href"] == "/today" }?.text }
    #expect(try await bar() == "Today")
    try await add("a", due: -1)
    try await add("b", due: -1)
    try await add("c", due: 0)
    #expect(try await bar()?.contains("2 late") == true)
    #expect(try await bar()?.contains("1 due today") == true)
  }

  @Test func `a section has pages, which the other sections keep`() async throws {
    let draft = try TaskDraft(validating: TaskInput(title: "x", due: today.adding(days: -1).iso))
    try await world.mine.addTasks(Array(repeating: draft, count: 120), to: list, submission: .fresh())
    try await add("now", due: 0)
    let first = try await page()
    #expect(first.titles("late").count == 50)
    let next = try #require(first.region("late")?.first { $0["rel"] == "next" }?["href"])
    #expect(next == "/today?late=2#late-tasks")
    let second = try await world.page("/today?late=3")
    #expect(second.titles("late").count == 20 && second.titles("today") == ["now"])
    let from = second.row("now")?.forms.first?.controls.first { $0.name == "from" }?.value
    #expect(from == "/today?late=3", "an action leads back to the same page")
  }

  @Test(arguments: ["/lists", "https://evil.example/today", "//evil.example", "/nowhere", "/tasks/1", ""])
  func `an address that is not Today leads to the list`(from: String) async throws {
    let task = try await add("a", due: 0)
    let answer = try await world.post("/tasks/\(task)/complete", ["from": from])
    #expect(answer.location?.hasPrefix("/lists/\(list)?did=") == true)
  }

  @Test(arguments: ["someday", "2026-02-30", "1"])
  func `a day that is none is refused`(day: String) async throws {
    let task = try await add("a", due: 0)
    #expect(try await world.post("/tasks/\(task)/due", ["due": day]).status == .badRequest)
  }

  @Test func `a card begins with what is late and due today, and counts what is late`() async throws {
    for title in ["a", "b", "c", "d"] { try await add(title, due: nil) }
    try await add("late", due: -1)
    try await add("now", due: 0)
    try await add("soon", due: 1)
    let card = try await world.page("/lists").region("list-\(list)")
    let titles = card?.all("li").compactMap { $0.first("a")?.text } ?? []
    #expect(titles.prefix(2) == ["late", "now"] && titles.count == 3)
    #expect(card?.text.contains("1 late · 7 open") == true)
  }
}
