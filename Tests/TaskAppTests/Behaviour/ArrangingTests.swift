import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct ArrangingTests {
  private func scene() async throws -> (World, ListID, [TaskID]) {
    let world = try await World()
    let list = try await world.makeList()
    return (world, list, try await world.add("a", "b", "c", "d", to: list))
  }

  @Test(arguments: [
    (1, "up", ["b", "a", "c", "d"], "down"), (2, "up", ["a", "c", "b", "d"], "up"),
    (0, "down", ["b", "a", "c", "d"], "down"),
    (2, "down", ["a", "b", "d", "c"], "up"), (3, "top", ["d", "a", "b", "c"], "down"),
    (0, "bottom", ["b", "c", "d", "a"], "up"), (0, "up", ["a", "b", "c", "d"], "down"),
    (3, "bottom", ["a", "b", "c", "d"], "up"),
  ])
  func `a task moves, and the focus stays on its button or moves to an enabled one`(
    index: Int, direction: String, order: [String], focus: String
  ) async throws {
    let (world, list, tasks) = try await scene()
    let answer = try await world.post("/tasks/\(tasks[index])/move", ["direction": direction, "version": "1"])
    #expect(answer.location?.hasPrefix("/lists/\(list)?arrange") == true)
    #expect(answer.fragment == "\(focus)-\(tasks[index])")
    let page = try await world.follow(answer).page
    #expect(page.titles() == order)
    let button = try #require(page.element(id: "\(focus)-\(tasks[index])"))
    #expect(button["disabled"] == nil)
  }

  @Test func `a move is reported in its row, and can be undone there`() async throws {
    let (world, _, tasks) = try await scene()
    let page = try await world.follow(world.post("/tasks/\(tasks[0])/move", ["direction": "bottom"])).page
    #expect(page.title.hasPrefix("Moved “\u{2068}a\u{2069}”"))
    let back = try await world.follow(world.press(page.row("a")?.undoForms.first)).page
    #expect(back.titles() == ["a", "b", "c", "d"])
  }

  @Test func `a position can be named instead of a direction`() async throws {
    let (world, list, tasks) = try await scene()
    let answer = try await world.post("/tasks/\(tasks[0])/move", ["position": "3"])
    #expect(answer.fragment == "task-\(tasks[0])")
    #expect(try await world.get("/lists/\(list)").page.titles() == ["b", "c", "a", "d"])
    _ = try await world.post("/tasks/\(tasks[0])/move", ["position": "99999999999999999"])
    #expect(try await world.get("/lists/\(list)").page.titles() == ["b", "c", "d", "a"])
  }

  @Test func `a repeated move moves once`() async throws {
    let (world, list, tasks) = try await scene()
    let arranging = try await world.get("/lists/\(list)?arrange").page
    let form = arranging.form(to: "/tasks/\(tasks[0])/move")
    let down = form?.buttons.first { $0.value == "down" }
    _ = try await world.press(form, down)
    _ = try await world.press(form, down)
    #expect(try await world.get("/lists/\(list)").page.titles() == ["b", "a", "c", "d"])
  }

  @Test func `while arranging, only the rows have buttons`() async throws {
    let (world, list, _) = try await scene()
    let page = try await world.get("/lists/\(list)?arrange").page
    #expect(page.element(id: "new-task") == nil && page.region("completed") == nil)
    #expect(page.first { $0["href"] == "/lists/\(list)" && $0.text == "Done" } != nil)
    #expect(page.element(id: "up-1")?["disabled"] != nil && page.element(id: "down-4")?["disabled"] != nil)
  }

  @Test func `lists move as well, and an undo is offered`() async throws {
    let world = try await World()
    for name in ["a", "b", "c"] { _ = try await world.makeList(name) }
    let page = try await world.get("/lists?arrange").page
    let form = page.form(to: "/lists/3/move")
    let answer = try await world.press(form, form?.buttons.first { $0.value == "top" })
    #expect(answer.location?.hasPrefix("/lists?arrange&did=") == true && answer.fragment == "down-3")
    let moved = try await world.follow(answer).page
    #expect(moved.all("h2").map(\.text) == ["c", "a", "b"])
    #expect(moved.notice?.text.contains("Moved the list") == true)
    let back = try await world.follow(world.press(moved.notice?.undoForms.first)).page
    #expect(back.all("h2").map(\.text) == ["a", "b", "c"])
  }

  @Test func `a single list cannot be arranged`() async throws {
    let world = try await World()
    _ = try await world.makeList()
    let page = try await world.get("/lists?arrange").page
    #expect(page.all { $0["class"] == "moves" }.isEmpty)
    #expect(page.element(id: "new-list") != nil)
  }
}
