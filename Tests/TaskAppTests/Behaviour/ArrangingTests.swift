import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct ArrangingTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    list = try await world.makeList()
    tasks = try await world.add("a", "b", "c", "d", to: list)
  }

  private func buttons(_ page: HTMLElement) -> [String] {
    page.region("tasks")?.all("input").map { $0["alt"] ?? "" } ?? []
  }

  @Test func `a task is picked, then put before another one, two presses for any distance`() async throws {
    let page = try await world.page("/lists/\(list)?arrange")
    #expect(buttons(page) == ["Move “a”", "Move “b”", "Move “c”", "Move “d”"])
    #expect(page.element(id: "new-task") == nil && page.region("completed") == nil, "only the rows have buttons")
    #expect(page.first { $0["href"] == "/lists/\(list)" && $0.text == "Done" } != nil)
    let form = page.form(to: "/tasks/\(tasks[3])/pick")
    let picking = try await world.press(form, form?.buttons.first)
    #expect(picking.location == "/lists/\(list)?picked=\(tasks[3])#task-\(tasks[3])")
    let picked = try await world.follow(picking).page
    #expect(
      buttons(picked) == [
        "Put here, before “a”", "Make it a step of “a”", "Put here, before “b”", "Make it a step of “b”",
        "Put here, before “c”", "Make it a step of “c”", "To the top",
      ])
    #expect(picked.text.contains("Moving “d”"))
    let put = picked.all("input").first { $0["alt"] == "Put here, before “b”" }
    #expect(put?["formaction"] == "/tasks/\(tasks[3])/move" && put?["name"] == "before=\(tasks[1])")
    let moved = try await world.post(
      "/tasks/\(tasks[3])/move", ["before=\(tasks[1]).x": "9", "before=\(tasks[1]).y": "407"])
    #expect(moved.location?.contains("at=\(tasks[3])-407") == true && moved.location?.contains("arrange") == true)
    let after = try await world.follow(moved).page
    #expect(after.titles() == ["a", "d", "b", "c"])
    #expect(after.title.hasPrefix("Moved “\u{2068}d\u{2069}”"))
    let back = try await world.submit(after.row("d")?.undoForms.first)
    #expect(back.titles() == ["a", "b", "c", "d"])
  }

  @Test func `the row stays where it was pressed`() async throws {
    let picking = try await world.post("/tasks/\(tasks[2])/pick", ["x": "80", "y": "333"])
    #expect(picking.location == "/lists/\(list)?picked=\(tasks[2])&at=\(tasks[2])-333#at-\(tasks[2])")
    #expect(try await world.follow(picking).page.element(id: "at-\(tasks[2])")?["height"] == "333")
  }

  @Test(arguments: [
    (3, "to", "top", ["d", "a", "b", "c"]), (0, "to", "bottom", ["b", "c", "d", "a"]),
    (0, "before", "4", ["b", "c", "a", "d"]), (0, "into", "4", ["b", "c", "d", "a"]),
  ])
  func `a place is an end, a task, or its step`(
    index: Int, field: String, value: String, order: [String]
  ) async throws {
    let answer = try await world.post("/tasks/\(tasks[index])/move", [field: value])
    #expect(answer.location?.hasPrefix("/lists/\(list)?arrange&did=") == true)
    #expect(try await world.follow(answer).page.titles() == order)
    let again = try await world.post("/tasks/\(tasks[index])/move", [field: value])
    #expect(again.location == answer.location, "sent twice, it moves once")
  }

  @Test(arguments: [("then", "x"), ("to", "left"), ("before", "x"), ("before", ""), ("into", "-")])
  func `a form without a place is refused`(field: String, value: String) async throws {
    #expect(try await world.post("/tasks/\(tasks[0])/move", [field: value]).status == .badRequest)
  }

  @Test func `a place that is gone leaves the task picked, or says that it is gone`() async throws {
    _ = try await world.post("/tasks/\(tasks[1])/complete")
    let done = try await world.post("/tasks/\(tasks[3])/move", ["before": "\(tasks[1])"])
    #expect(done.location == "/lists/\(list)?picked=\(tasks[3])#task-\(tasks[3])")
    _ = try await world.post("/tasks/\(tasks[1])/delete")
    #expect(try await world.post("/tasks/\(tasks[3])/move", ["before": "\(tasks[1])"]).status == .gone)
    _ = try await world.post("/tasks/\(tasks[3])/complete")
    #expect(try await world.page("/lists/\(list)?picked=\(tasks[3])").text.contains("Moving") == false)
  }

  @Test func `lists are put in order as well, and an undo is offered`() async throws {
    let world = try await World()
    for name in ["a", "b", "c"] { _ = try await world.makeList(name) }
    let page = try await world.page("/lists?arrange")
    let form = page.form(to: "/lists/3/pick")
    let picked = try await world.submit(form, form?.buttons.first)
    let names = picked.region("arranging")?.all("input").map { $0["alt"] ?? "" }
    #expect(names == ["Put here, before “a”", "Put here, before “b”", "To the top"])
    let answer = try await world.post("/lists/3/move", ["before": "1"])
    #expect(answer.location?.hasPrefix("/lists?arrange&did=") == true && answer.fragment == "list-3")
    let moved = try await world.follow(answer).page
    #expect(moved.titles("arranging") == ["c", "a", "b"])
    #expect(moved.notice?.text.contains("Moved the list") == true)
    let back = try await world.submit(moved.notice?.undoForms.first)
    #expect(back.all("h2").map(\.text) == ["a", "b", "c"])
  }

  @Test func `a single list cannot be arranged`() async throws {
    let world = try await World()
    _ = try await world.makeList()
    let page = try await world.page("/lists?arrange")
    #expect(page.region("arranging") == nil && page.element(id: "new-list") != nil)
  }
}
