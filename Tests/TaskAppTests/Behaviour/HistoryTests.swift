import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class HistoryTests: ListTests {
  @Test func `the history lists changes, the newest first, and can undo them`() async throws {
    let task = try await world.add("milk", to: list)[0]
    _ = try await world.post("/tasks/\(task)/complete")
    let page = try await world.page("/lists/\(list)/history")
    let rows = page.region("history")?.all("li") ?? []
    #expect(
      rows.map { $0.first { $0["class"] == "name" }?.text.prefix { $0 != " " } } == ["Completed", "Added", "Created"])
    #expect(rows.allSatisfy { $0.text.contains("15:00") })
    #expect(page.region("history")?.all("h2").map(\.text) == ["Today"])
    let undone = try await world.press(rows.first?.undoForms.first)
    #expect(try await world.follow(undone).page.titles() == ["milk"])
    let after = try await world.page("/lists/\(list)/history").region("history")?.all("li") ?? []
    #expect(after.count == 4)
    #expect(after[1]["class"] == "crossed-out" && after[1].undoForms.isEmpty)
    #expect(after[0].undoForms.count == 1)
  }

  @Test func `an edit tells each field that changed, with the old and the new value`() async throws {
    let list = try await world.makeList("Kitchen")
    let task = try await world.add(TaskInput(title: "A", notes: "n", due: "2026-11-27"), to: list)
    let bath = try await world.makeList("Bath")
    func edit(_ fields: [String: String]) async throws -> [String] {
      let form = try await world.form(at: "/tasks/\(task)")
      let answer = try await world.press(form, typing: fields)
      #expect(answer.status == .seeOther)
      return try await told(in: fields["list"] == nil ? list : bath, world)
    }
    #expect(try await edit(["due": "2026-11-28"]) == ["Due: 27 Nov → 28 Nov"])
    #expect(try await edit(["due": "", "priority": "high"]) == ["Due: 28 Nov → none", "Priority: none → high"])
    #expect(try await edit(["due": "2027-01-01"]) == ["Due: none → 1 Jan 2027"])
    #expect(try await edit(["title": "B <i>"]) == ["Title: “\u{2068}A\u{2069}” → “\u{2068}B <i>\u{2069}”"])
    #expect(try await edit(["notes": "m"]) == ["Notes changed"])
    #expect(try await edit(["notes": ""]) == ["Notes removed"])
    #expect(try await edit(["notes": "again"]) == ["Notes added"])
    #expect(try await edit(["list": "\(bath)"]) == ["Moved from “\u{2068}Kitchen\u{2069}”"])
    let undo = try await world.page("/lists/\(bath)/history").region("history")?.all("li").first?.undoForms.first
    _ = try await world.press(undo)
    let renaming = try await world.form("/lists/\(list)", at: "/lists/\(list)?rename")
    _ = try await world.press(renaming, typing: ["name": "Cook"])
    #expect(try await told(in: list, world) == ["Name: “\u{2068}Kitchen\u{2069}” → “\u{2068}Cook\u{2069}”"])
  }

  /// What the newest change of a list did to each field.
  private func told(in list: ListID, _ world: World) async throws -> [String] {
    let row = try await world.page("/lists/\(list)/history").region("history")?.all("li").first
    return row?.all { $0["class"] == "hint" }.map(\.text).dropLast() ?? []
  }

  @Test func `changes of several tasks tell the value that all got`() async throws {
    for due in ["2026-11-27", ""] { try await world.add(TaskInput(title: "t", due: due), to: list) }
    func change(_ field: String, _ value: String) async throws -> [String] {
      let fields = [(name: "all", value: "open"), (name: field, value: value)]
      #expect(try await world.post("/lists/\(list)/tasks/change", fields: fields).status == .seeOther)
      return try await told(in: list, world)
    }
    #expect(try await change("quick", "2026-12-01") == ["Due: 1 Dec"])
    #expect(try await change("quick", "2026-12-02") == ["Due: 1 Dec → 2 Dec"])
    #expect(try await change("priority", "low") == ["Priority: none → low"])
  }

  @Test func `changes stand under their days, and lead to their task while it is there`() async throws {
    let tasks = try await world.add("a", "b", to: list)
    world.time.advance(by: .seconds(86_400))
    try await mine.complete(tasks[0])
    try await mine.deleteTask(tasks[1])
    world.time.advance(by: .seconds(86_400))
    try await mine.reopen(tasks[0])
    let history = try #require(try await world.page("/lists/\(list)/history").region("history"))
    #expect(history.all("h2").map(\.text) == ["Today", "Yesterday", "20 Nov"])
    #expect(history.all("ol").map { $0.all("li").count } == [1, 2, 2])
    let links = history.all("li").map { $0.first("a")?["href"] }
    #expect(links == ["/tasks/\(tasks[0])", nil, "/tasks/\(tasks[0])", nil, nil])
  }

  @Test func `a task leads to what the history tells of it alone, and back`() async throws {
    let (milk, soap) = (try await world.add("milk", to: list)[0], try await world.add("soap", to: list)[0])
    _ = try await world.post("/tasks/\(milk)/complete")
    try await mine.deleteTask(soap)
    let form = try await world.page("/tasks/\(milk)").region("task")
    let address = try #require(form?.all("a").last?["href"])
    #expect(address == "/lists/\(list)/history?task=\(milk)")
    let page = try await world.page(address)
    #expect(page.region("history")?.all("li").count == 2)
    #expect(page.region("history")?.text.contains("soap") == false)
    #expect(page.first { $0["class"] == "back" }?.first("a")?["href"] == "/tasks/\(milk)")
    #expect(try await world.page("/lists/\(list)/history?task=999").state("history") == "empty/nothing-yet")
    // What happened before it was moved is told as well.
    let other = try await world.makeList("Pantry")
    try await mine.transferTask(milk, to: other, submission: .fresh())
    let moved = try await world.page("/lists/\(other)/history?task=\(milk)").region("history")
    #expect(moved?.all("li").count == 3 && moved?.text.contains("soap") == false)
  }

  @Test func `a change that has been superseded cannot be undone, and the page offers a way on`() async throws {
    let task = try await world.add("milk", to: list)[0]
    let edit = try await world.form(at: "/tasks/\(task)")
    _ = try await world.press(edit, typing: ["title": "two milks"])
    // A history that was opened before the task was changed again still has the button.
    let stale = try await world.page("/lists/\(list)/history").region("history")?.all("li")[0].undoForms.first
    let again = try await world.form(at: "/tasks/\(task)")
    _ = try await world.press(again, typing: ["title": "three milks"])
    let history = try await world.page("/lists/\(list)/history").region("history")
    #expect(history?.all("li").map { $0.undoForms.isEmpty } == [false, true, false, false])
    let answer = try await world.press(stale)
    #expect(answer.status == .conflict)
    #expect(try answer.page.state("page") == "failed/changed-since")
    for way in ["/tasks/\(task)", "/lists/\(list)", "/lists"] {
      #expect(try answer.page.region("page")?.first { $0["href"] == way } != nil)
    }
  }
}
