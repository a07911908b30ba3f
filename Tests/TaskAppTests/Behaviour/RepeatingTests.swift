import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Repeating tasks over HTTP.
final class RepeatingTests: RepeatingListTests {
  @Test func `selected tasks repeat with one press, and search finds those that repeat`() async throws {
    _ = try await type("Rent")
    _ = try await type("Sweep tomorrow")
    func change(_ value: String) async throws -> Answer {
      let form = try await world.form("/lists/\(list)/tasks/change", at: "/lists/\(list)?select")
      let fields = form.fields(pressing: nil) + [(name: "all", value: "all"), (name: "repeats", value: value)]
      return try await world.post(form.action, fields: fields)
    }
    #expect(try await world.page("/search?repeats=on").region("results")?["data-reason"] == "no-matches")
    let page = try await world.follow(change("2-weeks")).page
    #expect(page.text.contains("Changed how 2 tasks repeat"))
    #expect(try await open().allSatisfy { $0.repeats?.interval == 2 && $0.due != nil })
    let found = try await world.page("/search?repeats=on")
    #expect(found.text.contains("Rent") && found.text.contains("Sweep"))
    _ = try await change("never")
    #expect(try await open().allSatisfy { $0.repeats == nil })
    #expect(try await change("sometimes").status == .unprocessableContent)
  }

  private func recurrence(of task: TaskID) async throws -> String {
    try await mine.task(task).repeats?.description ?? ""
  }

  private func weekly(due: Day) -> String { Recurrence(.weekly([due.weekday]), current: due).description }

  @Test func `the next dates begin with the day that the open task was postponed to`() async throws {
    _ = try await type("Water the plants every 3 days")
    let task = try #require(try await open().first?.id)
    func dates() async throws -> [String] {
      try await world.page("/tasks/\(task)").first { $0["class"] == "hint dates" }?.all("time").compactMap {
        $0["datetime"]
      } ?? []
    }
    #expect(try await dates().prefix(2) == [today.iso, today.adding(days: 3).iso])
    for (days, second) in [(1, 3), (2, 3), (3, 6), (4, 6)] {
      let due = today.adding(days: days)
      try await mine.setDue(task, to: due)
      #expect(try await dates().prefix(2) == [due.iso, today.adding(days: second).iso], "\(days)")
    }
  }

  @Test func `a recurrence at the end of a line is understood, and literal again with one press`() async throws {
    let page = try await type("Pay the rent every 2 weeks")
    let row = try #require(page.row("Pay the rent"))
    #expect(row.text.contains("every 2 weeks") && row.text.contains("today"))
    let literal = try #require(row.forms.first { $0.action.hasSuffix("/as-typed") })
    let back = try await world.submit(literal, literal.buttons.first)
    #expect(back.row("Pay the rent every 2 weeks")?.text.contains("repeats") == false)
    #expect(try await open().map(\.due) == [nil])
  }

  @Test func `both versions of a conflict tell in words how they repeat`() async throws {
    _ = try await type("Pay the rent every 2 weeks")
    let task = try #require(try await open().first)
    let form = try await world.form(at: "/tasks/\(task.id)")
    try await mine.editTask(task.id, TaskDraft(validating: TaskInput(title: "Pay all")), version: task.version)
    let answer = try await world.press(form, typing: ["title": "Pay"])
    #expect(answer.status == .conflict)
    let text = try answer.page.text
    #expect(text.contains("every 2 weeks") && !text.contains("FREQ"))
  }

