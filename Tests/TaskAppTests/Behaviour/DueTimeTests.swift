import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Times of due dates, and starts. It is 15:00 in Greenwich.
final class DueTimeTests: ListTests {
  @discardableResult
  private func add(_ line: String) async throws -> TaskID {
    #expect(try await world.post("/lists/\(list)/tasks", ["title": line]).status == .seeOther)
    let tasks = try await mine.openTasks(in: list)
    return try #require(tasks.max { $0.id < $1.id }).id
  }

  @Test func `a typed time is shown in the row, and late once it has passed`() async throws {
    try await add("Call Anna at 15:30")
    try await add("Call Ben tomorrow at 9am")
    let rows = try await world.page("/lists/\(list)")
    #expect(rows.titles("tasks").sorted() == ["Call Anna", "Call Ben"])
    let text = try #require(rows.region("tasks")?.text)
    #expect(text.contains("today 15:30") && text.contains("tomorrow 09:00") && !text.contains("late"))

    let before = try await world.get("/today")
    #expect(try before.page.titles("today") == ["Call Anna"])
    world.time.advance(by: .seconds(30 * 60))
    #expect(try await world.get("/today").headers[.eTag] == before.headers[.eTag], "it is due in this minute")
    world.time.advance(by: .seconds(60))
    let after = try await world.get("/today")
    #expect(after.headers[.eTag] != before.headers[.eTag])
    let page = try after.page
    #expect(page.titles("late") == ["Call Anna"] && page.titles("soon") == ["Call Ben"])
    #expect(page.region("late")?.text.contains("late since 15:30") == true)
    #expect(try await world.page("/lists").text.contains("1 late"))
    let found = try await world.page("/search?due=late")
    #expect(found.region("results")?.text.contains("Call Anna") == true)
  }

  @Test func `a time of another zone is shown on the reader's clock`() async throws {
    let task = try await add("Call Anna tomorrow at 9:00")
    let form = try await world.form(at: "/tasks/\(task)")
    #expect(form.controls.first { $0.name == "clock" }?.value == "", "the same in every time zone")
    _ = try await world.press(form, typing: ["clock": "GMT"])
    #expect(try await mine.task(task).text[.time] == "09:00 GMT")
    _ = try await world.post("/settings", ["time-zone": "Asia/Kolkata", "theme": "system", "rows": "100"])
    #expect(try await world.page("/lists/\(list)").region("tasks")?.text.contains("tomorrow 14:30") == true)
    let again = try await world.form(at: "/tasks/\(task)")
    #expect(again.controls.first { $0.name == "clock" }?.value == "GMT")
    #expect(again.controls.first { $0.name == "time" }?.value == "09:00")
  }

  @Test func `a time without a date is refused in place, and No date takes both`() async throws {
    let task = try await add("Call Anna tomorrow at 9:00")
    func form() async throws -> Form { try await world.form(at: "/tasks/\(task)") }
    let page = try await world.press(form(), typing: ["due": ""]).page(.unprocessableContent)
    #expect(page.value(of: "time") == "09:00" && page.text.contains("A time needs a due date."))
    let open = try await form()
    let wrong = try await world.press(open, typing: ["time": "soon"])
    #expect(try wrong.page.value(of: "time") == "soon")
    #expect(try wrong.page.text.contains("Enter a time like 14:05"))

    let version = "\(try await world.version(of: task))"
    let answer = try await world.post(
      "/tasks/\(task)",
      ["quick": "", "title": "Call Anna", "time": "09:00", "due": today.adding(days: 1).iso, "version": version])
    #expect(answer.status == .seeOther)
    let text = try await mine.task(task).text
    #expect(text.due == nil && text.time == nil)
  }

  @Test func `a start is shown in the row until it is there`() async throws {
    let task = try await add("Look up the tide in 5 days")
    let form = try await world.form(at: "/tasks/\(task)")
    let late = try await world.press(form, typing: ["start": today.adding(days: 6).iso])
    #expect(try late.page.text.contains("This is after the due date."))
    _ = try await world.press(form, typing: ["start": today.adding(days: 2).iso])
    #expect(try await world.page("/lists/\(list)").region("tasks")?.text.contains("from 22 Nov") == true)
    #expect(try await world.page("/today").titles("soon") == [])
    world.time.advance(by: .seconds(2 * 86_400))
    #expect(try await world.page("/lists/\(list)").region("tasks")?.text.contains("from") == false)
    #expect(try await world.page("/today").titles("soon") == ["Look up the tide"])
  }

  @Test func `a task's page tells when it was created and changed`() async throws {
    let task = try await add("Paint")
    func words() async throws -> String? {
      try await world.page("/tasks/\(task)").first { $0["class"] == "hint task-dates" }?.text
    }
    #expect(try await words() == "Created today at 15:00 · History")
    world.time.advance(by: .seconds(86_400))
    let form = try await world.form(at: "/tasks/\(task)")
    _ = try await world.press(form, typing: ["title": "Paint it"])
    #expect(try await words() == "Created yesterday at 15:00 · changed today at 15:00 · History")
  }

  @Test func `the history tells of times and starts`() async throws {
    let task = try await add("Paint tomorrow at 9:00")
    let form = try await world.form(at: "/tasks/\(task)")
    _ = try await world.press(form, typing: ["time": "10:00", "start": today.iso])
    let text = try #require(try await world.page("/lists/\(list)/history").region("history")?.text)
    #expect(text.contains("Time: 09:00 → 10:00") && text.contains("Start: none → 20 Nov"), "\(text)")
  }
}
