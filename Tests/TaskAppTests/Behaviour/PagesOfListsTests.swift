import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A list that is longer than a page.
struct PagesOfListsTests {
  /// A list of 230 tasks, of which a page shows 100.
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    list = try await world.makeList()
    tasks = try await world.add(230, to: list)
  }

  private func links(_ page: HTMLElement) -> [String] {
    (page.region("tasks")?.first { $0["class"] == "more" }?.all("a") ?? []).map { "\($0.text) \($0["href"] ?? "")" }
  }

  @Test func `each page has its rows and their numbers, and links to its neighbours and to all rows`() async throws {
    let address = "/lists/\(list)"
    let (first, second, third) = (
      try await world.page(address), try await world.page("\(address)?page=2"),
      try await world.page("\(address)?page=3")
    )
    #expect(first.titles() == (1...100).map { "t\($0)" })
    #expect(second.titles() == (101...200).map { "t\($0)" })
    #expect(third.titles() == (201...230).map { "t\($0)" })
    func all(after task: TaskID) -> String { "All 230 \(address)?all-open#task-\(task)" }
    #expect(links(first) == ["Next 100 \(address)?page=2#open-tasks", all(after: tasks[99])])
    #expect(
      links(second) == [
        "Previous 100 \(address)#open-tasks", "Next 30 \(address)?page=3#open-tasks", all(after: tasks[199]),
      ])
    #expect(links(third) == ["Previous 100 \(address)?page=2#open-tasks", all(after: tasks[229])])
    for (page, words) in [(first, "1–100 of 230"), (second, "101–200 of 230"), (third, "201–230 of 230")] {
      let navigation = page.region("tasks")?.first("nav")
      #expect(navigation?["aria-label"] == "Pages of open tasks")
      #expect(navigation?.first { $0["aria-current"] == "page" }?.text == words)
      #expect(page.element(id: "open-tasks")?.text.contains(words.replacing("–", with: " to ")) == true)
    }
  }

  @Test func `a list that fits on a page has no page links, nor has one that is shown in full`() async throws {
    let all = try await world.page("/lists/\(list)?all-open")
    #expect(all.titles().count == 230 && links(all).isEmpty)
    for task in tasks.prefix(130) { try await world.mine.complete(task) }
    let page = try await world.page("/lists/\(list)?page=2")
    #expect(page.titles().count == 100 && links(page).isEmpty)
    #expect(page.element(id: "open-tasks")?.text == "Open tasks")
  }

  @Test(arguments: [
    ("0", "t1"), ("-1", "t1"), ("1", "t1"), ("x", "t1"), ("", "t1"), ("2.5", "t1"), ("%00", "t1"), ("4", "t201"),
    ("99999999", "t201"), ("\(Int.max)", "t201"), ("\(Int.min)", "t1"), ("9\(Int.max)", "t1"),
  ])
  func `a page number out of range is clamped`(number: String, title: String) async throws {
    let answer = try await world.get("/lists/\(list)?page=\(number)")
    #expect(answer.status == .ok)
    #expect(try answer.page.titles().first == title)
  }

  @Test func `a change to a task leads to the page with its row`() async throws {
    let task = tasks[214]
    let completed = try await world.post("/tasks/\(task)/complete")
    #expect(completed.location?.hasPrefix("/lists/\(list)?page=3&did=") == true)
    #expect(completed.fragment == "task-\(task)")
    let page = try await world.follow(completed).page
    #expect(page.titles() == (201...230).map { "t\($0)" })
    #expect(page.row("t215")?["class"] == "task-row done")
    #expect(page.region("tasks")?.first { $0["aria-current"] == "page" }?.text == "201–230 of 230")

    // The same form again changes nothing and leads to the same place.
    #expect(try await world.post("/tasks/\(task)/complete").location == completed.location)
    let undone = try await world.press(page.row("t215")?.undoForms.first)
    #expect(undone.location?.hasPrefix("/lists/\(list)?page=3&did=") == true)
    #expect(try await world.follow(undone).page.row("t215")?["class"] == "task-row")

    _ = try await world.post("/tasks/\(task)/complete")
    let reopened = try await world.post("/tasks/\(task)/reopen")
    #expect(reopened.location?.hasPrefix("/lists/\(list)?page=3&did=") == true)
    #expect(try await world.follow(reopened).page.row("t215") != nil)

    let version = try await world.version(of: task)
    let edited = try await world.post("/tasks/\(task)", ["version": "\(version)", "title": "changed"])
    #expect(edited.location?.hasPrefix("/lists/\(list)?page=3&did=") == true)
    #expect(try await world.follow(edited).page.row("changed") != nil)
    // The back link of a task leads to its row.
    let back = try await world.page("/tasks/\(task)").first { $0["class"] == "back" }?.first("a")
    #expect(back?["href"] == "/lists/\(list)?page=3#task-\(task)")
  }

  @Test func `the only task of the last page stays there when it is completed, until the list is left`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let tasks = try await world.add(101, to: list)
    let answer = try await world.post("/tasks/\(tasks[100])/complete")
    #expect(answer.location?.hasPrefix("/lists/\(list)?page=2&did=") == true)
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["t101"] && page.row("t101")?["class"] == "task-row done")
    #expect(try await world.page("/lists/\(list)?page=2").titles().count == 100)
  }

  @Test func `rows changed since a list was opened stay, with all of its rows on one page, too`() async throws {
    var page = "/lists/\(list)?all-open"
    for task in [tasks[3], tasks[150], tasks[229]] {
      var headers: HTTPFields = .form
      headers[try #require(HTTPField.Name("Referer"))] = "https://localhost\(page.prefix { $0 != "#" })"
      let answer = try await world.send(.post, "/tasks/\(task)/complete", headers, body: "")
      page = try #require(answer.location)
      #expect(page.hasPrefix("/lists/\(list)?all-open&did="))
    }
    let shown = try await world.page(page)
    #expect(shown.titles() == (1...230).map { "t\($0)" })
    for title in ["t4", "t151", "t230"] { #expect(shown.row(title)?.undoForms.count == 1) }
    #expect(try await world.page("/lists/\(list)?all-open").titles().count == 227)
  }

  @Test func `tasks are arranged page by page, and across pages`() async throws {
    let address = "/lists/\(list)?arrange"
    let page = try await world.page("\(address)&page=2")
    #expect(page.titles() == (101...200).map { "t\($0)" })
    #expect(links(page) == ["Previous 100 \(address)#open-tasks", "Next 30 \(address)&page=3#open-tasks"])
    // One that is picked stays so while the reader turns the page.
    let picked = try await world.post("/tasks/\(tasks[100])/pick")
    #expect(picked.location == "/lists/\(list)?picked=\(tasks[100])&page=2#task-\(tasks[100])")
    #expect(
      try await links(world.follow(picked).page).first == "Previous 100 /lists/\(list)?picked=\(tasks[100])#open-tasks")
    let first = try await world.page("/lists/\(list)?picked=\(tasks[100])")
    #expect(first.text.contains("Moving “t101”") && first.titles().count == 100)
    let moved = try await world.post("/tasks/\(tasks[100])/move", ["before": "\(tasks[99])"])
    #expect(moved.location?.hasPrefix("\(address)&did=") == true && moved.fragment == "task-\(tasks[100])")
    #expect(try await world.follow(moved).page.titles().suffix(2) == ["t99", "t101"])
    let bottom = try await world.post("/tasks/\(tasks[0])/move", ["to": "bottom"])
    #expect(bottom.location?.hasPrefix("\(address)&page=3&did=") == true && bottom.fragment == "task-\(tasks[0])")
    #expect(try await world.follow(bottom).page.titles().last == "t1")
    let deleted = try await world.post("/tasks/\(tasks[149])/delete")
    #expect(deleted.location?.hasPrefix("/lists/\(list)?page=2&did=") == true)
    #expect(try await world.follow(deleted).page.element(id: "task-\(tasks[149])") != nil, "on the page of its place")
  }

  @Test func `completed tasks have pages of their own, and their section is open there`() async throws {
    for task in tasks.prefix(130) { try await world.mine.complete(task) }
    let first = try await world.page("/lists/\(list)")
    func section(_ page: HTMLElement) -> (rows: Int, links: [String], isOpen: Bool) {
      let region = page.region("completed")
      let links = region?.first { $0["class"] == "more" }?.all("a").map { "\($0.text) \($0["href"] ?? "")" } ?? []
      return (
        region?.all { $0["class"] == "task-row done" }.count ?? 0, links, region?.first("details")?["open"] != nil
      )
    }
    #expect(section(first) == (100, ["Next 30 /lists/\(list)?done=2#done-tasks"], false))
    let second = try await world.page("/lists/\(list)?done=2")
    #expect(section(second) == (30, ["Previous 100 /lists/\(list)?done=1#done-tasks"], true))
    #expect(section(try await world.page("/lists/\(list)?done=1")).isOpen)
    #expect(section(try await world.page("/lists/\(list)?done=99")).rows == 30)
  }

  @Test func `a task leads to the ones before and after it in its list`() async throws {
    func neighbours(of task: String) async throws -> [String] {
      try await world.page("/tasks/\(task)").all("a").filter { $0["class"] == "neighbour" }
        .map { "\($0["aria-label"] ?? "") \($0["href"] ?? "")" }
    }
    #expect(try await neighbours(of: "\(tasks[0])") == ["Next: t2 /tasks/\(tasks[1])"])
    #expect(
      try await neighbours(of: "\(tasks[149])") == [
        "Previous: t149 /tasks/\(tasks[148])", "Next: t151 /tasks/\(tasks[150])",
      ])
    #expect(try await neighbours(of: "\(tasks[229])") == ["Previous: t229 /tasks/\(tasks[228])"])
    _ = try await world.post("/tasks/\(tasks[149])/complete")
    #expect(
      try await neighbours(of: "\(tasks[149])") == [
        "Previous: t149 /tasks/\(tasks[148])", "Next: t151 /tasks/\(tasks[150])",
      ], "a completed one has the place that it would have")
    #expect(
      try await world.page("/tasks/\(tasks[149])").region("rail")?.first { $0["aria-current"] == "true" }?["href"]
        == "/lists/\(list)")
  }

  @Test func `an added task is shown on the first page`() async throws {
    let answer = try await world.post("/lists/\(list)/tasks", ["title": "new"])
    #expect(answer.location?.hasPrefix("/lists/\(list)?did=") == true && answer.fragment == "new-task")
    #expect(try await world.follow(answer).page.titles().prefix(2) == ["new", "t1"])
  }
}
