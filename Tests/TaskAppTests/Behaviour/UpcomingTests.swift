import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class UpcomingTests: ListTests {
  private func day(_ days: Int) -> Day { today.adding(days: days) }

  @discardableResult
  private func add(_ title: String, due: Int? = nil, start: Int? = nil, tags: String = "", to list: ListID? = nil)
    async throws -> TaskID
  {
    let draft = try TaskDraft(
      validating: TaskInput(
        title: title, due: due.map { day($0).iso } ?? "", start: start.map { day($0).iso } ?? "", tags: tags))
    return try await world.mine.addTasks([draft], to: list ?? self.list, submission: .fresh()).tasks[0]
  }

  private func region(_ query: String = "") async throws -> HTMLElement {
    try #require(try await world.page("/upcoming\(query)").region("upcoming"))
  }

  private func buttons(_ page: HTMLElement) -> [String] {
    page.region("upcoming")?.all("input").compactMap { $0["alt"] } ?? []
  }

  /// The links and titles below the headings of each day, by the text of the heading.
  private func days(_ region: HTMLElement) -> [String] { region.all("h3").map(\.text) }

  @Test func `two weeks have a heading for each day, with its tasks, and those that start`() async throws {
    let garden = try await world.makeList("Garden")
    try await add("late", due: -1)
    try await add("now", due: 0, to: garden)
    try await add("last", due: 13)
    try await add("after", due: 14)
    let drill = try await add("drill", due: 40, start: 2)
    let page = try await world.page("/upcoming")
    let region = try #require(page.region("upcoming"))
    #expect(region["data-state"] == "content" && days(region).count == 14)
    #expect(days(region)[0] == "Today · Friday 20 Nov" && days(region)[13] == "Thursday 3 Dec")
    #expect(page.titles("upcoming") == ["now", "drill", "last"])
    #expect(page.row("now")?.text.contains("Garden") == true && page.row("now")?.first("time") == nil)
    #expect(page.row("drill")?.text.contains("starts") == true)
    #expect(region.first { $0["href"] == "/tasks/\(drill)" } != nil)
    #expect(region.first { $0["href"] == "/upcoming?day=\(day(13).iso)" } != nil)
    #expect(page.first { $0["href"] == "/today" && $0.text == "1 late" } != nil)
    #expect(page.first { $0["href"] == "/upcoming?from=\(day(14).iso)" && $0["rel"] == "next" } != nil)
    #expect(try await self.region("?from=\(day(14).iso)").text.contains("after"))
  }

  @Test func `without tasks it says so, and where to add one`() async throws {
    let region = try await region()
    #expect(region["data-state"] == "empty" && region["data-reason"] == "nothing-due")
    #expect(region.first { $0["href"] == "/add" } != nil)
    try await add("far", due: 30)
    #expect(try await self.region()["data-state"] == "empty")
    #expect(try await self.region("?arrange")["data-state"] == "content", "days are there to put tasks on")
    #expect(try await self.region("?view=month")["data-state"] == "content", "a month leads to its days")
  }

  @Test(arguments: ["", "view=month"])
  func `a task is picked, then put on a day, with an undo`(query: String) async throws {
    let task = try await add("dentist", due: 1)
    try await add("tax", due: 3)
    let between = query.isEmpty ? "" : "\(query)&"
    let page = try await world.page("/upcoming?\(between)arrange")
    #expect(buttons(page) == ["Move “dentist”", "Move “tax”"])
    let form = page.form(to: "/tasks/\(task)/pick")
    let picking = try await world.press(form, form?.buttons.first)
    #expect(picking.location == "/upcoming?\(between)picked=\(task)#task-\(task)")
    let picked = try await world.follow(picking).page
    #expect(picked.text.contains("Moving “dentist”"))
    let put = try #require(picked.all("input").first { $0["name"] == "due=\(day(6).iso)" })
    #expect(put["formaction"] == "/tasks/\(task)/due" && put["alt"]?.hasPrefix("Put here, on Thursday") == true)
    #expect(picked.all("input").allSatisfy { $0["name"] != "due=\(day(1).iso)" }, "it is there already")
    let from = picked.element(id: "row")?.first { $0["name"] == "from" }?["value"] ?? ""
    let before = try await mine.revision()
    let moved = try await world.post(
      "/tasks/\(task)/due", ["due=\(day(6).iso).x": "9", "due=\(day(6).iso).y": "407", "from": from])
    #expect(moved.status == .seeOther && moved.location?.contains("did=") == true)
    #expect(moved.location?.hasPrefix("/upcoming?\(between)arrange&") == true, "another one can be picked")
    #expect(try await mine.history(of: list, limit: 1)[0].id.value == (before?.value ?? 0) + 1, "one change")
    let after = try await world.follow(moved).page
    #expect(try await mine.task(task).text.due == day(6))
    #expect(buttons(after) == ["Move “tax”", "Move “dentist”"])
    #expect(after.element(id: "task-\(task)") != nil)
    let undone = try await world.press(after.notice?.forms.first)
    #expect(undone.location?.hasPrefix("/upcoming?\(between)arrange&") == true)
    #expect(try await mine.task(task).text.due == day(1))
  }

  @Test func `what is done to a row is told in its place, and undone from there`() async throws {
    let task = try await add("dentist", due: 1)
    let answer = try await world.press(world.page("/upcoming").row("dentist")?.forms.first)
    #expect(answer.location?.hasPrefix("/upcoming?did=") == true && answer.fragment == "task-\(task)")
    let told = try await world.follow(answer).page
    #expect(told.titles("upcoming") == ["dentist"] && told.notice == nil)
    #expect(try await region()["data-state"] == "empty")
    let back = try await world.press(told.row("dentist")?.undoForms.first)
    #expect(try await world.follow(back).page.titles("upcoming") == ["dentist"])
  }

  @Test func `a month is a table of five weeks from this one on, with three titles a day and a number`() async throws {
    for title in ["A", "B", "C", "D", "E"] { try await add(title, due: 4) }
    try await add("old", due: -2)
    let page = try await world.page("/upcoming?view=month")
    let region = try #require(page.region("upcoming"))
    #expect(region.first("caption")?.text == "16 Nov – 20 Dec" && page.text.contains("16 Nov – 20 Dec"))
    #expect(region.all("th").map { $0.first { $0["class"] == "visually-hidden" }?.text }.first == "Monday")
    #expect(region.all("tr").count == 6 && region.all("td").count == 35)
    let cell = try #require(region.all("td").first { $0.first("time")?["datetime"] == day(4).iso })
    #expect(cell.first { $0["class"] == "date" }?["aria-label"] == "Tuesday, 24 Nov 2026, 5 tasks")
    #expect(cell.all("li").map(\.text) == ["A", "B", "C"] && cell.text.contains("2 more"))
    #expect(region.all("li").first { $0.text == "old" }?["class"]?.contains("overdue") == true)
    #expect(region.all { $0["aria-current"] == "date" }.count == 1)
    #expect(page.first { $0["rel"] == "next" }?["href"] == "/upcoming?view=month&from=2026-12-21")
    #expect(page.first { $0["rel"] == "prev" }?["href"] == "/upcoming?view=month&from=2026-10-12")
    _ = try await world.post("/settings", ["time-zone": "", "theme": "system", "rows": "100", "language": "ar"])
    let arabic = try #require(try await world.page("/upcoming?view=month").region("upcoming"))
    #expect(arabic.first("time")?["datetime"] == "2026-11-14", "weeks begin on Saturday")
  }

  @Test func `the page of a day has a field, whose tasks are due on that day unless they say otherwise`() async throws {
    let page = try await world.page("/upcoming?day=\(day(6).iso)")
    #expect(page.first("h1")?.text == "Thursday 26 Nov")
    #expect(page.first { $0["rel"] == "next" }?["href"] == "/upcoming?day=\(day(7).iso)")
    let form = try #require(page.form(to: "/today"))
    let added = try await world.press(form, typing: ["title": "Mow"])
    #expect(added.location?.hasPrefix("/upcoming?day=\(day(6).iso)&did=") == true && added.fragment == "new-task")
    #expect(try await world.follow(added).page.titles("upcoming") == ["Mow"])
    _ = try await world.press(form, typing: ["title": "Rake tomorrow"])
    #expect(try await region("?day=\(day(1).iso)").text.contains("Rake"))
    let refused = try await world.press(form, typing: ["title": " "])
    #expect(try refused.status == .unprocessableContent && refused.page.first("h1")?.text == "Thursday 26 Nov")
    #expect(try refused.page.error(of: "title") != nil)
  }

  @Test func `a list and a tag are filters, kept from page to page, and taken off by a press`() async throws {
    let garden = try await world.makeList("Garden")
    try await add("mow", due: 1, tags: "home", to: garden)
    try await add("rake", due: 1, to: garden)
    try await add("tile", due: 1, tags: "home")
    let page = try await world.page("/upcoming?list=\(garden)&tag=home")
    #expect(page.titles("upcoming") == ["mow"])
    #expect(page.first { $0["rel"] == "next" }?["href"]?.contains("list=\(garden)&tag=home") == true)
    let chips = page.all { $0["class"] == "chip" }.compactMap { $0["href"] }
    #expect(chips.contains("/upcoming?tag=home") && chips.contains("/upcoming?list=\(garden)"))
    #expect(try await world.page("/upcoming?view=month&tag=home").region("upcoming")?.all("li").count == 2)
    let form = try #require(page.forms.first { $0.action == "/upcoming" })
    #expect(form.method == "get" && form.controls.map(\.name) == ["list", "tag"])
  }

  @Test func `tasks of followed lists are on their days, to read`() async throws {
    let tasks = [
      RemoteTask(key: "cake", title: "cake", due: .day(day(1))),
      RemoteTask(key: "far", title: "far", due: .day(day(30))),
    ]
    let (choir, _) = try await world.follow(
      "https://choir.example/a.ics", ReadList(format: .iCalendar, title: nil, tasks: tasks))
    let region = try await region()
    let row = try #require(region.all("li").first { $0.first { $0["class"] == "title" }?.text == "cake" })
    #expect(row.all("input").isEmpty && row.text.contains("Choir") && !region.text.contains("far"))
    #expect(row.first("a")?["href"] == "/lists/\(choir)/task?key=cake")
    let cell = try await self.region("?view=month").all("td").first { $0.first("time")?["datetime"] == day(1).iso }
    #expect(cell?.all("li").map(\.text) == ["cake"])
  }

  @Test func `a day that is no date, or beyond the years, is the next two weeks`() async throws {
    for query in [
      "day=2026-02-30", "day=", "from=x", "view=month&from=2026-13", "day=9999-12-31", "view=month&from=0001-01-01",
      "view=month&from=9999-12-31",
    ] { #expect(try await world.get("/upcoming?\(query)").status == .ok, "\(query)") }
  }
}
