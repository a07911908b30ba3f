import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Today is Friday, 20 November 2026.
final class QuickAddingTests: ListTests {
  private func add(_ title: String, _ world: World, to list: ListID) async throws -> HTMLElement {
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    return try await world.submit(form, typing: ["title": title])
  }

  @Test func `words at the end of the line are shown as understood`() async throws {
    let page = try await add("Order the tiles tomorrow !high", world, to: list)
    #expect(page.titles() == ["Order the tiles"])
    let row = try #require(page.row("Order the tiles"))
    #expect(row.text.contains("due tomorrow"))
    #expect(row.text.contains("high"))
    #expect(row.text.contains("Keep as typed"))
    #expect(row.undoForms.count == 1)
    let later = try await world.page("/lists/\(list)")
    #expect(later.row("Order the tiles")?.text.contains("Keep as typed") == false)
    #expect(later.row("Order the tiles")?.text.contains("tomorrow") == true)
  }

  @Test func `one press makes the words literal again, as one change with an undo`() async throws {
    let page = try await add("Order the tiles tomorrow !high", world, to: list)
    let form = try #require(page.form(to: "/tasks/1/as-typed"))
    let answer = try await world.press(form, form.buttons.first)
    #expect(answer.status == .seeOther)
    let kept = try await world.follow(answer).page
    #expect(kept.titles() == ["Order the tiles tomorrow !high"])
    let task = try await mine.task(TaskID(1))
    #expect(task.due == nil)
    #expect(task.priority == Priority.none)
    _ = try await world.press(kept.undoForms.first)
    #expect(try await world.page("/lists/\(list)").titles() == ["Order the tiles"])
    #expect(try await mine.task(TaskID(1)).due?.iso == "2026-11-21")
  }

  @Test func `the offer stays after a reload, for ten minutes, and until the text is edited`() async throws {
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    let answer = try await world.press(form, typing: ["title": "Order the tiles tomorrow"])
    let address = try #require(answer.location)
    for _ in 0..<2 {
      #expect(try await world.page(address).row("Order the tiles")?.text.contains("Keep as typed") == true)
    }
    world.time.advance(by: .seconds(540))
    #expect(try await world.page(address).form(to: "/tasks/1/as-typed") != nil)
    world.time.advance(by: .seconds(120))
    #expect(try await world.page(address).form(to: "/tasks/1/as-typed") == nil)
  }

  @Test func `an edited text is not replaced by the one as typed`() async throws {
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    let answer = try await world.press(form, typing: ["title": "Order the tiles tomorrow"])
    let offered = try #require(try await world.follow(answer).page.form(to: "/tasks/1/as-typed"))
    let version = try await world.version(of: TaskID(1))
    try await mine.editTask(TaskID(1), TaskDraft(validating: TaskInput(title: "Order 12 tiles")), version: version)
    #expect(try await world.page(#require(answer.location)).form(to: "/tasks/1/as-typed") == nil)
    #expect(try await world.press(offered, offered.buttons.first).status == .conflict)
  }

  @Test func `a change that understood nothing, or is about another task, changes nothing`() async throws {
    _ = try await add("Order the tiles tomorrow", world, to: list)
    let other = try await world.add("Mow", to: list)[0]
    let before = try await world.version(of: other)
    let added = try await world.version(of: TaskID(1))
    for change in [before, added] {
      let answer = try await world.post("/tasks/\(other)/as-typed", ["typed": "\(change)"])
      #expect(answer.status == .seeOther && answer.location?.contains("did=") == false)
    }
    #expect(try await world.version(of: other) == before)
    #expect(try await world.post("/tasks/\(other)/as-typed").status == .badRequest)
    #expect(try await world.post("/tasks/\(other)/as-typed", ["typed": "99999"]).status == .notFound)
  }

  @Test func `a plain line offers nothing`() async throws {
    let page = try await add("The 9/11 Report", world, to: list)
    #expect(page.titles() == ["The 9/11 Report"])
    #expect(page.form(to: "/tasks/1/as-typed") == nil)
    #expect(page.undoForms.count == 1)
  }

