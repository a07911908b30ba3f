import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct DeletingTests {
  @Test(arguments: [(0, "task-2"), (1, "task-3"), (2, "task-2")])
  func `a delete leads to the row that takes the deleted one's place`(index: Int, place: String) async throws {
    let world = try await World()
    let list = try await world.makeList()
    let tasks = try await world.add("a", "b", "c", to: list)
    let answer = try await world.post("/tasks/\(tasks[index])/delete")
    #expect(answer.fragment == place)
    let page = try await world.follow(answer).page
    #expect(page.element(id: place) != nil)
    #expect(page.title.hasPrefix("Deleted “"))
    let back = try await world.follow(world.press(page.notice?.undoForms.first)).page
    #expect(back.titles() == ["a", "b", "c"])
  }

  @Test func `after the last task is deleted the list is empty, and the notice can undo it`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add("a", to: list)[0]
    let answer = try await world.post("/tasks/\(task)/delete")
    #expect(answer.fragment == nil)
    let page = try await world.follow(answer).page
    #expect(page.state("tasks") == "empty/nothing-yet")
    #expect(page.notice?.undoForms.count == 1)
  }

  @Test func `deleting a list leads to the overview, and the trash restores it with its tasks`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    try await world.add("a", "b", to: list)
    let answer = try await world.press(world.get("/lists/\(list)").page.form(to: "/lists/\(list)/delete"))
    #expect(answer.location?.hasPrefix("/lists?did=") == true)
    #expect(try await world.follow(answer).page.state("lists") == "empty/nothing-yet")
    let trash = try await world.get("/trash").page
    #expect(trash.region("trash")?.all("li").count == 1, "its tasks come back with it and are not told one by one")
    let back = try await world.follow(world.press(trash.form(to: "/lists/\(list)/restore"))).page
    #expect(back.titles() == ["a", "b"])
    #expect(back.title.hasPrefix("Restored the list"))
  }

  @Test func `a task is restored from the trash to its position, and that can be undone`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let tasks = try await world.add("a", "b", to: list)
    _ = try await world.post("/tasks/\(tasks[0])/delete")
    let restored = try await world.press(world.get("/trash").page.form(to: "/tasks/\(tasks[0])/restore"))
    #expect(restored.fragment == "task-\(tasks[0])")
    let page = try await world.follow(restored).page
    #expect(page.titles() == ["a", "b"])
    let undone = try await world.press(page.row("a")?.undoForms.first)
    #expect(undone.location?.hasPrefix("/trash?did=") == true)
    #expect(try await world.follow(undone).page.state("trash") == "content")
  }

  @Test func `the trash shows how long rows stay`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add("a", to: list)[0]
    _ = try await world.post("/tasks/\(task)/delete")
    #expect(try await world.get("/trash").page.region("trash")?.text.contains("30 days left") == true)
    world.time.advance(by: .seconds(29 * 86_400 + 3_600))
    #expect(try await world.get("/trash").page.region("trash")?.text.contains("1 day left") == true)
  }
}
