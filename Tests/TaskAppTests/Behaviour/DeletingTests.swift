import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class DeletingTests: ListTests {
  @Test(arguments: [0, 1, 2])
  func `a deleted row holds its place with its undo, and is gone afterwards`(index: Int) async throws {
    let tasks = try await world.add("a", "b", "c", to: list)
    let answer = try await world.post("/tasks/\(tasks[index])/delete")
    #expect(answer.fragment == "task-\(tasks[index])")
    let page = try await world.follow(answer).page
    let rows = page.region("tasks")?.all("li") ?? []
    #expect(rows.map { $0["id"] } == tasks.map { "task-\($0)" })
    #expect(rows[index]["class"] == "task-row gone" && rows[index].text.contains("Deleted"))
    #expect(rows[index].forms.count == 1, "the undo")
    #expect(page.title.hasPrefix("Deleted “") && page.notice == nil)
    #expect(try await world.page("/lists/\(list)").region("tasks")?.all("li").count == 2)
    let back = try await world.submit(rows[index].undoForms.first)
    #expect(back.titles() == ["a", "b", "c"])
  }

  @Test func `after the last task is deleted its row can undo it, and then the list is empty`() async throws {
    let task = try await world.add("a", to: list)[0]
    let answer = try await world.post("/tasks/\(task)/delete")
    let page = try await world.follow(answer).page
    #expect(page.state("tasks") == "content")
    #expect(page.element(id: "task-\(task)")?.undoForms.count == 1)
    #expect(try await world.page("/lists/\(list)").state("tasks") == "empty/nothing-yet")
  }

  @Test func `deleting a list leads to the overview, and the trash restores it with its tasks`() async throws {
    try await world.add("a", "b", to: list)
    let answer = try await world.press(world.form("/lists/\(list)/delete", at: "/lists/\(list)"))
    #expect(answer.location?.hasPrefix("/lists?did=") == true)
    #expect(try await world.follow(answer).page.state("lists") == "empty/nothing-yet")
    let trash = try await world.page("/trash")
    #expect(trash.region("trash")?.all("li").count == 1, "its tasks come back with it and are not told one by one")
    let back = try await world.submit(trash.form(to: "/lists/\(list)/restore"))
    #expect(back.titles() == ["a", "b"])
    #expect(back.title.hasPrefix("Restored the list"))
  }

  @Test func `a task is restored from the trash to its position, and that can be undone`() async throws {
    let tasks = try await world.add("a", "b", to: list)
    _ = try await world.post("/tasks/\(tasks[0])/delete")
    let restored = try await world.press(world.form("/tasks/\(tasks[0])/restore", at: "/trash"))
    #expect(restored.fragment == "task-\(tasks[0])")
    let page = try await world.follow(restored).page
    #expect(page.titles() == ["a", "b"])
    let undone = try await world.press(page.row("a")?.undoForms.first)
    #expect(undone.location?.hasPrefix("/trash?did=") == true)
    #expect(try await world.follow(undone).page.state("trash") == "content")
  }

  @Test func `the trash shows how long rows stay`() async throws {
    let task = try await world.add("a", to: list)[0]
    _ = try await world.post("/tasks/\(task)/delete")
    #expect(try await world.page("/trash").region("trash")?.text.contains("30 days left") == true)
    world.time.advance(by: .seconds(29 * 86_400 + 3_600))
    #expect(try await world.page("/trash").region("trash")?.text.contains("1 day left") == true)
  }
}

struct EmptyingTests {
  @Test func `the trash is emptied in two steps in place, of the rows that its page showed`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let tasks = try await world.add("a", "b", "c", to: list)
    _ = try await world.post("/tasks/\(tasks[0])/delete")
    let trash = try await world.page("/trash")
    let details = try #require(trash.first { $0.name == "details" })
    #expect(details["open"] == nil && details.text.contains("can’t be undone"))
    let form = try #require(trash.form(to: "/trash/empty"))
    world.time.advance(by: .seconds(5))
    _ = try await world.post("/tasks/\(tasks[1])/delete")
    let emptied = try await world.press(form)
    #expect(emptied.status == .seeOther && emptied.location == "/trash")
    // Work that takes longer than a response should continues in the background.
    try await world.store.deleteRemoved()
    let left = try await world.follow(emptied).page
    #expect(left.form(to: "/tasks/\(tasks[0])/restore") == nil)
    #expect(left.form(to: "/tasks/\(tasks[1])/restore") != nil)
    _ = try await world.press(left.form(to: "/trash/empty"))
    try await world.store.deleteRemoved()
    #expect(try await world.page("/trash").state("trash") == "empty/nothing-yet")
    #expect(try await world.post("/trash/empty", ["until": "soon"]).status == .badRequest)
    #expect(try await world.post("/trash/empty").status == .badRequest)
  }
}
