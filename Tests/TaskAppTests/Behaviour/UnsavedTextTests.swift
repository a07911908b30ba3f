import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// What is typed on the page of a task is saved by every button of that page.
struct UnsavedTextTests {
  private let world: World
  private let list: ListID
  private let kitchen: TaskID
  private let tiles: TaskID
  private var home: String { "/tasks/\(kitchen)" }

  init() async throws {
    world = try await World()
    list = try await world.makeList("House")
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)?several")
    _ = try await world.follow(world.press(form, typing: ["titles": "Kitchen\n\tTiles"]))
    let rows = try await world.mine.openPage(1, of: 100, in: list).rows
    kitchen = try #require(rows.first { $0.title == "Kitchen" }).id
    tiles = try #require(rows.first { $0.title == "Tiles" }).id
  }

  private func form() async throws -> Form { try await world.form(at: home) }

  private func steps() async throws -> [String] {
    try await world.mine.subtasksPage(1, of: 50, of: kitchen).rows.map(\.title)
  }

  private func notes() async throws -> String { try await world.mine.task(kitchen).text[.notes] }

  private func kinds() async throws -> [ChangeKind] { try await world.mine.history(of: list, limit: 50).map(\.kind) }

  @Test func `adding a step saves what was typed above it, and one undo reverts both`() async throws {
    let form = try await form()
    let before = try await kinds().count
    let answer = try await world.press(
      form, form.button(to: "\(home)/steps"), typing: ["notes": "Two rooms", "step": "Glue friday"])
    #expect(answer.fragment == "new-step")
    #expect(try await notes() == "Two rooms")
    #expect(try await steps() == ["Tiles", "Glue"])
    #expect(try await kinds().dropLast(before) == [.taskAdded, .taskEdited])
    let undo = try #require(
      try await world.follow(answer).page.everything.compactMap { $0["formaction"] }.first { $0.hasSuffix("/undo") })
    _ = try await world.follow(world.post(undo, [:]))
    #expect(try await steps() == ["Tiles"])
    #expect(try await notes() == "")
  }

  @Test func `a tick that also saved an edit is undone with it by one press, and its notice says so`() async throws {
    let form = try await form()
    let pressed = form.button(to: "/tasks/\(tiles)/complete")
    let answer = try await world.press(form, pressed, typing: ["notes": "Two rooms", "step": "Paint"])
    let page = try await world.follow(answer).page
    #expect(page.title.hasPrefix("Completed “\u{2068}Tiles\u{2069}”. What you typed was saved, too."))
    #expect(page.notice?.text.contains("What you typed was saved, too") == true)
    #expect(try await notes() == "Two rooms")
    #expect(try await steps() == ["Tiles", "Paint"])
    let edit = try #require(page.form(to: home))
    let undo = try #require(edit.buttons.first { $0.words.hasPrefix("Undo") })
    let undone = try await world.submit(edit, undo)
    #expect(undone.title.contains("”. What was saved with it is undone, too"))
    #expect(try await notes() == "")
    #expect(try await steps() == ["Tiles"])
    #expect(try await world.mine.task(tiles).done == nil)
  }

  @Test func `the box of the task itself is undone together with its edit, too`() async throws {
    let form = try await form()
    let check = try #require(form.buttons.first { $0.name == "then" && $0.value == "complete" })
    let answer = try await world.press(form, check, typing: ["title": "Bath"])
    let page = try await world.follow(answer).page
    #expect(page.title.hasPrefix("Completed “\u{2068}Bath\u{2069}” and 1 step. What you typed was saved, too."))
    _ = try await world.press(page.undoForms.first)
    let task = try await world.mine.task(kitchen)
    #expect(task.title == "Kitchen" && task.done == nil)
  }

  enum Idle: CaseIterable { case skip, complete }

  @Test(arguments: Idle.allCases)
  func `what a button has saved can be undone where it had nothing else to do`(idle: Idle) async throws {
    let form = try await form()
    let button: Form.Button
    switch idle {
    // The series has ended since.
    case .skip: button = Form.Button(words: "Skip", name: "then", value: "skip")
    case .complete:
      try await world.mine.complete(tiles)
      button = try #require(form.button(to: "/tasks/\(tiles)/complete"))
    }
    let answer = try await world.press(form, button, typing: ["notes": "Two rooms", "step": "Paint"])
    let page = try await world.follow(answer).page
    #expect(try await notes() == "Two rooms")
    // The button of a row belongs to the form of the task.
    let forms = page.undoForms + [page.form(to: home)].compactMap(\.self)
    let undo = try #require(forms.first { $0.buttons.contains { $0.words.hasPrefix("Undo") } })
    let pressed = try #require(undo.buttons.first { $0.words.hasPrefix("Undo") })
    _ = try await world.follow(world.press(undo, pressed))
    #expect(try await notes() == "")
    #expect(try await steps() == ["Tiles"])
  }

  @Test func `a tick without an edit is a change of its own`() async throws {
    let form = try await form()
    let answer = try await world.press(form, form.button(to: "/tasks/\(tiles)/complete"))
    let page = try await world.follow(answer).page
    #expect(page.title.hasPrefix("Completed “\u{2068}Tiles\u{2069}”.") && page.notice == nil)
  }

  @Test func `an edit that was saved before is not undone with a later step`() async throws {
    _ = try await world.press(form(), typing: ["notes": "Two rooms"])
    let page = try await world.submit(form(), typing: ["step": "Paint"])
    #expect(!page.title.contains("saved what you typed"))
    let undo = try #require(page.form(to: home)?.buttons.first { $0.words.hasPrefix("Undo") })
    _ = try await world.press(page.form(to: home), undo)
    #expect(try await steps() == ["Tiles"])
    #expect(try await notes() == "Two rooms")
  }

  @Test func `the history tells what was saved with a change`() async throws {
    let form = try await form()
    _ = try await world.press(form, form.button(to: "/tasks/\(tiles)/complete"), typing: ["notes": "Two rooms"])
    let page = try await world.page("/lists/\(list)/history")
    #expect(page.text.contains("with what was typed on the page") && !page.text.contains("In other lists"))
  }

  @Test func `keeping a step as typed saves what was typed above it`() async throws {
    let form = try await form()
    let added = try await world.submit(form, form.button(to: "\(home)/steps"), typing: ["step": "Glue friday"])
    let edit = try #require(added.form(to: home))
    let keep = try #require(edit.buttons.first { $0.words.contains("Keep as typed") })
    let answer = try await world.press(edit, keep, typing: ["notes": "Two rooms", "step": "Paint"])
    #expect(answer.location?.hasPrefix("\(home)?did=") == true && answer.fragment?.hasPrefix("task-") == true)
    #expect(try await notes() == "Two rooms")
    #expect(try await steps() == ["Tiles", "Glue friday", "Paint"])
  }

  @Test func `Enter saves, and adds the step that was typed`() async throws {
    let form = try await form()
    #expect(form.buttons.first == Form.Button(words: "Save", name: nil, value: ""), "Enter presses it")
    let answer = try await world.press(form, typing: ["title": "Kitchen floor", "step": "Glue"])
    #expect(answer.fragment == "new-step")
    #expect(try await world.mine.task(kitchen).title == "Kitchen floor")
    #expect(try await steps() == ["Tiles", "Glue"])
    let saved = try await world.press(try await self.form(), typing: ["notes": "Two"])
    #expect(saved.location?.hasPrefix("/lists/\(list)") == true, "without a step, the list shows the task")
  }

  @Test(arguments: ["Glue", "Glue\nGrout"])
  func `the first button of the form is Save, whatever was just done`(steps: String) async throws {
    let field = steps.contains("\n") ? "steps" : "step"
    let page = try await world.submit(try await form(), typing: [field: steps])
    let inside = try #require(page.element(id: "edit")).everything
    let buttons = page.everything.filter {
      ($0.name == "button" || $0["type"] == "image") && ($0["form"] == "edit" || inside.contains($0))
    }
    #expect(buttons.first?["formaction"] == nil && buttons.first?.text == "Save", "Enter presses it")
    #expect(buttons.contains { $0["formaction"]?.hasSuffix("/undo") == true })
  }

  @Test(arguments: ["complete", "due", "delete"])
  func `the buttons of a step save what was typed above it`(action: String) async throws {
    let form = try await form()
    let button = try #require(form.button(to: "/tasks/\(tiles)/\(action)"))
    let answer = try await world.press(
      form, button, typing: ["notes": "Two rooms", "step": "Glue", "steps": "Grout\nWash"])
    #expect(answer.location?.hasPrefix(home) == true && answer.fragment == "task-\(tiles)")
    #expect(try await notes() == "Two rooms")
    #expect(try await steps().filter { $0 != "Tiles" } == ["Glue", "Grout", "Wash"])
    let changes = try await kinds().count
    _ = try await world.press(form, button, typing: ["notes": "Two rooms", "step": "Glue", "steps": "Grout\nWash"])
    #expect(try await steps().filter { $0 != "Tiles" } == ["Glue", "Grout", "Wash"], "sent twice")
    if action != "due" { #expect(try await kinds().count == changes) }
  }

  @Test func `an edit without changes is no change, even if the text was changed meanwhile`() async throws {
    let form = try await form()
    let button = try #require(form.button(to: "/tasks/\(tiles)/complete"))
    _ = try await world.press(try await self.form(), typing: ["notes": "From elsewhere"])
    let before = try await kinds()
    #expect(try await world.press(form, button).status == .seeOther)
    #expect(try await kinds() == [.taskCompleted] + before)
    #expect(try await notes() == "From elsewhere")
  }

  @Test func `an invalid edit keeps all that was typed, and does nothing else`() async throws {
    let form = try await form()
    let typing = ["title": " ", "notes": "Two rooms", "step": "Glue", "steps": "Grout\nWash"]
    for button in form.buttons where button.action != nil {
      let answer = try await world.press(form, button, typing: typing)
      #expect(answer.status == .unprocessableContent)
      let again = try #require(try answer.page.form(to: home))
      let kept = Dictionary(again.controls.map { ($0.name, $0.value.replacing("\r\n", with: "\n")) }) { first, _ in
        first
      }
      #expect(kept["notes"] == "Two rooms" && kept["step"] == "Glue" && kept["steps"] == "Grout\nWash")
      #expect(try answer.page.element(id: "title")?["aria-invalid"] == "true")
    }
    #expect(try await steps() == ["Tiles"])
    #expect(try await notes() == "")
  }

  @Test func `a step that is no title is told at its field, and the edit is saved`() async throws {
    let form = try await form()
    let long = String(repeating: "x", count: 501)
    let answer = try await world.press(
      form, form.button(to: "\(home)/steps"), typing: ["notes": "Two rooms", "step": long, "steps": "Grout"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.element(id: "new-step")?["value"] == long)
    #expect(try answer.page.element(id: "new-steps")?.text == "Grout")
    #expect(try await notes() == "Two rooms")
    let several = try #require(form.buttons.first { $0.value == FormField.addSeveral })
    let blank = try await world.press(form, several, typing: ["notes": "Two rooms"])
    #expect(try blank.page.element(id: "new-steps")?["aria-invalid"] == "true")
  }

  @Test(arguments: ["Keep mine", "Keep theirs", "Save both"])
  func `every choice between two texts adds the typed step`(choice: String) async throws {
    let form = try await form()
    _ = try await world.press(try await self.form(), typing: ["notes": "Theirs"])
    let answer = try await world.press(
      form, form.button(to: "\(home)/steps"), typing: ["notes": "Mine", "step": "Glue"])
    #expect(answer.status == .conflict)
    #expect(try answer.page.text.contains("Each choice adds the steps"))
    #expect(try answer.page.element(id: "new-step") == nil, "nothing else can drop the texts")
    let chosen = try #require(try answer.page.forms.first { $0.buttons.contains { $0.words == choice } })
    _ = try await world.follow(world.press(chosen))
    #expect(try await steps() == ["Tiles", "Glue"])
    #expect(try await notes() == (choice == "Keep theirs" ? "Theirs" : "Mine"))
  }

  @Test func `after the session has expired, the text of any button is kept as a draft of the edit`() async throws {
    let form = try await form()
    let button = try #require(form.button(to: "/tasks/\(tiles)/complete"))
    let fields = form.fields(pressing: button, typing: ["notes": "Two rooms", "step": "Glue"])
    let expired = world.showing(try await SignedOutCaller.idle.cookie(in: world))
    let gate = try await expired.post("/tasks/\(tiles)/complete", fields: fields)
    #expect(gate.status == .unauthorized)
    #expect(try gate.page.value(of: "kept") != nil)
  }
}
