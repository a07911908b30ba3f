import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Steps over HTTP.
struct SubtasksTests {
  private let world: World
  private let list: ListID
  private let kitchen: TaskID
  private let tiles: TaskID

  init() async throws {
    world = try await World()
    list = try await world.makeList("House")
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)?several")
    let lines = "Kitchen\n\tMeasure\n\tOrder tomorrow !high\n\t\tTiles\n\t\tGlue\n  Lay\nPaint"
    _ = try await world.follow(world.press(form, typing: ["titles": lines]))
    let rows = try await world.mine.openPage(1, of: 100, in: list).rows
    kitchen = try #require(rows.first { $0.title == "Kitchen" }).id
    tiles = try #require(rows.first { $0.title == "Tiles" }).id
  }

  /// The rows of a page as lines, indented by their level; `x` marks completed ones.
  private func outline(_ page: HTMLElement) throws -> [String] {
    try page.all { $0["class"]?.split(separator: " ").contains("task-row") == true }.map { row in
      let level = row["aria-level"].flatMap { Int($0) } ?? 1
      let classes = row["class"]?.split(separator: " ") ?? []
      let title = try #require(row.all { $0["class"] == "title" }.first).text
      return String(repeating: "  ", count: level - 1) + (classes.contains("done") ? "x " : "") + title
    }
  }

  private func press(_ action: String, at page: String, _ typed: [String: String] = [:]) async throws -> HTMLElement {
    let page = try await world.page(page)
    // On the page of a task, the buttons of rows send its form.
    let edit = page.forms.first { $0.button(to: action) != nil }
    let form = try #require(edit ?? page.form(to: action))
    return try await world.submit(form, form.button(to: action), typing: typed)
  }

  private static let whole = ["Kitchen", "  Measure", "  Order", "    Tiles", "    Glue", "  Lay", "Paint"]

  @Test func `indented lines are steps of the lines above them, with dates and priorities of their own`() async throws {
    let page = try await world.page("/lists/\(list)")
    #expect(try outline(page) == Self.whole)
    #expect(page.text.contains("0 of 3 done"))
    let order = try #require(page.all { $0["id"] == "task-\(Int(tiles.value) - 1)" }.first)
    #expect(order.text.contains("high") && order.text.contains("tomorrow"))
  }

  @Test func `a step is completed, reopened and deleted where it is, each with its undo`() async throws {
    let home = "/lists/\(list)"
    var page = try await press("/tasks/\(tiles)/complete", at: home)
    #expect(try outline(page)[3] == "    x Tiles")
    #expect(page.text.contains("1 of 2 done"))
    page = try await press("/tasks/\(tiles)/reopen", at: home)
    #expect(try outline(page) == Self.whole)
    page = try await press("/tasks/\(tiles)/delete", at: home)
    #expect(try outline(page) == Self.whole, "its row holds the place")
    #expect(page.text.contains("Deleted"))
    let undo = try #require(page.undoForms.first?.action)
    #expect(try await outline(world.submit(undo, [:])) == Self.whole)
    #expect(try await outline(world.page(home)) == Self.whole)
  }

  @Test func `a completed task is shown with its steps until the page is left, and counts them`() async throws {
    let home = "/lists/\(list)"
    let page = try await press("/tasks/\(kitchen)/complete", at: home)
    #expect(
      try outline(page) == ["x Kitchen", "  x Measure", "  x Order", "    x Tiles", "    x Glue", "  x Lay", "Paint"])
    #expect(page.all { $0.name == "title" }.first?.text.contains("Completed “⁨Kitchen⁩” and 5 steps") == true)
    let later = try await world.page("\(home)?done=1")
    #expect(try outline(later) == ["Paint", "x Kitchen"])
    #expect(later.text.contains("3 of 3 steps done"))
  }

  @Test func `folding hides the steps on every page until they are unfolded`() async throws {
    let home = "/lists/\(list)"
    let before = try await world.get(home)
    #expect(try await outline(press("/tasks/\(kitchen)/fold", at: home)) == ["Kitchen", "Paint"])
    let folded = try await world.get(home)
    #expect(folded.headers[.eTag] != before.headers[.eTag])
    let button = try #require(try folded.page.all { $0["name"]?.hasPrefix("folded=") == true }.first)
    #expect(button["aria-expanded"] == "false" && button["name"] == "folded=off")
    #expect(try await outline(world.page("\(home)?arrange")) == Self.whole, "arranging shows all")
    #expect(try await outline(press("/tasks/\(kitchen)/fold", at: home)) == Self.whole)
    #expect(try await world.post("/tasks/\(kitchen)/fold", ["folded": "maybe"]).status == .badRequest)
  }

  @Test func `the page of a task adds steps and shows what is done to them`() async throws {
    let home = "/tasks/\(kitchen)"
    var page = try await press("\(home)/steps", at: home, ["step": "Clean up friday #kitchen"])
    #expect(page.state("subtasks") == "content")
    #expect(try outline(page) == ["Measure", "Order", "  Tiles", "  Glue", "Lay", "Clean up"])
    page = try await press("/tasks/\(tiles)/complete", at: home)
    #expect(try outline(page)[2] == "  x Tiles", "still on the task's page")
    let undo = try #require(page.all { $0["formaction"]?.hasSuffix("/undo") == true }.first?["formaction"])
    let edit = try #require(page.form(to: home))
    page = try await world.submit(edit, edit.button(to: undo))
    #expect(try outline(page)[2] == "  Tiles")
    page = try await press("/tasks/\(tiles)/delete", at: home)
    #expect(try outline(page)[2] == "  Tiles", "its row holds the place")
    #expect(try await outline(world.page(home)) == ["Measure", "Order", "  Glue", "Lay", "Clean up"])
  }

  @Test func `rejected steps stay in their field with the reason`() async throws {
    let home = "/tasks/\(kitchen)"
    let blank = try await world.post("\(home)/steps", ["step": " ", "version": "1"])
    #expect(blank.status == .unprocessableContent)
    #expect(try blank.page.all { $0["id"] == "new-step" }.first?["aria-invalid"] == "true")
    let long = String(repeating: "x", count: 501)
    let several = try await world.post("\(home)/steps", ["steps": "Fine\n  \(long)", "version": "1"])
    #expect(several.status == .unprocessableContent)
    let field = try #require(try several.page.all { $0["id"] == "new-steps" }.first)
    #expect(field["aria-invalid"] == "true" && field.text.contains("  \(long)"))
    #expect(try several.page.all { $0["id"] == "new-step" }.first?["aria-invalid"] == nil)
    let version = try await world.mine.list(list).revision
    let fields: KeyValuePairs = ["step": "Sweep", "version": "\(version)"]
    #expect(try await world.post("\(home)/steps", fields).status == .seeOther)
    let again = try await world.post("\(home)/steps", fields)
    #expect(again.status == .conflict, "sent twice")
  }

  @Test func `a task without steps says so, and one on the last level takes none`() async throws {
    let paint = try #require(try await world.mine.openPage(1, of: 9, in: list).rows.first { $0.title == "Paint" })
    #expect(try await world.page("/tasks/\(paint.id)").state("subtasks") == "empty/nothing-yet")
    var task = tiles
    for title in ["Fourth", "Fifth"] {
      let page = try await press("/tasks/\(task)/steps", at: "/tasks/\(task)", ["step": title])
      let row = try #require(page.first { $0["class"]?.hasPrefix("task-row") == true })
      task = TaskID(Int64(try #require(row["id"]).dropFirst("task-".count)) ?? 0)
    }
    let last = try await world.get("/tasks/\(task)")
    #expect(try last.page.element(id: "new-step") == nil)
    #expect(try last.page.first { $0["class"] == "parent" }?["aria-label"] == "Step of “\u{2068}Kitchen\u{2069}”")
    let refused = try await world.post("/tasks/\(task)/steps", ["step": "Sixth", "version": "1"])
    #expect(refused.status == .unprocessableContent)
    #expect(try refused.page.text.contains("nested up to 5 levels deep"))
  }

  @Test func `a picked task is put among the steps of another, or becomes its last step`() async throws {
    let rows = try await world.mine.openPage(1, of: 9, in: list, steps: .all).rows
    func id(_ title: String) throws -> TaskID { try #require(rows.first { $0.title == title }).id }
    func offers(_ title: String) async throws -> [String] {
      try await world.submit("/tasks/\(id(title))/pick").region("tasks")?.all("input").map { $0["alt"] ?? "" } ?? []
    }
    func move(_ title: String, _ place: String, _ other: String) async throws -> [String] {
      try await outline(world.submit("/tasks/\(id(title))/move", [place: "\(id(other))"]))
    }
    #expect(
      try await offers("Order") == [
        "Put here, before “Kitchen”", "Make it a step of “Kitchen”", "Put here, before “Measure”",
        "Make it a step of “Measure”", "Make it a step of “Lay”", "Put here, before “Paint”",
        "Make it a step of “Paint”", "Put here, at the end", "To the top", "To the end",
      ], "not among its own steps, nor where it is already")
    #expect(try await move("Paint", "into", "Kitchen").last == "  Paint")
    #expect(try await move("Paint", "into", "Lay").last == "    Paint")
    #expect(try await move("Paint", "before", "Lay").suffix(2) == ["  Paint", "  Lay"])
    #expect(try await outline(world.submit("/tasks/\(id("Paint"))/move", ["to": "bottom"])) == Self.whole)
  }

  @Test func `Today, the search and the trash name the task of a step`() async throws {
    #expect(try await world.page("/today").text.contains("step of Kitchen"))
    #expect(try await world.page("/search?q=tiles").row("Tiles")?.text.contains("step of Order") == true)
    _ = try await press("/tasks/\(tiles)/delete", at: "/lists/\(list)")
    #expect(try await world.page("/trash").text.contains("Step of Order, from House"))
  }

  @Test func `all open tasks of a list can be selected, with their steps`() async throws {
    let form = try await world.form("/lists/\(list)/tasks/change", at: "/lists/\(list)?select")
    let fields = form.fields(pressing: nil) + [(name: "all", value: "all"), (name: "change", value: "complete")]
    let page = try await world.follow(world.post(form.action, fields: fields)).page
    #expect(page.state("tasks") == "empty/all-done")
    #expect(page.text.contains("Completed 2 tasks"))
  }
}
