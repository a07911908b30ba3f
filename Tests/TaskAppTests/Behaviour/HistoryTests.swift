import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct HistoryTests {
  @Test func `the history lists changes, the newest first, and can undo them`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add("milk", to: list)[0]
    _ = try await world.post("/tasks/\(task)/complete")
    let page = try await world.get("/lists/\(list)/history").page
    let rows = page.region("history")?.all("li") ?? []
    #expect(
      rows.map { $0.first { $0["class"] == "name" }?.text.prefix { $0 != " " } } == ["Completed", "Added", "Created"])
    #expect(rows.allSatisfy { $0.text.contains("today at 15:00") })
    let undone = try await world.press(rows.first?.undoForms.first)
    #expect(try await world.follow(undone).page.titles() == ["milk"])
    let after = try await world.get("/lists/\(list)/history").page.region("history")?.all("li") ?? []
    #expect(after.count == 4)
    #expect(after[1]["class"] == "crossed-out" && after[1].undoForms.isEmpty)
    #expect(after[0].undoForms.count == 1)
  }

  @Test func `a change that has been superseded cannot be undone, and the page offers a way on`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add("milk", to: list)[0]
    let edit = try await world.get("/tasks/\(task)").page.form(to: "/tasks/\(task)")
    _ = try await world.press(edit, typing: ["title": "two milks"])
    // A history that was opened before the task was changed again still has the button.
    let stale = try await world.get("/lists/\(list)/history").page.region("history")?.all("li")[0].undoForms.first
    let again = try await world.get("/tasks/\(task)").page.form(to: "/tasks/\(task)")
    _ = try await world.press(again, typing: ["title": "three milks"])
    let history = try await world.get("/lists/\(list)/history").page.region("history")
    #expect(history?.all("li").map { $0.undoForms.isEmpty } == [false, true, false, false])
    let answer = try await world.press(stale)
    #expect(answer.status == .conflict)
    #expect(try answer.page.state("page") == "failed/changed-since")
    for way in ["/tasks/\(task)", "/lists/\(list)", "/lists"] {
      #expect(try answer.page.region("page")?.first { $0["href"] == way } != nil)
    }
  }
}
