import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Changing several results of a search, or of a saved filter, at once. It is Friday, 20 November 2026.
struct SelectingMatchesTests {
  private struct Scene {
    let world: World
    let house: ListID
    let garden: ListID
    let tasks: [TaskID]
    let filter: ListID
    let saved: ChangeID?

    init() async throws {
      world = try await World()
      house = try await world.makeList("House")
      garden = try await world.makeList("Garden")
      tasks = try await world.add("Paint door", "Buy milk", to: house) + world.add("Paint fence", "Mow", to: garden)
      let written = try await world.mine.saveFilter("q=paint", as: ListName(stored: "Walls"), submission: .fresh())
      (filter, saved) = (written.list, written.change)
    }

    /// The address of the page, and of its form.
    func addresses(_ place: Place) -> (page: String, form: String) {
      switch place {
      case .search: ("/search?q=paint", "/search/change")
      case .filter: ("/lists/\(filter)", "/lists/\(filter)/tasks/change")
      }
    }

    func send(
      _ button: (String, String), _ boxes: [TaskID], all: Bool = false, at place: Place,
      and more: [(String, String)] = []
    ) async throws -> Answer {
      let chosen = boxes.map { (name: "task-\($0)", value: "on") } + (all ? [(name: "all", value: "all")] : [])
      return try await world.post(
        addresses(place).form, fields: chosen + [button, ("filter", "q=paint"), ("version", "1")] + more)
    }

    func found(_ page: HTMLElement) -> [String] {
      page.region("results")?.all { $0["class"] == "title" }.map(\.text) ?? []
    }
  }

  enum Place: CaseIterable { case search, filter }

  @Test(arguments: Place.allCases)
  func `the mode has a check box in each row, tied to the bar, and nothing else to press`(place: Place) async throws {
    let scene = try await Scene()
    let (address, form) = scene.addresses(place)
    let page = try await scene.world.page(address)
    let select = try #require(page.region("results")?.first { $0.text == "Select" }?["href"])
    #expect(select == (place == .search ? "/search?q=paint&select" : "/lists/\(scene.filter)?select"))
    let mode = try await scene.world.page(select)
    for task in [scene.tasks[0], scene.tasks[2]] {
      let box = try #require(mode.first { $0["name"] == "task-\(task)" })
      #expect(box["form"] == "select" && box["checked"] == nil)
      #expect(mode.first { $0["for"] == box["id"] }?.text.isEmpty == false, "the title is its label")
    }
    #expect(mode.forms.filter { $0.method == "post" && $0.action == form }.count == 1)
    #expect(mode.forms.filter { $0.action == "/search" } == [], "neither a search nor a filter to save")
    #expect(mode.first { $0["href"] == address && $0.text == "Cancel" } != nil)
    #expect(mode.text.contains("All 2 matches") && mode.text.contains("“paint”"))
  }

  @Test(arguments: Place.allCases)
  func `all matches are completed, told with their lists, and brought back by an undo`(place: Place) async throws {
    let scene = try await Scene()
    let answer = try await scene.send(("change", "complete"), [], all: true, at: place)
    #expect(answer.status == .seeOther)
    let page = try await scene.world.follow(answer).page
    #expect(page.title.hasPrefix("Completed 2 tasks (2 lists)."))
    #expect(page.state("results")?.hasPrefix("empty") == true)
    #expect(try page.element(id: #require(answer.fragment)) != nil)
    let undone = try await scene.world.press(page.notice?.undoForms.first)
    #expect(undone.location?.hasPrefix(scene.addresses(place).page) == true)
    let back = try await scene.world.follow(undone).page
    #expect(Set(scene.found(back)) == ["Paint door", "Paint fence"])
    let redone = try await scene.world.submit(back.notice?.undoForms.first)
    #expect(redone.state("results")?.hasPrefix("empty") == true)
  }

  @Test func `undoing a filter's own change leads where that change is shown`() async throws {
    let scene = try await Scene()
    let page = try await scene.world.page("/lists/\(scene.filter)?did=\(#require(scene.saved))")
    let undone = try await scene.world.press(page.notice?.undoForms.first)
    #expect(try await scene.world.follow(undone).status == .ok)
    #expect(undone.location?.hasPrefix("/lists?did=") == true)
  }

