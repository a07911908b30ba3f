import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

struct CompletingTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    list = try await world.makeList()
    tasks = try await world.add("a", "b", "c", to: list)
  }

  @Test func `a completed row stays in place, struck through, with its undo`() async throws {
    let row = try await world.page("/lists/\(list)").row("b")
    let answer = try await world.press(row?.forms.first)
    #expect(answer.fragment == "task-\(tasks[1])")
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["a", "b", "c"])
    #expect(page.row("b")?["class"] == "task-row done")
    #expect(page.row("b")?.undoForms.count == 1)
    #expect(page.notice == nil)
    #expect(page.title.hasPrefix("Completed “"))
    #expect(page.region("completed")?.first { $0["class"] == "count" }?.text ?? "0" == "0")

    let later = try await world.page("/lists/\(list)")
    #expect(later.titles() == ["a", "c"] && later.titles("completed") == ["b"])
    let back = try await world.submit(page.row("b")?.undoForms.first)
    #expect(back.titles() == ["a", "b", "c"])
  }

  @Test func `a reopened row returns to its position`() async throws {
    _ = try await world.post("/tasks/\(tasks[1])/complete")
    let row = try await world.page("/lists/\(list)").row("b")
    let page = try await world.submit(row?.forms.first)
    #expect(page.titles() == ["a", "b", "c"])
    #expect(page.row("b")?["class"] == "task-row")
    #expect(page.title.hasPrefix("Reopened “"))
  }

  @Test func `completing twice completes once, with the same response`() async throws {
    let first = try await world.post("/tasks/\(tasks[0])/complete")
    #expect(try await world.post("/tasks/\(tasks[0])/complete").location == first.location)
  }

  @Test func `after the last task is completed the list is all done, and so is its card`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add("only", to: list)[0]
    _ = try await world.post("/tasks/\(task)/complete")
    let page = try await world.page("/lists/\(list)")
    #expect(page.state("tasks") == "empty/all-done")
    #expect(page.region("tasks")?.text.contains("today at 15:00") == true)
    #expect(try await world.page("/lists").state("list-\(list)") == "empty/all-done")
  }

  @Test func `clearing moves all completed tasks to the trash, and one undo restores them`() async throws {
    for task in tasks.prefix(2) { _ = try await world.post("/tasks/\(task)/complete") }
    let form = try await world.form("/lists/\(list)/clear-completed", at: "/lists/\(list)")
    let page = try await world.submit(form)
    #expect(page.notice?.text.contains("Moved 2 completed tasks to the trash") == true)
    #expect(page.titles("completed") == [])
    #expect(try await world.page("/trash").all("li").filter { $0.text.contains("Task from") }.count == 2)
    let back = try await world.submit(page.notice?.undoForms.first)
    #expect(Set(back.titles("completed")) == ["a", "b"])
  }

  @Test func `more completed tasks than a page shows are counted, and shown on request`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let count = AccountSettings.standard.rows + 2
    let drafts = try TaskDraft.titles(from: (1...count).map { "t\($0)" }.joined(separator: "\n"))
    let tasks = try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    for task in tasks { try await world.mine.complete(task) }
    let page = try await world.page("/lists/\(list)")
    #expect(page.titles("completed").count == AccountSettings.standard.rows)
    let more = page.region("completed")?.first { $0["class"] == "more" }?.first("a")
    #expect(more?.text == "Next 2")
    let rest = try await world.page(#require(more?["href"]))
    #expect(rest.titles("completed").count == 2)
    #expect(rest.region("completed")?.first("details")?["open"] != nil)
  }
}
