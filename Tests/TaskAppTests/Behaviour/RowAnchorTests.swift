import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Presses by a pointer, which tell where the row is in the window.
struct RowAnchorTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    list = try await world.makeList()
    tasks = try await world.add("a", "b", "c", to: list)
  }

  /// The height of the element that the address of an answer points to, on its page.
  private func height(_ answer: Answer) async throws -> String? {
    let id = answer.location?.split(separator: "#").last.map(String.init)
    return try await world.follow(answer).page.first { $0["id"] == id && $0.name == "svg" }?["height"]
  }

  @Test func `the row that was pressed stays where it was in the window`() async throws {
    let answer = try await world.post("/tasks/\(tasks[1])/complete", ["at.x": "31", "at.y": "407"])
    #expect(answer.location?.hasPrefix("/lists/\(list)?did=") == true)
    #expect(answer.location?.hasSuffix("&at=\(tasks[1])-407#at-\(tasks[1])") == true)
    let page = try await world.follow(answer).page
    let anchors = page.all("svg").filter { $0["class"] == "anchor" }
    #expect(anchors.map { $0["height"] } == ["407"])
    #expect(page.row("b")?.first { $0["class"] == "anchor" }?["id"] == "at-\(tasks[1])")
  }

  @Test(arguments: [["at.x": "0", "at.y": "0"], ["at.y": "-5"], ["at.y": "x"], ["at.y": "99999999"], [:]])
  func `a key press, and a distance that no window has, scroll to the row`(sent: [String: String]) async throws {
    let answer = try await world.post(
      "/tasks/\(tasks[1])/complete", fields: sent.map { (name: $0.key, value: $0.value) })
    #expect(answer.location?.hasSuffix("#task-\(tasks[1])") == true && answer.location?.contains("at=") == false)
  }

  @Test(arguments: ["complete", "due", "delete", "fold"])
  func `every action of a row keeps it there, and so does its undo`(action: String) async throws {
    let fields: [String: String] =
      switch action {
      case "due": ["due=2026-11-27.x": "3", "due=2026-11-27.y": "300"]
      case "fold": ["folded=on.x": "3", "folded=on.y": "300"]
      case _: ["at.x": "3", "at.y": "300"]
      }
    let answer = try await world.post(
      "/tasks/\(tasks[2])/\(action)", fields: fields.map { (name: $0.key, value: $0.value) })
    #expect(try await height(answer) == "300")
    guard action != "fold" else { return }
    let undo = try #require(try await world.follow(answer).page.row("c")?.undoForms.first)
    #expect(try await height(world.post(undo.action, ["at.y": "212"])) == "212")
  }

  @Test func `the day is in the name of the image button`() async throws {
    let day = Day(of: world.time.now, in: .gmt).adding(days: 1)
    let page = try await world.submit("/tasks/\(tasks[0])/due", ["due=\(day.iso).y": "90"])
    #expect(page.row("a")?.text.contains("tomorrow") == true)
    let undated = try await world.submit("/tasks/\(tasks[0])/due", ["due=.y": "90"])
    #expect(undated.row("a")?.text.contains("tomorrow") == false)
    #expect(try await world.post("/tasks/\(tasks[0])/due", ["due=soon.y": "90"]).status == .badRequest)
    #expect(try await world.post("/tasks/\(tasks[0])/due", ["at.y": "90"]).status == .badRequest)
  }

  @Test func `a row of Today, and a step on the page of its task, stay there as well`() async throws {
    let today = Day(of: world.time.now, in: .gmt)
    _ = try await world.post("/tasks/\(tasks[0])/due", ["due": today.iso])
    let onToday = try await world.post("/tasks/\(tasks[0])/complete", ["from": "/today", "at.y": "150"])
    #expect(onToday.location?.hasPrefix("/today?did=") == true)
    #expect(try await height(onToday) == "150")
    _ = try await world.post("/tasks/\(tasks[1])/steps", ["step": "step"])
    let page = try await world.page("/tasks/\(tasks[1])")
    let action = try #require(
      page.forms.flatMap(\.buttons).compactMap(\.action).first {
        $0.hasSuffix("/complete") && $0 != "/tasks/\(tasks[1])/complete"
      })
    let step = try await world.post(action, ["from": "/tasks/\(tasks[1])", "at.y": "160"])
    #expect(step.location?.hasPrefix("/tasks/\(tasks[1])?did=") == true)
    #expect(try await height(step) == "160")
  }

  @Test func `a row stays there while its task is moved to another list`() async throws {
    let other = try await world.makeList("Garden")
    let menu = try await world.page("/lists/\(list)?at=\(tasks[1])-333&menu=\(tasks[1])")
    let form = try #require(menu.form(to: "/tasks/\(tasks[1])"))
    let answer = try await world.press(form, form.buttons.first { $0.words == "Save" }, typing: ["list": "\(other)"])
    #expect(answer.location?.hasPrefix("/lists/\(list)?did=") == true)
    #expect(try await height(answer) == "333")
  }

  @Test func `in a long list, the address names the page that has the row`() async throws {
    let many = try await world.makeList("Long")
    let lines = (1...130).map { "task \($0)" }.joined(separator: "\n")
    _ = try await world.post("/lists/\(many)/tasks", ["titles": lines])
    let rows = try await world.mine.openPage(2, of: 100, in: many).rows
    let answer = try await world.post("/tasks/\(#require(rows.last).id)/complete", ["at.y": "500"])
    #expect(answer.location?.contains("page=2") == true)
    #expect(try await height(answer) == "500")
  }

  @Test func `a cached page of the list has no anchor, and a page with one is not taken from the cache`() async throws {
    let answer = try await world.post("/tasks/\(tasks[1])/fold", ["folded=on.y": "300"])
    #expect(try await height(answer) == "300")
    #expect(try await world.page("/lists/\(list)").all("svg").allSatisfy { $0["class"] != "anchor" })
    #expect(try await height(answer) == "300")
  }

  @Test func `two presses at different places are one submission`() async throws {
    let other = try await world.makeList("Garden")
    let fields = ["list": "\(other)", "version": "9"]
    func move(_ top: String) async throws -> Answer {
      try await world.post(
        "/tasks/\(tasks[1])/move",
        fields: (Array(fields) + [("at.y", top)]).map { (name: $0.0, value: $0.1) }.sorted { $0.name < $1.name })
    }
    let (first, second) = (try await move("100"), try await move("101"))
    #expect(first.location?.contains("did=") == true)
    #expect(first.location?.firstMatch(of: /did=\d+/)?.output == second.location?.firstMatch(of: /did=\d+/)?.output)
  }

  @Test func `every action of a row is one image button with a name of its own`() async throws {
    _ = try await world.post("/tasks/\(tasks[1])/steps", ["step": "step"])
    let done = try await world.post("/tasks/\(tasks[2])/complete")
    let page = try await world.follow(done).page
    let rows = page.all { $0["class"]?.hasPrefix("task-row") == true }
    #expect(rows.count >= 3)
    for row in rows {
      #expect(row.all("form").isEmpty && row.all("button").allSatisfy { $0["popovertarget"] != nil })
      let names = row.all("input").map { $0["alt"] ?? "" }
      #expect(!names.isEmpty && !names.contains("") && Set(names).count == names.count, "\(names)")
      #expect(row.all("input").allSatisfy { $0["type"] == "image" && $0["form"] == "row" && $0["formaction"] != nil })
      #expect(row.everything.count <= 22, "\(row.everything.count) elements")
    }
  }
}