  @Test(arguments: Place.allCases)
  func `some results are changed, and the others are not`(place: Place) async throws {
    let scene = try await Scene()
    let dated = try await scene.send(("quick", "2026-11-27"), [scene.tasks[2]], at: place)
    #expect(try await scene.world.follow(dated).page.title.hasPrefix("“\u{2068}Paint fence\u{2069}” is due on"))
    #expect(try await scene.world.mine.task(scene.tasks[0]).due == nil)
    let moved = try await scene.send(
      ("change", "move"), [scene.tasks[0], scene.tasks[2]], at: place, and: [("list", "\(scene.garden)")])
    #expect(
      try await scene.world.follow(moved).page.title.hasPrefix("Moved “\u{2068}Paint door\u{2069}” to"),
      "one is there already")
    #expect(try await scene.world.page("/lists/\(scene.garden)").titles().contains("Paint door"))
    let deleted = try await scene.send(("change", "delete"), [], all: true, at: place)
    #expect(try await scene.world.follow(deleted).page.title.hasPrefix("Deleted 2 tasks"))
  }

  @Test(arguments: Place.allCases)
  func `a form that asks for nothing keeps the selection and says why`(place: Place) async throws {
    let scene = try await Scene()
    let page = try await scene.send(("change", "due"), [scene.tasks[2]], at: place).page(.unprocessableContent)
    let error = try #require(page.element(id: "form-error"))
    #expect(error.text == "Choose a date first.")
    #expect(page.everything.count { $0["autofocus"] != nil } == 1)
    #expect(page.everything.filter { $0["checked"] != nil }.compactMap { $0["name"] } == ["task-\(scene.tasks[2])"])
    #expect(try await scene.send(("change", "complete"), [], at: place).status == .unprocessableContent)
  }

  @Test(arguments: Place.allCases)
  func `a selected task that is in the trash by now is told, and nothing is changed`(place: Place) async throws {
    let scene = try await Scene()
    try await scene.world.mine.deleteTask(scene.tasks[0])
    let answer = try await scene.send(("priority", "high"), [scene.tasks[0], scene.tasks[2]], at: place)
    #expect(answer.status == .conflict)
    #expect(try answer.page.element(id: "form-error")?.text.hasPrefix("One of the selected tasks is no longer") == true)
    #expect(try await scene.world.mine.task(scene.tasks[2]).priority == .none)
  }

  @Test func `a saved filter whose own name matches does not list itself`() async throws {
    let scene = try await Scene()
    let own = try await scene.world.mine.saveFilter("q=paint", as: ListName(stored: "Paint"), submission: .fresh())
    #expect(try await scene.world.page("/lists/\(own.list)").region("results")?.all("ul").count == 1)
    #expect(try await scene.world.page("/search?q=paint").region("results")?.all("ul").count == 2)
  }

  @Test(arguments: Place.allCases)
  func `when nothing matches any more, the form is answered with the empty results`(place: Place) async throws {
    let scene = try await Scene()
    for task in scene.tasks { try await scene.world.mine.complete(task) }
    let answer = try await scene.send(("change", "complete"), [], all: true, at: place)
    #expect(answer.status == .conflict)
    #expect(try answer.page.state("results")?.hasPrefix("empty") == true)
  }

  @Test func `the history of a list tells what was changed together with it`() async throws {
    let scene = try await Scene()
    _ = try await scene.send(("change", "complete"), [], all: true, at: .search)
    let page = try await scene.world.page("/lists/\(scene.garden)/history")
    #expect(page.text.contains("Completed 1 task") && page.text.contains("In other lists: 1 task (1 list)"))
    let undone = try await scene.world.press(page.undoForms.first)
    #expect(try await scene.world.follow(undone).page.title.hasPrefix("Undone: 2 changed tasks (2 lists)."))
  }

  @Test(arguments: ["", "nonsense", "show=all"])
  func `a form without a search is refused`(query: String) async throws {
    let scene = try await Scene()
    let answer = try await scene.world.post(
      "/search/change", fields: [("all", "all"), ("change", "complete"), ("filter", query), ("version", "1")])
    #expect(answer.status == .badRequest)
    #expect(try await scene.world.page("/lists/\(scene.house)").titles().count == 2)
  }

  @Test(arguments: ["q=--", "q=nowhere", "q=", "due=late"])
  func `without results there is nothing to select`(query: String) async throws {
    let scene = try await Scene()
    let page = try await scene.world.page("/search?\(query)&select")
    #expect(page.element(id: "select") == nil && page.form(to: "/search") != nil)
  }

  @Test func `too many results are selected one by one, not all`() async throws {
    let scene = try await Scene()
    let titles = (1...Limits.tasksAtOnce).map { "Paint \($0)" }.joined(separator: "\n")
    try await scene.world.mine.addTasks(TaskDraft.titles(from: titles), to: scene.house, submission: .fresh())
    let page = try await scene.world.page("/search?list=\(scene.house)&select")
    #expect(page.everything.filter { $0["class"] == "row-checkbox" }.count == Limits.largestPage)
    #expect(page.first { $0["name"] == "all" } == nil)
  }
}
