import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The list of a task, beside the task.
final class ListPaneTests: WorldTests {
  /// A list, with its tasks in order.
  private func list(_ titles: [String]) async throws -> (list: ListID, tasks: [TaskID]) {
    let list = try await world.makeList("House")
    var tasks: [TaskID] = []
    for title in titles.reversed() { tasks += try await world.add(title, to: list) }
    return (list, tasks.reversed())
  }

  private func rows(_ page: HTMLElement) throws -> [HTMLElement] {
    try #require(page.region("beside-tasks")).all { $0["id"]?.hasPrefix("task-") == true }
  }

  private func titles(_ page: HTMLElement) throws -> [String] {
    try rows(page).compactMap { row in row.first { $0["class"] == "title" }?.text }
  }

  private func opened(_ page: HTMLElement) throws -> [String] {
    try #require(page.region("beside-tasks")).all { $0["aria-current"] == "true" }.map(\.text)
  }

  @Test func `a task has the rows of its list beside it, its own marked, without menus`() async throws {
    let (list, tasks) = try await list(["Paint", "Sweep", "Bake"])
    let page = try await world.get("/tasks/\(tasks[1])").page
    #expect(try titles(page) == ["Paint", "Sweep", "Bake"])
    #expect(try opened(page) == ["Sweep"])
    #expect(page.region("beside-tasks")?.first { $0["popovertarget"] != nil } == nil)
    let head = try #require(page.first { $0["slot"] == "beside-head" })
    #expect(head.text.contains("House"))
    #expect(head.first("a")?["href"] == "/lists/\(list)#task-\(tasks[1])")
    let links = try rows(page).compactMap { $0.first("a")?["href"] }
    #expect(links == tasks.map { "/tasks/\($0)#task-\($0)" })
    #expect(page.region("beside-rail") == nil && page.region("rail") != nil)
  }

  @Test func `of a long list there are sixty rows at most, among them that of the task`() async throws {
    let (_, tasks) = try await list((1...75).map { "Task \($0)" })
    let first = try await world.get("/tasks/\(tasks[9])").page
    #expect(try titles(first).count == 60)
    #expect(try opened(first) == ["Task 10"])
    let last = try await world.get("/tasks/\(tasks[70])").page
    #expect(try titles(last) == (61...75).map { "Task \($0)" })
    #expect(try opened(last) == ["Task 71"])
  }

  @Test func `a step marks the task that it belongs to, and a completed task no row`() async throws {
    let (list, tasks) = try await list(["Paint", "Sweep"])
    _ = try await world.post("/tasks/\(tasks[0])/steps", ["step": "Brush", "version": "9"])
    let rows = try await mine.openPage(1, of: nil, in: list, subtasks: .all).rows
    let brush = try #require(rows.first { $0.title == "Brush" })
    let page = try await world.get("/tasks/\(brush.id)").page
    #expect(try titles(page) == ["Paint", "Sweep"])
    #expect(try opened(page) == ["Paint"])
    _ = try await world.post("/tasks/\(tasks[1])/complete", ["version": "9"])
    let done = try await world.get("/tasks/\(tasks[1])").page
    #expect(try titles(done) == ["Paint"])
    #expect(try opened(done) == [])
  }

  @Test func `a press in the list leads back to the task, with the row and its undo`() async throws {
    let (_, tasks) = try await list(["Paint", "Sweep"])
    let from = "/tasks/\(tasks[0])"
    let answer = try await world.post("/tasks/\(tasks[1])/complete", ["version": "9", "from": from])
    let next = try #require(answer.location)
    #expect(next.hasPrefix("\(from)?did=") && next.hasSuffix("#task-\(tasks[1])"))
    let page = try await world.follow(answer).page
    #expect(try titles(page) == ["Paint", "Sweep"])
    #expect(try opened(page) == ["Paint"])
    let inputs = try rows(page)[1].all("input")
    #expect(inputs.contains { $0["alt"]?.contains("Undo") == true })
  }

  @Test func `its own address leads to the row in the list, and another account finds nothing`() async throws {
    let (list, tasks) = try await list(["Paint"])
    #expect(try await world.get("/tasks/\(tasks[0])/list").location == "/lists/\(list)#task-\(tasks[0])")
    #expect(try await world.get("/tasks/999/list").status == .notFound)
  }

  @Test func `a page is unchanged until the list is changed`() async throws {
    let (_, tasks) = try await list(["Paint", "Sweep"])
    let address = "/tasks/\(tasks[0])"
    let tag = try #require(try await world.get(address).headers[.eTag])
    #expect(try await world.get(address, [.ifNoneMatch: tag]).status == .notModified)
    let version = try await mine.task(tasks[1]).version
    _ = try await world.post("/tasks/\(tasks[1])", ["title": "Wash", "version": "\(version)"])
    let changed = try await world.get(address, [.ifNoneMatch: tag])
    #expect(changed.status == .ok)
    #expect(try titles(changed.page) == ["Paint", "Wash"])
  }

  @Test func `a rejected form keeps the list, and a choice between two texts is alone`() async throws {
    let (_, tasks) = try await list(["Paint", "Sweep"])
    let version = try await mine.task(tasks[0]).version
    let invalid = try await world.post("/tasks/\(tasks[0])", ["title": " ", "version": "\(version)"])
    #expect(invalid.status == .unprocessableContent)
    #expect(try opened(invalid.page) == ["Paint"])
    _ = try await world.post("/tasks/\(tasks[0])", ["title": "Theirs", "version": "\(version)"])
    let conflict = try await world.post("/tasks/\(tasks[0])", ["title": "Mine", "version": "\(version)"])
    #expect(conflict.status == .conflict)
    #expect(try conflict.page.region("beside-tasks") == nil)
  }

  @Test func `a list that fails leaves the task, and a retry that leads to it`() async throws {
    let (_, tasks) = try await list(["Paint"])
    let world = try world.copy(.rehearsing)
    let address = "/tasks/\(tasks[0])"
    let answer = try await world.get("\(address)?rehearse=beside-tasks:failed:unavailable")
    let page = try answer.page
    #expect(answer.status == .ok && page.state("task") == "content")
    let region = try #require(page.region("beside-tasks"))
    #expect(region["data-state"] == "failed")
    #expect(region.first("form")?["action"]?.hasPrefix(address) == true)
  }
}