  @Test func `a date field wins over words, which stay`() async throws {
    let answer = try await world.post(
      "/lists/\(list)/tasks", ["title": "Order the tiles tomorrow", "due": "2026-12-01", "version": "1"])
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["Order the tiles tomorrow"])
    #expect(try await mine.task(TaskID(1)).due?.iso == "2026-12-01")
    #expect(page.form(to: "/tasks/1/as-typed") == nil)
  }

  @Test func `a shortcut of the menu is the date, in one step`() async throws {
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    let answer = try await world.press(form, typing: ["title": "Order the tiles", "quick": "next-week"])
    #expect(answer.status == .seeOther)
    #expect(try await mine.task(TaskID(1)).due?.iso == "2026-11-23")
  }

  @Test func `the menu has today, tomorrow, the next Monday, and any date`() async throws {
    let page = try await world.page("/lists/\(list)")
    let choices = page.all { $0["name"] == "quick" }.map { $0["value"] ?? "" }
    #expect(choices == ["today", "tomorrow", "next-week", ""])
    #expect(page.all { $0["name"] == "due" }.map { $0["type"] } == ["date"])
    world.time.advance(by: .seconds(2 * 86_400))
    let sunday = try await world.page("/lists/\(list)")
    #expect(sunday.all { $0["name"] == "quick" }.map { $0["value"] ?? "" } == ["today", "tomorrow", ""])
  }

  @Test func `a page that was left open overnight sends words, which are read when they are pressed`() async throws {
    let tasks = try await world.add("Order tiles", "Sweep", to: list)
    let page = try await world.page("/lists/\(list)")
    world.time.advance(by: .seconds(86_400))
    let forms = tasks.map { task in page.forms.filter { $0.action == "/tasks/\(task)/due" } }
    for (form, word, due) in [(forms[0], "today", "2026-11-21"), (forms[1], "tomorrow", "2026-11-22")] {
      let form = try #require(form.first { $0.buttons.contains { $0.value == word } })
      _ = try await world.press(form, form.buttons.first { $0.value == word })
      let task = try #require(TaskID(String(form.action.split(separator: "/")[1])))
      #expect(try await mine.task(task).due?.iso == due)
    }
    _ = try await world.press(page.form(to: "/lists/\(list)/tasks"), typing: ["title": "Mop", "quick": "today"])
    #expect(try await mine.task(TaskID(3)).due?.iso == "2026-11-21")
  }

  @Test func `where words of a date were not understood, the new row offers dates`() async throws {
    let page = try await add("Tomorrow order the tiles", world, to: list)
    let row = try #require(page.row("Tomorrow order the tiles"))
    #expect(row.text.contains("No date set"))
    let form = try #require(
      row.forms.first { $0.buttons.contains { $0.value == "tomorrow" } && $0.buttons.allSatisfy { $0.name == "day" } })
    _ = try await world.press(form, form.buttons.first { $0.value == "tomorrow" })
    #expect(try await mine.task(TaskID(1)).due?.iso == "2026-11-21")
    let plain = try await add("Order 12 tiles", world, to: list)
    #expect(plain.row("Order 12 tiles")?.text.contains("No date set") == false)
    let dated = try await add("Order tiles friday", world, to: list)
    #expect(dated.row("Order tiles")?.text.contains("No date set") == false)
  }

  @Test func `dates in digits and hours are read as the settings say`() async throws {
    func save(order: String = "", night: String = "22:00") async throws -> Answer {
      try await world.post(
        "/settings",
        [
          "time-zone": "America/Chicago", "theme": "system", "rows": "100", "date-order": order, "morning": "06:30",
          "afternoon": "13:00", "evening": "17:00", "night": night,
        ])
    }
    #expect(try await save().status == .seeOther)
    _ = try await add("Order tiles 12/3/2026 morning", world, to: list)
    let task = try await mine.task(TaskID(1))
    #expect(task.due?.iso == "2026-12-03")
    #expect(task.time?.description == "06:30")
    _ = try await save(order: "day-first")
    _ = try await add("Sweep 12/3/2027", world, to: list)
    #expect(try await mine.task(TaskID(2)).due?.iso == "2027-03-12")
    let page = try await world.page("/settings")
    #expect(page.value(of: "morning") == "06:30" && page.value(of: "date-order") == "day-first")
    let wrong = try await save(night: "16:00")
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.text.contains("Enter four times, each later than the one before."))
  }

  @Test(arguments: [("0026-12-01", "2026-12-01"), ("1969-12-31", nil), ("0300-01-01", nil)] as [(String, String?)])
  func `a year of two digits is of this century, and none is before 1970`(typed: String, due: String?) async throws {
    let answer = try await world.post("/lists/\(list)/tasks", ["title": "Mow", "due": typed, "version": "1"])
    #expect(answer.status == (due == nil ? .unprocessableContent : .seeOther))
    if let due {
      #expect(try await mine.task(TaskID(1)).due?.iso == due)
    } else {
      #expect(try answer.page.text.contains("Enter a year from 1970 on."))
    }
  }

  @Test func `a rejected form keeps the line and the date as sent`() async throws {
    let answer = try await world.post(
      "/lists/\(list)/tasks",
      ["title": "\u{200b}", "quick": "tomorrow", "due": "2026-12-24", "version": "1"])
    let page = try answer.page(.unprocessableContent)
    #expect(page.all { $0["checked"] != nil }.map { $0["value"] } == ["tomorrow"])
    #expect(page.value(of: "due") == "2026-12-24")
    let long = try await world.post(
      "/lists/\(list)/tasks", ["title": String(repeating: "x", count: 495) + " tomorrow", "version": "1"])
    #expect(long.status == .unprocessableContent)
    #expect(try long.page.value(of: "title")?.hasSuffix("x tomorrow") == true)
  }

  @Test func `each of several lines is understood, and the notice counts the dates`() async throws {
    let several = try await world.page("/lists/\(list)?several")
    let answer = try await world.press(
      several.form(to: "/lists/\(list)/tasks"),
      typing: ["titles": "- Order tiles tomorrow\n[ ] Call Anna !low\n1. Sweep friday\n"])
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["Order tiles", "Call Anna", "Sweep"])
    #expect(page.notice?.text.contains("Added 3 tasks (with a date: 2)") == true)
  }

  @Test func `the text as typed counts towards the quota and goes with the history`() async throws {
    let before = try await mine.usage().bytes
    _ = try await add("Order the tiles tomorrow", world, to: list)
    let typed = try await mine.usage().bytes - before
    try await world.store.forgetChanges(before: world.time.now.addingTimeInterval(60))
    #expect(try await mine.usage().bytes - before < typed - 24)
  }
}
