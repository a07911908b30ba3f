import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

struct EditingTests {
  private let world: World
  private let list: ListID
  private let task: TaskID

  init() async throws {
    world = try await World()
    list = try await world.makeList()
    task = try await world.add(
      TaskInput(title: "paint", notes: "two coats", due: "2026-11-21", priority: "low"), to: list)
  }

  private func form(_ task: TaskID, in world: World) async throws -> Form? {
    try await world.page("/tasks/\(task)").form(to: "/tasks/\(task)")
  }

  @Test func `saving leads back to the row, which can undo it`() async throws {
    let answer = try await world.press(form(task, in: world), typing: ["title": "paint it"])
    #expect(answer.fragment == "task-\(task)")
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["paint it"])
    #expect(page.title.hasPrefix("Saved “\u{2068}paint it\u{2069}”"))
    #expect(page.notice == nil)
    let undone = try await world.submit(page.row("paint it")?.undoForms.first)
    #expect(undone.titles() == ["paint"])
    #expect(try await world.page("/lists/\(list)").titles() == ["paint"])
  }

  @Test func `saving without a change does nothing and reports nothing`() async throws {
    let revision = try await world.mine.revision()
    let answer = try await world.press(form(task, in: world))
    #expect(answer.location == "/lists/\(list)#task-\(task)")
    #expect(try await world.mine.revision() == revision)
  }

  @Test func `a form without another choice leaves the task in the list that it was moved to meanwhile`() async throws {
    let garden = try await world.makeList("Garden")
    let early = try #require(try await form(task, in: world))
    #expect(try await world.press(form(task, in: world), typing: ["list": garden.description]).status == .seeOther)
    let answer = try await world.press(early, typing: ["title": "paint it"])
    #expect(answer.status == .seeOther)
    let saved = try await world.mine.task(task)
    #expect(saved.list == garden)
    #expect(saved.title == "paint it")
  }

  @Test(arguments: ["complete", "delete"])
  func `every button saves the text`(then: String) async throws {
    let form = try #require(try await form(task, in: world))
    let button = try #require(form.buttons.first { $0.value == then })
    let answer = try await world.press(form, button, typing: ["notes": "three coats"])
    #expect(answer.status == .seeOther)
    if then == "delete" { #expect(try await world.post("/tasks/\(task)/restore").status == .seeOther) }
    let saved = try await world.mine.task(task)
    #expect(saved.notes == "three coats")
    #expect((saved.done != nil) == (then == "complete"))
    #expect(saved.list == list)
  }

  @Test func `an invalid text is reported before anything else is done`() async throws {
    let form = try #require(try await form(task, in: world))
    let answer = try await world.press(form, form.buttons.first { $0.value == "complete" }, typing: ["title": ""])
    #expect(answer.status == .unprocessableContent)
    #expect(try await world.mine.task(task).done == nil)
  }

  @Test func `a form is named for the version that it edits`() async throws {
    let version = try await world.version(of: task)
    #expect(try await world.page("/tasks/\(task)").first { $0["name"] == "edit-v\(version)" } != nil)
  }

  @Test func `every problem is reported at its field, the first has the focus, and all input is kept`() async throws {
    let form = try #require(try await form(task, in: world))
    let notes = "\n" + String(repeating: "n", count: 64 * 1024)
    var fields = form.fields(pressing: nil, typing: ["title": " ", "notes": notes, "due": "soon"])
    fields = fields.map { $0.name == "priority" ? ($0.name, "high") : $0 }
    let page = try await world.post(form.action, fields: fields).page(.unprocessableContent)
    #expect(page.error(of: "title") != nil && page.error(of: "notes") != nil && page.error(of: "due") != nil)
    #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["title"])
    #expect(page.value(of: "title") == " ")
    #expect(page.value(of: "notes")?.replacing("\r\n", with: "\n") == notes)
    #expect(page.value(of: "due") == "soon")
    #expect(page.value(of: "priority") == "high")
    #expect(page.title.contains("paint"), "the page is still about the task as it is saved")
  }

  @Test(arguments: [("2026-11-20", "Today"), ("2026-11-21", "Tomorrow"), ("2026-11-23", "Next week"), (nil, "No date")])
  func `a date button sets its date and saves the rest`(date: String?, words: String) async throws {
    // A button that would do nothing is left out.
    try await world.mine.setDue(task, to: Day(iso: "2026-12-24"))
    let form = try await form(task, in: world)
    let button = try #require(form?.buttons.first { $0.words == words })
    #expect(try await world.press(form, button, typing: ["title": "new"]).status == .seeOther)
    let saved = try await world.mine.task(task)
    #expect(saved.due?.iso == date)
    #expect(saved.title == "new")
  }

  @Test func `no date button repeats another one, or does nothing`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    func buttons(_ due: String) async throws -> [String] {
      let task = try await world.add(TaskInput(title: "t", due: due), to: list)
      return try await form(task, in: world)?.buttons.filter { $0.name == "quick" }.map(\.words) ?? []
    }
    #expect(try await buttons("") == ["Today", "Tomorrow", "Next week"])
    #expect(try await buttons("2026-11-20") == ["Tomorrow", "Next week", "No date"])
    world.time.advance(by: .seconds(2 * 86_400))
    #expect(
      try await buttons("2026-12-24") == ["Today", "Tomorrow", "No date"], "on a Sunday, next week begins tomorrow")
    #expect(try await buttons("2026-11-23") == ["Today", "No date"])
  }

  @Test func `the title is the heading, and a line break in it becomes a space`() async throws {
    let page = try await world.page("/tasks/\(task)")
    #expect(page.all("h1").map(\.text) == ["paint"])
    #expect(page.first { $0["for"] == "title" }?.text == "Title" && page.element(id: "title")?.name == "textarea")
    _ = try await world.press(form(task, in: world), typing: ["title": "paint\nthe\nfence\n"])
    #expect(try await world.mine.task(task).title == "paint the fence")
  }

  @Test func `a stale edit of other fields than the saved one needs no choice, and both are saved`() async throws {
    let stale = try await form(task, in: world)
    _ = try await world.press(stale, typing: ["title": "theirs"])
    let answer = try await world.press(stale, typing: ["notes": "mine"])
    #expect(answer.status == .conflict)
    let both = try #require(try answer.page.forms.first { $0.buttons.contains { $0.words == "Save both" } })
    #expect(!both.controls.contains { $0.name.hasPrefix("keep-") })
    #expect(try await world.press(both).status == .seeOther)
    let saved = try await world.mine.task(task)
    #expect(saved.title == "theirs" && saved.notes == "mine" && saved.priority == .low)
  }

  @Test(arguments: ["mine", "theirs"])
  func `a field that both changed is chosen, with its differences marked`(side: String) async throws {
    let stale = try await form(task, in: world)
    _ = try await world.press(stale, typing: ["title": "paint the old fence", "due": "2026-12-01"])
    // A change of several tasks is one of this task as well.
    let change = [(name: "all", value: "open"), (name: "priority", value: "high")]
    try await world.add("other", to: list)
    _ = try await world.post("/lists/\(list)/tasks/change", fields: change)
    let page = try await world.press(stale, typing: ["title": "paint the <i> fence", "notes": "three coats"]).page
    #expect(page.all("mark").map(\.text).filter { !$0.isEmpty }.prefix(1) == ["<i>"])
    #expect(page.all("mark").map(\.text).contains("old"))
    let both = try #require(page.forms.first { $0.buttons.contains { $0.words == "Save both" } })
    #expect(both.controls.filter { $0.name.hasPrefix("keep-") }.map(\.name) == ["keep-title"])
    #expect(try await world.press(both, typing: ["keep-title": side]).status == .seeOther)
    let saved = try await world.mine.task(task)
    #expect(saved.title == (side == "mine" ? "paint the <i> fence" : "paint the old fence"))
    #expect(saved.notes == "three coats" && saved.due?.iso == "2026-12-01" && saved.priority == .high)
  }

  @Test func `a stale edit shows both texts, and mine can be kept`() async throws {
    let stale = try await form(task, in: world)
    _ = try await world.press(stale, typing: ["title": "theirs"])
    let page = try await world.press(stale, typing: ["title": "mine <b>", "notes": "\nmy\nnotes "]).page(.conflict)
    #expect(page.state("task") == "failed/conflict")
    for words in ["theirs", "mine <b>", "two coats"] { #expect(page.region("task")?.text.contains(words) == true) }
    #expect(page.first { $0["href"] == "/tasks/\(task)" && $0["class"] == "button" } != nil, "Keep theirs")

    let kept = try await world.press(page.form(to: "/tasks/\(task)"))
    #expect(kept.status == .seeOther)
    let saved = try await world.mine.task(task)
    #expect(saved.title == "mine <b>")
    #expect(saved.notes == "\nmy\nnotes ")
    #expect(saved.due?.iso == "2026-11-21" && saved.priority == .low)
  }

  @Test func `a conflict that was resolved late is a conflict again`() async throws {
    let stale = try await form(task, in: world)
    _ = try await world.press(stale, typing: ["title": "theirs"])
    let page = try await world.press(stale, typing: ["title": "mine"]).page
    _ = try await world.press(form(task, in: world), typing: ["title": "theirs again"])
    let again = try await world.press(page.form(to: "/tasks/\(task)"))
    #expect(again.status == .conflict)
    #expect(try again.page.region("task")?.text.contains("theirs again") == true)
  }

  @Test func `moving and completing make no edit stale`() async throws {
    try await world.add("other", to: list)
    let open = try await form(task, in: world)
    _ = try await world.post("/tasks/\(task)/complete")
    _ = try await world.post("/tasks/\(task)/reopen")
    _ = try await world.post("/tasks/\(task)/move", ["to": "top"])
    #expect(try await world.press(open, typing: ["title": "fine"]).status == .seeOther)
  }

  @Test func `a task moves to the chosen list, and back`() async throws {
    let other = try await world.makeList("Garden")
    let form = try #require(try await form(task, in: world))
    let fields = form.fields(pressing: nil).map { $0.name == "list" ? ($0.name, "\(other)") : $0 }
    let page = try await world.follow(world.post(form.action, fields: fields)).page
    #expect(page.titles() == ["paint"])
    #expect(page.title.contains("Moved") && page.title.contains("Garden"))
    _ = try await world.press(page.notice?.undoForms.first)
    #expect(try await world.page("/lists/\(list)").titles() == ["paint"])
  }

  @Test func `a target list that was deleted meanwhile is reported at its field, and the input is kept`() async throws {
    let other = try await world.makeList("Garden")
    let form = try #require(try await form(task, in: world))
    try await world.mine.deleteList(other)
    for gone in ["\(other)", "999"] {
      let fields = form.fields(pressing: nil, typing: ["title": "mine"]).map {
        $0.name == "list" ? ($0.name, gone) : $0
      }
      let page = try await world.post(form.action, fields: fields).page(.unprocessableContent)
      #expect(page.value(of: "title") == "mine")
      #expect(page.error(of: "list") != nil)
      #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["list"])
    }
  }

  @Test func `text for a task that was deleted meanwhile is shown, and saved by restoring the task`() async throws {
    let open = try await form(task, in: world)
    try await world.mine.deleteTask(task)
    let page = try await world.press(open, typing: ["title": "my <title>", "notes": "my\nnotes"]).page(.gone)
    #expect(page.state("page") == "failed/trashed")
    let words = page.all("dd").map(\.text)
    #expect(words.contains("my <title>"))
    #expect(words.contains { $0.replacing("\r\n", with: "\n") == "my\nnotes" })
    #expect(page.form(to: "/tasks/\(task)/restore") == nil, "it would lose the text")
    let restoring = try #require(page.form(to: "/tasks/\(task)"))
    #expect(restoring.buttons.map(\.words) == ["Restore and save"])
    #expect(try await world.press(restoring).status == .seeOther)
    let saved = try await world.mine.task(task)
    #expect(saved.text[.title] == "my <title>")
    #expect(saved.text[.notes] == "my\nnotes")
  }

  @Test func `a form can only ask for a restoration of what is its reader's`() async throws {
    let version = try await world.version(of: task)
    for (address, status) in [
      ("/tasks/\(task)/delete", HTTPResponse.Status.badRequest), ("/tasks/999/restore", .notFound), ("x", .badRequest),
    ] {
      let answer = try await world.post(
        "/tasks/\(task)", ["title": "changed", "version": "\(version)", "restore": address])
      #expect(answer.status == status, "\(address)")
    }
    #expect(try await world.version(of: task) == version)
  }

  @Test func `text for a new task in a list that was deleted meanwhile is shown again`() async throws {
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)?several")
    try await world.mine.deleteList(list)
    let answer = try await world.press(form, typing: ["titles": "milk\nbread"])
    #expect(answer.status == .gone)
    #expect(try answer.page.all("dd").first?.text.replacing("\r\n", with: "\n") == "milk\nbread")
  }
}
