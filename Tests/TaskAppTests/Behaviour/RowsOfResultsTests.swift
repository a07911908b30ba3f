import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The rows of results are used like those of a list, and stay where they were. It is Friday, 20 November 2026.
struct RowsOfResultsTests {
  private let world: World
  private let house: ListID
  private let garden: ListID
  private let filter: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    house = try await world.makeList("House")
    garden = try await world.makeList("Garden")
    tasks = try await world.add("Paint door", "Buy milk", to: house) + world.add("Paint fence", "Mow", to: garden)
    filter = try await world.mine.saveFilter("q=paint", as: ListName(stored: "Walls"), submission: .fresh()).list
  }

  enum Place: CaseIterable { case search, filter }

  private func address(_ place: Place) -> String {
    switch place {
    case .search: "/search?q=paint"
    case .filter: "/lists/\(filter)"
    }
  }

  /// Presses a button of a row with a pointer, or with a key.
  private func press(
    _ path: String, on page: HTMLElement, at top: Int? = nil, _ button: (String, String)? = nil
  ) async throws -> Answer {
    let form = try #require(page.form(to: path))
    var fields = form.fields(pressing: nil, typing: [:])
    switch (button, top) {
    case (let button?, let top?): fields.append((name: "\(button.0)=\(button.1).y", value: "\(top)"))
    case (let button?, nil): fields.append((name: button.0, value: button.1))
    case (nil, let top?): fields.append((name: "at.y", value: "\(top)"))
    case (nil, nil): break
    }
    return try await world.post(path, fields: fields)
  }

  @Test(arguments: Place.allCases)
  func `a task is completed in its row, which stays with an undo, and opens again after it`(place: Place) async throws {
    let before = try await world.page(address(place))
    let titles = before.titles("results")
    #expect(titles == ["Paint fence", "Paint door"])
    let answer = try await press("/tasks/\(tasks[2])/complete", on: before, at: 300)
    let mark = place == .search ? "&" : "?"
    #expect(answer.location?.hasPrefix(address(place) + mark + "did=") == true)
    #expect(answer.location?.hasSuffix("&at=\(tasks[2])-300#at-\(tasks[2])") == true)
    let page = try await world.follow(answer).page
    #expect(page.titles("results") == titles)
    let row = try #require(page.row("Paint fence"))
    #expect(row["class"] == "task-row done" && row.all("mark").map(\.text) == ["Paint"])
    #expect(row.first { $0["class"] == "anchor" }?["height"] == "300")
    #expect(page.notice == nil && page.title.hasPrefix("Completed"))
    #expect(page.text.contains("1 match · in open tasks"))

    let undone = try await press(#require(row.undoForms.first).action, on: page, at: 290)
    #expect(undone.location?.hasPrefix(address(place) + mark + "did=") == true)
    #expect(undone.location?.hasSuffix("#at-\(tasks[2])") == true)
    let after = try await world.follow(undone).page
    #expect(after.titles("results") == titles && after.row("Paint fence")?["class"] == "task-row")
    #expect(try await world.page(address(place)).row("Paint fence")?.undoForms == [])
  }

  @Test(arguments: Place.allCases)
  func `a key press points to the row, and a notice reports the change, too`(place: Place) async throws {
    let answer = try await press("/tasks/\(tasks[0])/complete", on: world.page(address(place)))
    #expect(answer.location?.hasSuffix("#task-\(tasks[0])") == true)
    let page = try await world.follow(answer).page
    #expect(page.row("Paint door")?.undoForms.count == 1 && page.notice?.undoForms.count == 1)
  }

  @Test(arguments: Place.allCases)
  func `the menu sets the day and deletes in place`(place: Place) async throws {
    let page = try await world.page(address(place))
    let dated = try await world.follow(press("/tasks/\(tasks[0])/due", on: page, at: 200, ("due", "2026-11-21"))).page
    #expect(dated.titles("results") == ["Paint fence", "Paint door"])
    #expect(dated.row("Paint door")?.text.contains("tomorrow") == true)
    let deleted = try await world.follow(press("/tasks/\(tasks[0])/delete", on: dated, at: 200)).page
    #expect(deleted.titles("results") == ["Paint fence", "Paint door"])
    let row = try #require(deleted.row("Paint door"))
    #expect(row["class"] == "task-row gone" && row.text.contains("Deleted"))
    let undone = try await world.follow(press(#require(row.undoForms.first).action, on: deleted, at: 200)).page
    #expect(undone.row("Paint door")?["class"] == "task-row")
  }

  @Test(arguments: Place.allCases)
  func `a task is moved to another list and back without leaving the results`(place: Place) async throws {
    let moved = try await world.post("/tasks/\(tasks[0])/move", ["list": "\(garden)", "from": address(place)])
    #expect(moved.location?.hasPrefix(address(place)) == true && moved.location?.hasSuffix("#task-\(tasks[0])") == true)
    let after = try await world.follow(moved).page
    let row = try #require(after.row("Paint door"))
    #expect(row["class"] == "task-row" && row.first { $0["class"] == "in-list" }?.text == "Garden")
    let undone = try await world.follow(press(#require(row.undoForms.first).action, on: after, at: 222)).page
    #expect(undone.row("Paint door")?.first { $0["class"] == "in-list" }?.text == "House")
  }

  @Test func `in a search of one list, a moved task leaves its place with the way to it`() async throws {
    let from = "/search?q=paint&list=\(house)"
    let answer = try await world.post("/tasks/\(tasks[0])/move", ["list": "\(garden)", "from": from])
    let moved = try await world.follow(answer).page
    let row = try #require(moved.row("Paint door"))
    #expect(row["class"] == "task-row gone" && row.text.contains("Moved to"))
    #expect(
      row.first { $0.name == "a" && $0.text == "Moved to Garden" }?["href"] == "/lists/\(garden)"
        && row.undoForms.count == 1)
  }

  @Test func `a completed result is reopened in its place`() async throws {
    for task in [tasks[0], tasks[2]] { try await world.mine.complete(task) }
    let page = try await world.page("/search?q=paint&show=done")
    let titles = page.titles("results")
    let reopened = try await world.follow(press("/tasks/\(tasks[2])/reopen", on: page, at: 100)).page
    #expect(reopened.titles("results") == titles && reopened.row("Paint fence")?["class"] == "task-row")
    #expect(reopened.row("Paint fence")?.undoForms.count == 1)
  }

  @Test(arguments: Place.allCases)
  func `the page of many results stays, and none moves to another page`(place: Place) async throws {
    let lines = (1...230).map { "paint \($0)" }.joined(separator: "\n")
    _ = try await world.post("/lists/\(garden)/tasks", ["titles": lines])
    let address = address(place) + (place == .search ? "&page=2" : "?page=2")
    let before = try await world.page(address)
    let titles = before.titles("results")
    #expect(titles.count == 100)
    let row = try #require(before.row(titles[40]))
    let path = try #require(row.forms.first { $0.action.hasSuffix("/complete") }?.action)
    let answer = try await press(path, on: before, at: 100)
    #expect(answer.location?.hasPrefix(address + "&did=") == true)
    let after = try await world.follow(answer).page
    #expect(after.titles("results") == titles)
    let undo = try #require(after.row(titles[40])?.undoForms.first)
    #expect(try await press(undo.action, on: after, at: 100).location?.hasPrefix(address + "&did=") == true)
  }

  @Test func `results in copies of followed lists have no box and no menu`() async throws {
    _ = try await world.follow("https://choir.example/tasks.ics", .choir)
    let region = try #require(try await world.page("/search?q=folder").region("results"))
    #expect(region.text.contains("Bring the folders") && region.all("button").isEmpty)
  }

  @Test func `a page with an undo in a row is not cached`() async throws {
    let address = address(.search)
    let answer = try await press("/tasks/\(tasks[0])/complete", on: world.page(address), at: 300)
    #expect(try await world.follow(answer).headers[.eTag] == nil)
    #expect(try await world.page(address).titles("results") == ["Paint fence"])
  }

  @Test func `the words of a title are escaped in each part of the row`() async throws {
    try await world.add("paint <b>&\"x\"", to: house)
    let answer = try await world.get("/search?q=paint")
    #expect(!answer.body.contains("<b>"))
    #expect(try answer.page.row("paint <b>&\"x\"") != nil)
  }
}
