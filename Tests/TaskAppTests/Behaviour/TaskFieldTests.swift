import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// What holds for every field of a task, over HTTP. A new field fails here wherever it was left out.
struct TaskFieldTests {
  /// Three values of a field, as its form sends them; none is what a new task has.
  private static func values(_ field: TaskField) -> (first: String, second: String, third: String) {
    switch field {
    case .title: ("paint", "paint it", "paint it <b>red</b>")
    case .notes: ("two coats", "three\ncoats", "four \"coats\"")
    case .due: ("2026-11-21", "2026-12-24", "2027-01-01")
    case .time: ("14:05", "15:30", "23:59")
    case .start: ("2026-11-20", "2026-11-19", "2026-11-18")
    case .repeats:
      ("2026-11-21 FREQ=DAILY", "2026-11-21 FREQ=DAILY;INTERVAL=2", "2026-11-21 FREQ=DAILY;INTERVAL=3")
    case .tags: ("kitchen", "kitchen Küche", "garden")
    case .priority: ("low", "medium", "high")
    // The members of the list, by their ids: the account, and two others.
    case .assignee: ("1", "2", "3")
    case .reminders: ("30m", "45m", "50m")
    }
  }

  /// The control that enters the value. A recurrence and reminders have several; the values here differ in one.
  private static func control(_ field: TaskField) -> String {
    switch field {
    case .repeats: RecurrenceInput.Name.interval
    case .reminders: ReminderInput.Name.count
    case _: field.name
    }
  }

  /// The value as its control has it.
  private static func entry(_ value: String, _ field: TaskField) -> String {
    switch field {
    case .repeats: String(Recurrence(value)?.interval ?? 0)
    case .reminders: String(value.dropLast())
    case _: value
    }
  }

  /// The value as the conflict shows it.
  private static func shown(_ value: String, _ field: TaskField) -> String {
    let days = ["2026-12-24": "24 Dec", "2027-01-01": "1 Jan 2027", "2026-11-19": "19 Nov", "2026-11-18": "18 Nov"]
    if let day = days[value] { return day }
    if field == .assignee { return names[value] ?? "" }
    if field == .reminders { return "\(value.dropLast()) minutes before" }
    guard field == .repeats, let days = Recurrence(value)?.interval else { return value }
    return days == 1 ? "every day" : "every \(days) days"
  }

  private static let names = ["1": "Ann", "2": "Ben", "3": "Carla"]

  /// A shared list with a task in which every field has its first value.
  private let world: World
  private let list: ListID
  private let task: TaskID

  init() async throws {
    world = try await World()
    list = try await world.makeList()
    for name in ["Ben", "Carla"] {
      let other = try await world.another(name)
      try await world.mine.invite(Username(validating: name), as: .editor, to: list)
      let offer = try #require(try await other.mine.offers().first)
      try await other.mine.accept(offer.id)
    }
    let fields = TaskField.all.map { (name: $0.name, value: Self.values($0).first) }
    #expect(try await world.post("/lists/\(list)/tasks", fields: fields).status == .seeOther)
    let tasks = try await world.mine.openTasks(in: list)
    task = try #require(tasks.first).id
  }

  private func form(_ task: TaskID, _ world: World) async throws -> Form { try await world.form(at: "/tasks/\(task)") }

  private func value(_ field: TaskField, of task: TaskID, _ world: World) async throws -> String {
    try await world.mine.task(task).text[field]
  }

  @Test(arguments: TaskField.all)
  func `a field is stored, shown, edited alone, undone, and kept by forms without it`(field: TaskField) async throws {
    let (first, second, _) = Self.values(field)
    #expect(try await value(field, of: task, world) == first)
    let open = try await form(task, world)
    #expect(open.controls.first { $0.name == Self.control(field) }?.value == Self.entry(first, field))

    let edited = try await world.press(open, typing: [Self.control(field): Self.entry(second, field)])
    #expect(try await value(field, of: task, world) == second, "an edit of this field alone is one")
    for other in TaskField.all where other != field {
      #expect(try await value(other, of: task, world) == Self.values(other).first, "\(other) stays")
    }
    let again = try await form(task, world)
    #expect(again.controls.first { $0.name == Self.control(field) }?.value == Self.entry(second, field))
    _ = try await world.press(world.follow(edited).page.undoForms.first)
    #expect(try await value(field, of: task, world) == first, "undone")

    let version = try await world.version(of: task)
    #expect(try await world.post("/tasks/\(task)", ["version": "\(version)"]).status == .seeOther)
    #expect(try await value(field, of: task, world) == first, "a form without the field leaves it alone")
  }