  @Test func `a completed one stays in its row, the next one follows it, and one undo takes both back`() async throws {
    _ = try await type("Pay the rent weekly")
    let task = try #require(try await open().first)
    let answer = try await world.press(world.form("/tasks/\(task.id)/complete", at: "/lists/\(list)"))
    #expect(answer.location?.hasSuffix("#task-\(task.id)") == true)
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["Pay the rent", "Pay the rent"])
    #expect(page.element(id: "task-\(task.id)")?["class"]?.contains("done") == true)
    #expect(try await open().map(\.due) == [today.adding(days: 7)])
    let undo = try #require(page.element(id: "task-\(task.id)")?.undoForms.first)
    let back = try await world.submit(undo)
    #expect(back.titles() == ["Pay the rent"])
    #expect(try await open().map(\.id) == [task.id])
  }

  @Test func `a late one tells how many dates were missed, and is one task`() async throws {
    let due = today.adding(days: -22)
    let fields = [
      (name: "title", value: "Report"), (name: "due", value: due.iso), (name: "repeats", value: weekly(due: due)),
    ]
    #expect(try await world.post("/lists/\(list)/tasks", fields: fields).status == .seeOther)
    let row = try #require(try await world.page("/lists/\(list)").row("Report"))
    #expect(row.text.contains("3 missed") && row.text.contains("22 days late"))
    let task = try #require(try await open().first).id
    let region = try #require(try await world.page("/tasks/\(task)").region("task"))
    #expect(region.text.contains("3 missed"))
    let dates = region.first { $0["class"] == "hint dates" }?.all("time") ?? []
    #expect(dates.first?["datetime"] == due.adding(days: 28).iso, "the next date, none that was missed")
    #expect(try await world.page("/today").row("Report")?.text.contains("3 missed") == true)
    _ = try await world.post("/tasks/\(task)/complete", [:])
    #expect(try await open().map(\.due) == [due.adding(days: 28)])
  }

  @Test func `the form sets a rule, shows its dates before saving, and ends it`() async throws {
    let task = try await world.add("Club", to: list)[0]
    let page = try await world.page("/tasks/\(task)")
    #expect(page.region("task")?.text.contains("dates:") == false)
    let typed = [
      "due": "2026-12-08", "repeat-unit": "month", "repeat-on": "weekday", "repeat-place": "2", "repeat-weekday": "2",
    ]
    let shown = try await send(form(task), typed, by: ("show-dates", "yes"))
    #expect(shown.status == .ok)
    let dates = try shown.page.region("task")?.all("time").compactMap { $0["datetime"] }
    #expect(dates == ["2026-12-08", "2027-01-12", "2027-02-09", "2027-03-09", "2027-04-13"])
    #expect(try await recurrence(of: task) == "", "nothing is saved yet")

    let again = try #require(try shown.page.form(to: "/tasks/\(task)"))
    #expect(try await world.press(again).status == .seeOther)
    #expect(try await recurrence(of: task) == "2026-12-08 FREQ=MONTHLY;BYDAY=2TU")
    let saved = try #require(try await world.page("/tasks/\(task)").region("task"))
    #expect(saved.text.contains("every month on the second Tuesday"))
    #expect(saved.first { $0["class"] == "hint dates" }?.all("time").compactMap { $0["datetime"] } == dates)

    _ = try await send(form(task), ["repeat-unit": "never"])
    #expect(try await recurrence(of: task) == "")
    #expect(try await mine.task(task).due?.iso == "2026-12-08")
  }

  @Test func `a task that begins to repeat without a date is due on the first one of its rule`() async throws {
    let task = try await world.add("Run", to: list)[0]
    let tomorrow = today.adding(days: 1)
    let typed = ["repeat-unit": "week", "repeat-every": "2", "repeat-day-\(tomorrow.weekday.rawValue)": "on"]
    _ = try await send(form(task), typed)
    #expect(try await mine.task(task).due == tomorrow)
    #expect(try await recurrence(of: task).hasPrefix("\(tomorrow.iso) FREQ=WEEKLY;INTERVAL=2;BYDAY="))
  }

  @Test func `another due date in the form is for this time only, and the notes leave the rule alone`() async throws {
    let due = today.adding(days: 2)
    let fields = [
      (name: "title", value: "Report"), (name: "due", value: due.iso), (name: "repeats", value: weekly(due: due)),
    ]
    _ = try await world.post("/lists/\(list)/tasks", fields: fields)
    let task = try #require(try await open().first).id
    _ = try await send(form(task), ["due": due.adding(days: 1).iso, "notes": "n"])
    #expect(try await recurrence(of: task) == weekly(due: due))
    _ = try await world.post("/tasks/\(task)/complete", [:])
    #expect(try await open().map(\.due) == [due.adding(days: 7)])
  }

  @Test(arguments: [
    (["repeat-every": "0"], "Enter a number from 1 to 999."), (["repeat-every": ""], "Enter a number from 1 to 999."),
    (["repeat-every": "x"], "Enter a number from 1 to 999."),
    (["repeat-every": "1000"], "Enter a number from 1 to 999."),
    (["repeat-end": "until", "repeat-until": "soon"], "Enter a date such as 2026-11-27."),
    (["repeat-end": "until", "repeat-until": ""], "Enter a date such as 2026-11-27."),
    (["repeat-end": "count", "repeat-count": "0"], "Enter a number from 1 to 999."),
    (["repeat-unit": "month", "repeat-on": "date", "repeat-date": "32"], "Enter a day from 1 to 31."),
  ])
  func `an invalid rule is rejected in its place, with its own words and what was typed`(
    typed: [String: String], words: String
  ) async throws {
    let task = try await world.add("Run", to: list)[0]
    let all = ["repeat-unit": "day", "notes": "kept"].merging(typed) { $1 }
    let answer = try await send(form(task), all)
    #expect(answer.status == .unprocessableContent)
    let region = try #require(try answer.page.region("task"))
    let wrong = region.all { $0["aria-invalid"] == "true" }
    #expect(wrong.count == 1 && typed[wrong.first?["name"] ?? ""] != nil, "the invalid control is marked")
    #expect(wrong.first?["autofocus"] != nil)
    #expect(region.all { $0["id"] == "repeats-error" }.map(\.text) == [words])
    for (name, value) in all where !["repeat-unit", "repeat-end", "repeat-on"].contains(name) {
      #expect(try answer.page.value(of: name) == value)
    }
    #expect(try await recurrence(of: task) == "")
  }

  @Test func `a date is skipped from the menu of the row, which stays, and from the page after saving`() async throws {
    _ = try await type("Pay the rent weekly")
    let task = try #require(try await open().first).id
    let menu = try await world.form("/tasks/\(task)", at: "/lists/\(list)?menu=\(task)")
    let skip = menu.buttons.first { $0.name == "day" }
    let page = try await world.submit(menu, skip)
    #expect(page.titles() == ["Pay the rent"])
    #expect(try await open().map(\.due) == [today.adding(days: 7)])
    #expect(page.row("Pay the rent")?.undoForms.isEmpty == false)
    #expect(try await world.press(menu, skip).status == .seeOther)
    #expect(try await open().map(\.due) == [today.adding(days: 7)], "a second press of the same button skips nothing")
    _ = try await send(form(task), ["notes": "n"], by: ("then", "skip"))
    #expect(try await open().map(\.due) == [today.adding(days: 14)])
    #expect(try await open().map(\.hasNotes) == [true])
    // Plain tasks have no such button.
    let plain = try await world.add("Plain", to: list)[0]
    #expect(
      try await world.page("/lists/\(list)?menu=\(plain)").form(to: "/tasks/\(plain)")?.buttons.contains {
        $0.name == "day"
      } == false)
    #expect(try await world.post("/tasks/\(plain)/skip", [:]).status == .seeOther)
  }

  @Test func `the end of a series is told, and the last one is completed without another`() async throws {
    let fields = [
      (name: "title", value: "Pills"), (name: "due", value: today.iso),
      (name: "repeats", value: "\(today.iso) FREQ=DAILY;COUNT=2"),
    ]
    _ = try await world.post("/lists/\(list)/tasks", fields: fields)
    let task = try #require(try await open().first).id
    let region = try #require(try await world.page("/tasks/\(task)").region("task"))
    #expect(region.first { $0["class"] == "hint dates" }?.all("time").count == 2 && region.text.contains("Last dates:"))
    _ = try await world.post("/tasks/\(task)/complete", [:])
    let last = try #require(try await open().first)
    let menu = try await world.form("/tasks/\(last.id)", at: "/lists/\(list)?menu=\(last.id)")
    #expect(!menu.buttons.contains { $0.name == "day" }, "no other date")
    world.time.advance(by: .seconds(3 * 86_400))
    let late = try #require(try await world.page("/tasks/\(last.id)").region("task"))
    #expect(late.text.contains("This is the last date."))
    _ = try await world.post("/tasks/\(last.id)/complete", [:])
    #expect(try await open().isEmpty)
  }

  @Test func `without room for the next one nothing is completed, and the page says why`() async throws {
    _ = try await type("Pay the rent weekly")
    let task = try #require(try await open().first).id
    try await world.store.write { db, _ in
      try db.execute(sql: "UPDATE lists SET completed = \(Limits.tasksPerList - 1)")
    }
    let answer = try await world.post("/tasks/\(task)/complete", [:])
    #expect(answer.status == .unprocessableContent, "\(answer.status) \(answer.words)")
    #expect(answer.words.contains("\(Limits.tasksPerList)") || answer.words.contains("10,000"), "\(answer.words)")
    #expect(try await open().map(\.id) == [task])
  }
}
