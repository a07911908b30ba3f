import Foundation
import HTTPTypes
import StatePagesTesting
import TaskFormats
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Notes on the page of a task: text with links, lines to tick, and the field that edits them.
final class NotesTests: ListTests {
  private static let notes = "See https://tiles.example/a?b=1&c\n- [ ] Measure\n- [x] Order at ann@tiles.example"

  private func task(_ notes: String = notes, title: String = "Tiles") async throws -> TaskID {
    try await world.add(TaskInput(title: title, notes: notes), to: list)
  }

  /// Presses the box of a line, at a height in the window.
  private func press(
    _ line: Int, of task: TaskID, at height: Int = 0, typing: [String: String] = [:], version: ChangeID? = nil
  ) async throws -> Answer {
    let form = try await world.form("/tasks/\(task)", at: "/tasks/\(task)")
    let button = try #require(form.buttons.first { $0.coordinates == "/tasks/\(task)?line=\(line)." })
    var fields = form.fields(pressing: button, typing: typing)
    if let version { fields = fields.map { ($0.name, $0.name == "version" ? "\(version)" : $0.value) } }
    fields = fields.map { ($0.name, $0.name.hasSuffix(".y") ? "\(height > 0 ? 10_000 + height : 0)" : $0.value) }
    return try await world.post(form.action(of: button), fields: fields)
  }