  @Test(arguments: TaskField.all)
  func `a field is exported and read back, by the account and as a list`(field: TaskField) async throws {
    let (_, second, _) = Self.values(field)
    _ = try await world.press(form(task, world), typing: [Self.control(field): Self.entry(second, field)])
    let file = try await world.press(world.form("/settings/export", at: "/settings/data"), typing: ["password": ""])
    let export = try AccountExport(json: Data(file.body.utf8))
    // An export tells names.
    #expect(export.lists.last?.tasks.first?[field] == (field == .assignee ? Self.shown(second, field) : second))
  }

  @Test(arguments: TaskField.all)
  func `what is typed into a field is in the form again where another field is wrong`(field: TaskField) async throws {
    let (_, second, _) = Self.values(field)
    let wrong = field == .due ? TaskField.title : .due
    let answer = try await world.press(
      form(task, world),
      typing: [Self.control(field): Self.entry(second, field), wrong.name: wrong == .due ? "soon" : ""])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.value(of: Self.control(field))?.replacing("\r\n", with: "\n") == Self.entry(second, field))
  }

  @Test(arguments: TaskField.all)
  func `a conflict shows both values of a field, and keeping mine keeps mine`(field: TaskField) async throws {
    let (_, second, third) = Self.values(field)
    let stale = try await form(task, world)
    _ = try await world.press(form(task, world), typing: [Self.control(field): Self.entry(second, field)])
    let page = try await world.press(stale, typing: [Self.control(field): Self.entry(third, field)]).page(.conflict)
    let shown = try #require(page.region("task")).all("dd").map(\.text)
    #expect(shown.contains(Self.shown(second, field)) && shown.contains(Self.shown(third, field)), "\(shown)")
    let mine = try #require(page.form(to: "/tasks/\(task)"))
    #expect(mine.controls.filter { $0.name == field.name }.map(\.value) == [third])
    #expect(try await world.press(mine).status == .seeOther)
    #expect(try await value(field, of: task, world) == third)
  }

  @Test(arguments: TaskField.all)
  func `what is typed survives a session that ended, under the field's label`(field: TaskField) async throws {
    let (_, second, _) = Self.values(field)
    let out = world.showing(try await SignedOutCaller.idle.cookie(in: world))
    let version = try await world.version(of: task)
    let gate = try await out.post("/tasks/\(task)", ["version": "\(version)", field.name: second]).page
    guard field.isTyped else { return #expect(gate.value(of: "kept") == nil, "there is nothing typed to keep") }
    let kept = try #require(gate.value(of: "kept"))
    let page = try await world.page("/drafts/\(kept)")
    #expect(page.value(of: field.name)?.replacing("\r\n", with: "\n") == second)
    #expect(page.first { $0["for"] == "kept-\(field.name)" }?.text.isEmpty == false, "a label")
  }

  @Test(arguments: TaskField.all.filter(\.isTyped))
  func `what is typed is shown with its label where there is no form to show it in`(field: TaskField) throws {
    let form = try FormBody("\(field.name)=typed".utf8, reads: FormField.isKnown)
    let piece = try printed(try #require(UnsavedForm(form)))
    #expect(piece.all("dd").map(\.text) == ["typed"])
    #expect(piece.first("dt")?.text.isEmpty == false)
  }

  @Test func `the fields of a form are known, and its view has a tag for each`() {
    for field in TaskField.all {
      #expect(FormField.isKnown(field.name))
      #expect(field.input.rawValue == field.name)
      #expect(TaskFormView.fields[field.name] != nil)
    }
  }
}
