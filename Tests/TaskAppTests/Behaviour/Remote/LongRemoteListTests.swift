import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Followed lists with more tasks than a page shows, in groups and nested.
struct LongRemoteListTests {
  private static let url = "https://choir.example/tasks.ics"

  private func scene() async throws -> (World, ListID) {
    let world = try await World()
    let tasks = (1...120).map { RemoteTask(key: "\($0)", title: "Task \($0)", group: "Group \(($0 - 1) / 50)") }
    let done = (1...110).map { RemoteTask(key: "d\($0)", title: "Done \($0)", status: .done(nil)) }
    let list = ReadList(format: .markdown, title: nil, tasks: tasks + done)
    return (world, try await world.follow(Self.url, as: "Choir", list).list)
  }

  @Test func `open and closed tasks are paged, under their headings, and all are shown on request`() async throws {
    let (world, list) = try await scene()
    let page = try await world.get("/lists/\(list)").page
    let region = try #require(page.region("tasks"))
    #expect(page.titles().count == 200 && region.all("h3").map(\.text).prefix(2) == ["Group 0", "Group 1"])
    func links(_ page: HTMLElement) -> [String] {
      page.region("tasks")?.all("nav").flatMap { $0.all("a") }.map { "\($0.text) \($0["href"] ?? "")" } ?? []
    }
    #expect(
      links(page) == [
        "Next 20 /lists/\(list)?page=2#open-tasks", "All 120 /lists/\(list)?all-open#remote-100",
        "Next 10 /lists/\(list)?done=2#done-tasks", "All 110 /lists/\(list)?all-open#remote-220",
      ])
    let all = try await world.get("/lists/\(list)?all-open").page
    #expect(all.titles().count == 230 && all.element(id: "remote-100") != nil && all.element(id: "remote-220") != nil)
    let second = try await world.get("/lists/\(list)?page=2").page
    #expect(Array(second.titles().prefix(20)) == (101...120).map { "Task \($0)" })
    let closed = try await world.get("/lists/\(list)?done=2").page
    #expect(Array(closed.titles().suffix(10)) == (101...110).map { "Done \($0)" })
    #expect(closed.region("tasks")?.first("details")?["open"] != nil)
  }

  @Test func `the page for choosing shows all tasks, and copies those of later pages as well`() async throws {
    let (world, list) = try await scene()
    let page = try await world.get("/lists/\(list)?choose=120").page
    #expect(page.all { $0["type"] == "checkbox" }.count == 230)
    let form = try #require(page.form(to: "/lists/\(list)/copy"))
    #expect(form.controls.filter { $0.name.hasPrefix("task-") }.map(\.name) == ["task-120"])
    #expect(try await world.follow(world.press(form)).page.titles() == ["Task 120"])
  }

  @Test func `a subtask is shown under the tasks above it`() async throws {
    let world = try await World()
    let tasks = [
      RemoteTask(key: "1", title: "parent"), RemoteTask(key: "2", title: "done child", status: .done(nil), depth: 1),
      RemoteTask(key: "3", title: "grandchild", depth: 2), RemoteTask(key: "4", title: "child", depth: 1),
    ]
    let list = try await world.follow(Self.url, as: "Choir", ReadList(format: .iCalendar, title: nil, tasks: tasks))
      .list
    let page = try await world.get("/lists/\(list)").page
    let depths = ["parent", "done child", "grandchild", "child"].map { page.row($0)?["class"] ?? "" }
    #expect(depths == ["0", "0 done", "1", "1"].map { "task-row remote-row depth-\($0)" })
  }
}