  @Test func `addresses are links that tell no referrer, and nothing else is`() async throws {
    let task = try await task(
      Self.notes + "\njavascript:alert(1) https://bank.example@evil.example/ <b>\nhttps://bücher.example")
    let text = try #require(try await world.page("/tasks/\(task)").first { $0["class"] == "note-text" })
    let links = text.all("a")
    #expect(
      links.map { $0["href"] } == [
        "https://tiles.example/a?b=1&c", "mailto:ann@tiles.example", "https://xn--bcher-kva.example",
      ])
    #expect(links.allSatisfy { $0["rel"] == "noopener noreferrer nofollow" && $0["target"] == nil })
    #expect(text.text.contains("javascript:alert(1) https://bank.example@evil.example/ <b>"))
    // A host in other letters is told as it is asked for.
    #expect(text.text.contains("bücher.example (xn--bcher-kva.example)"))
  }

  @Test func `a press ticks the line where it is, saves what was typed, and one undo takes both back`() async throws {
    let task = try await task()
    let answer = try await press(1, of: task, at: 300, typing: ["title": "Kitchen tiles"])
    #expect(answer.location?.hasPrefix("/tasks/\(task)?") == true && answer.fragment == "at-line-1")
    #expect(try await mine.task(task).text.notes == Self.notes.replacing("[ ]", with: "[x]"))
    #expect(try await mine.task(task).title == "Kitchen tiles")
    let page = try await world.follow(answer).page
    let line = try #require(page.element(id: "line-1"))
    #expect(line["class"] == "note-line done" && line.first("svg")?["height"] == "300")
    #expect(line.first("input")?["alt"] == "Untick “Measure”")
    let undo = try #require(page.undoForms.first)
    _ = try await world.press(undo)
    #expect(try await mine.task(task).text.notes == Self.notes)
    #expect(try await mine.task(task).title == "Tiles")
  }

  @Test func `a ticked line is unticked, and by keyboard the line is in the middle`() async throws {
    let task = try await task()
    let answer = try await press(2, of: task)
    #expect(answer.fragment == "line-2" && answer.location?.contains("line=") == false)
    #expect(try await mine.task(task).text.notes == Self.notes.replacing("[x]", with: "[ ]"))
  }

  @Test func `the same press twice ticks once`() async throws {
    let task = try await task()
    let version = try await world.version(of: task)
    _ = try await press(1, of: task)
    let page = try await world.page("/tasks/\(task)")
    #expect(page.element(id: "line-1")?["class"] == "note-line done")
    let again = try await press(1, of: task, typing: ["notes": Self.notes], version: version)
    #expect(again.status == .seeOther)
    #expect(try await mine.task(task).text.notes == Self.notes.replacing("[ ]", with: "[x]"))
  }

  @Test func `a press on a line that was moved in the field ticks it there`() async throws {
    let task = try await task()
    _ = try await press(1, of: task, typing: ["notes": "First\r\n" + Self.notes.replacing("\n", with: "\r\n")])
    #expect(try await mine.task(task).text.notes == "First\n" + Self.notes.replacing("[ ]", with: "[x]"))
  }

  @Test func `a press on notes that were changed elsewhere meanwhile shows both texts`() async throws {
    let task = try await task()
    let version = try await world.version(of: task)
    _ = try await world.post("/tasks/\(task)", ["version": "\(version)", "notes": "Sold out\n- [ ] Measure"])
    let answer = try await press(1, of: task, typing: ["notes": Self.notes], version: version)
    #expect(answer.status == .conflict && answer.body.contains("Sold out"))
  }

  @Test(arguments: ["line=9", "line=0", "line=x", "line=-1", "line=01"])
  func `a line without a box stays as it is`(field: String) async throws {
    let task = try await task()
    let version = try await world.version(of: task)
    let body = "version=\(version)&%2Ftasks%2F\(task)%3F\(field.replacing("=", with: "%3D")).y=9"
    let answer = try await world.send(.post, "/tasks/\(task)", .form, body: body)
    #expect(answer.status == .seeOther)
    #expect(try await mine.task(task).text.notes == Self.notes)
  }

  @Test func `notes of a followed list are links and boxes that can't be pressed`() async throws {
    let concert = PortableTask(
      uid: "1", draft: TaskDraft(title: "Concert", notes: Self.notes, due: nil, priority: .none))
    let (list, _) = try await world.follow(
      World.choir, as: "Choir", ReadList(format: .iCalendar, title: nil, tasks: [concert]))
    let task = try await world.followedTask(of: list).id
    let text = try #require(try await world.page("/tasks/\(task)").first { $0["class"] == "note-text" })
    #expect(text.all("a").count == 2 && text.all("input").isEmpty)
    #expect(text.all("li").map(\.text) == ["Measure", "DoneOrder at ann@tiles.example"])
  }

  @Test func `without notes, and while something is not saved, there is only the field`() async throws {
    for notes in ["", " \n"] {
      let page = try await world.page("/tasks/\(task(notes))")
      #expect(page.all("details").allSatisfy { $0.element(id: "notes") == nil } && page.element(id: "notes") != nil)
    }
    let task = try await task()
    let version = try await world.version(of: task)
    let answer = try await world.post("/tasks/\(task)", ["version": "\(version)", "notes": "More", "due": "never"])
    #expect(answer.status == .unprocessableContent)
    #expect(
      try answer.page.first { $0["class"] == "note-text" } == nil && answer.page.element(id: "notes")?.text == "More")
  }

  @Test func `ten thousand links are a page of less than two megabytes`() async throws {
    let task = try await task(String(repeating: "a@b.co ", count: 9_362))
    let answer = try await world.get("/tasks/\(task)")
    #expect(answer.status == .ok && answer.body.utf8.count < 2 << 20, "\(answer.body.utf8.count)")
    #expect(answer.body.split(separator: "href=\"mailto:a@b.co\"").count == 9_363)
  }

  @Test(arguments: [(60, "input"), (61, "textarea")])
  func `Enter saves a title of one line, and a longer one has a field that grows`(length: Int, element: String)
    async throws
  {
    let title = String(repeating: "ü", count: length)
    let page = try await world.page("/tasks/\(task(title: title))")
    let field = try #require(page.element(id: "title"))
    #expect(field.name == element && (field["value"] ?? field.text) == title)
    // The first button of the form is the one that Enter presses.
    let form = try #require(page.element(id: "edit"))
    #expect(form.first { $0.name == "button" || $0["type"] == "image" }?["name"] == nil)
  }
}
