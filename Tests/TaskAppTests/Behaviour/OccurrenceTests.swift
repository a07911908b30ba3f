import Foundation
import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// A suite about repeating tasks of a list, over HTTP.
class RepeatingListTests: ListTests {
  func type(_ line: String) async throws -> HTMLElement {
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    return try await world.submit(form, typing: ["title": line])
  }

  func open() async throws -> [TaskRow] { try await world.mine.openPage(1, of: 100, in: list).rows }

  func form(_ task: TaskID) async throws -> Form { try await world.form(at: "/tasks/\(task)") }

  /// Sends a form with typed values, checked boxes among them, by its first button or another one.
  func send(
    _ form: Form?, _ typed: [String: String] = [:], by button: (name: String, value: String)? = nil
  ) async throws -> Answer {
    let form = try #require(form)
    let boxes = typed.filter { name, _ in !form.controls.contains { $0.name == name } }
    var fields = form.fields(pressing: button == nil ? form.buttons.first : nil, typing: typed)
    fields += boxes.map { (name: $0.key, value: $0.value) } + (button.map { [$0] } ?? [])
    return try await world.post(form.action, fields: fields)
  }
}

/// The date of a repeating task on its page: of one occurrence, or of all later ones.
final class OccurrenceTests: RepeatingListTests {
  private func recurrence(of task: TaskID) async throws -> String {
    try await mine.task(task).repeats?.description ?? ""
  }

  @Test func `another date is that of one occurrence, or of all later ones`() async throws {
    let due = try #require(Day(iso: "2031-05-03"))
    let yearly = Recurrence(.yearly(month: 5, day: 3), current: due).description
    let fields = [
      (name: "title", value: "Anna's birthday"), (name: "due", value: due.iso), (name: "repeats", value: yearly),
    ]
    _ = try await world.post("/lists/\(list)/tasks", fields: fields)
    let task = try #require(try await open().first?.id)
    func isLater(_ page: HTMLElement) -> Bool {
      page.all("input").contains { $0["name"] == "occurrence" && $0["value"] == "later" && $0["checked"] != nil }
    }
    // This one.
    _ = try await send(form(task), ["due": "2031-05-10"])
    #expect(try await recurrence(of: task) == yearly)
    // An error keeps the choice.
    let wrong = try await send(form(task), ["due": "soon", "occurrence": "later"])
    #expect(wrong.status == .unprocessableContent)
    #expect(try isLater(wrong.page))
    #expect(try await isLater(world.page("/tasks/\(task)")) == false)
    // The dates are shown before it is saved.
    let dates = try await send(
      form(task), ["due": "2031-05-04", "occurrence": "later"], by: (name: "show-dates", value: "yes"))
    #expect(try dates.page.first { $0["class"] == "hint dates" }?.all("time")[1]["datetime"] == "2032-05-04")
    let saved = try await send(form(task), ["due": "2031-05-04", "occurrence": "later"])
    #expect(try await recurrence(of: task) == "2031-05-04 FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4")
    let history = try await world.page("/lists/\(list)/history").text
    #expect(history.contains("every year on 3 May → every year on 4 May"))
    let undo = try #require(try await world.follow(saved).page.undoForms.first)
    _ = try await world.press(undo)
    #expect(try await recurrence(of: task) == yearly)
    #expect(try await open().first?.due?.iso == "2031-05-10")
  }

  @Test func `a fortnight moves by a week, and the history says so`() async throws {
    _ = try await type("Bins every 2 weeks")
    let task = try #require(try await open().first?.id)
    let next = today.adding(days: 7)
    _ = try await send(form(task), ["due": next.iso, "occurrence": "later"])
    #expect(
      try await recurrence(of: task) == Recurrence(.weekly([today.weekday]), interval: 2, current: next).description)
    #expect(try await world.page("/lists/\(list)/history").text.contains("All later dates"))
  }

  @Test func `a conflict keeps the choice of all later dates`() async throws {
    _ = try await type("Bins every 2 weeks")
    let task = try #require(try await open().first)
    let form = try await form(task.id)
    try await mine.editTask(
      task.id, TaskDraft(validating: TaskInput(title: "Bins out", due: today.iso, repeats: recurrence(of: task.id))),
      version: task.version)
    let next = today.adding(days: 7)
    let answer = try await send(form, ["due": next.iso, "occurrence": "later"])
    #expect(answer.status == .conflict)
    _ = try await world.press(answer.page.forms.first { $0.buttons.contains { $0.words == "Keep mine" } })
    #expect(try await recurrence(of: task.id).hasPrefix(next.iso))
  }

  @Test func `a rule that ends after one date is told in the singular`() async throws {
    _ = try await type("Pills daily")
    let task = try #require(try await open().first?.id)
    func text(_ count: String) async throws -> String {
      _ = try await send(form(task), ["repeat-end": "count", "repeat-count": count])
      return try #require(try await world.page("/lists/\(list)").row("Pills")?.text)
    }
    #expect(try await text("2").contains("every day, 2 times"))
    let once = try await text("1")
    #expect(once.contains("every day, 1 time") && !once.contains("1 times"))
  }
}
