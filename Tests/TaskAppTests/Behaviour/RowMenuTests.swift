import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class RowMenuTests: WorldTests {
  @Test func `the menu of a row has the days, and none that would do nothing`() async throws {
    let list = try await world.makeList()
    let today = Day(of: world.time.now, in: .gmt)
    let task = try await world.add("a", to: list)[0]
    func labels() async throws -> [String] {
      let row = try await world.get("/lists/\(list)").page.row("a")
      return row?.days ?? []
    }
    #expect(try await labels() == ["Today", "Tomorrow", "Next week"])
    _ = try await world.post("/tasks/\(task)/due", ["due": today.iso])
    #expect(try await labels() == ["Tomorrow", "Next week"])
    _ = try await world.post("/tasks/\(task)/due", ["due": today.adding(days: 1).iso])
    #expect(try await labels() == ["Today", "Next week"])
  }

  @Test func `on a Sunday tomorrow is next week, and has one button`() async throws {
    let list = try await world.makeList()
    try await world.add("a", to: list)
    while Day(of: world.time.now, in: .gmt).weekday != .sunday { world.time.advance(by: .seconds(86_400)) }
    let row = try await world.get("/lists/\(list)").page.row("a")
    #expect(row?.days == ["Today", "Tomorrow"])
  }

  @Test func `a day from the menu is told in the row, which stays`() async throws {
    let list = try await world.makeList()
    let tasks = try await world.add("a", "b", "c", to: list)
    let day = Day(of: world.time.now, in: .gmt).adding(days: 1)
    let answer = try await world.post("/tasks/\(tasks[1])/due", ["due": day.iso])
    #expect(answer.location == "/lists/\(list)?did=\(try await newest(world, list))#task-\(tasks[1])")
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["a", "b", "c"] && page.row("b")?.text.contains("tomorrow") == true)
    #expect(page.notice == nil)
    let back = try await world.follow(world.press(page.row("b")?.undoForms.first)).page
    #expect(back.row("b")?.text.contains("tomorrow") == false)
  }

  @Test func `a task that is moved leaves its row behind, with the list and an undo`() async throws {
    let (list, other) = (try await world.makeList("House"), try await world.makeList("Garden"))
    let tasks = try await world.add("a", "b", "c", to: list)
    let refused = try await world.post("/lists/\(list)/tasks", ["title": ""])
    #expect(refused.status == .unprocessableContent)
    #expect(try stage(refused.page) == "stage list beside")
    let answer = try await world.post("/tasks/\(tasks[1])/move", ["list": "\(other)"])
    #expect(answer.location?.hasPrefix("/lists/\(list)?did=") == true)
    let page = try await world.follow(answer).page
    let row = try #require(page.element(id: "task-\(tasks[1])"))
    #expect(row.text.contains("Moved to Garden") && page.region("tasks")?.all("li").count == 3)
    #expect(try await world.get("/lists/\(other)").page.titles() == ["b"])
    let back = try await world.follow(world.press(row.undoForms.first)).page
    #expect(back.titles() == ["a", "b", "c"])
  }

  private func stage(_ page: HTMLElement) -> String? {
    page.first { $0["class"]?.hasPrefix("stage ") == true }?["class"]
  }

  private func newest(_ world: World, _ list: ListID) async throws -> ChangeID {
    try await world.mine.list(list).revision
  }
}

extension HTMLElement {
  /// The labels of the buttons that set a day.
  fileprivate var days: [String] {
    all("input").filter { $0["name"]?.hasPrefix("due=") == true }.compactMap { $0["alt"] }
  }
}
