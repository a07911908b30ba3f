import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// A list that is taken along as a file, and what the file sends back.
final class TakeAlongTests: WorldTests {
  private func list(_ titles: String...) async throws -> ListID {
    let list = try await world.makeList("Shop")
    for title in titles.reversed() { try await world.add(TaskInput(title: title), to: list) }
    return list
  }

  /// The address to which the file of a list sends its boxes, with some of them ticked.
  private func sentBack(_ list: ListID, _ ticked: String..., from world: World? = nil) async throws -> String {
    let world = world ?? self.world
    let file = try await world.get("/lists/\(list)/take-along").page
    let form = try #require(file.forms.first { $0.method == "get" })
    #expect(form.action == "http://localhost/lists/\(list)")
    let ids = try ticked.map { title in
      let label = try #require(file.all("label").first { $0.text.contains(title) })
      return ("t", try #require(label.all("input").first?["value"]))
    }
    let signed = try #require(form.controls.first { $0.name == "file" }?.value)
    return "/lists/\(list)?\(Form.encoded([("file", signed)] + ids))"
  }

  private func open(_ list: ListID) async throws -> [String] { try await mine.openTasks(in: list).map(\.title) }

  @Test func `the file has all that is open, and needs nothing else`() async throws {
    let list = try await list("Milk", "Eggs <3", "Bread")
    _ = try await world.post("/lists/\(list)/sections", ["name": "Fridge", "version": "9"])
    let answer = try await world.get("/lists/\(list)/take-along")
    #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment; filename=") == true)
    #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
    #expect(try answer.page.all("label").map(\.text) == ["Milk", "Eggs <3", "Bread"])
    #expect(!answer.body.contains("<script") && !answer.body.contains("<link") && !answer.body.contains("src="))
    #expect(answer.body.contains(":root { color-scheme"))
  }

  @Test func `what was ticked is shown first, and ticked by a form of the page`() async throws {
    let list = try await list("a", "b", "c")
    let address = try await sentBack(list, "a", "c")
    let page = try await world.get(address).page
    #expect(try await open(list) == ["a", "b", "c"], "a GET ticks nothing")
    let form = try #require(page.ticking(list))
    #expect(form.buttons.map(\.words) == ["Tick 2 tasks"])
    let done = try await world.press(form, form.buttons.first)
    #expect(try await open(list) == ["b"])
    #expect(try await world.follow(done).page.notice?.text.contains("Completed 2 tasks") == true)
    // Sent once more, from the same file.
    let again = try await world.get(address).page
    #expect(again.text.contains("All of it is done or gone already."))
    #expect(again.ticking(list) == nil)
  }

  @Test func `what was changed meanwhile is told, and only what is left is ticked`() async throws {
    let list = try await list("a", "b", "c")
    let tasks = try await mine.openTasks(in: list)
    let address = try await sentBack(list, "a", "b")
    try await mine.complete(tasks[0].id, on: .first)
    let page = try await world.get(address).page
    #expect(page.text.contains("Completed “\u{2068}a\u{2069}”"))
    #expect(page.text.contains("1 other was done or removed meanwhile."))
    let form = try #require(page.ticking(list))
    _ = try await world.press(form, form.buttons.first)
    #expect(try await open(list) == ["c"])
  }

  @Test func `a forged file ticks nothing, and says nothing of the tasks`() async throws {
    let list = try await list("a", "b")
    let other = try await world.makeList("Other")
    let address = try await sentBack(list, "a")
    let id = try await mine.openTasks(in: list)[0].id
    let parts = address.split(separator: "?")[1].split(separator: "&")[0].dropFirst("file=".count).split(separator: "-")
    let code = parts.dropFirst(3).joined(separator: "-")
    let forged = [
      "x", "1-2-3-", "-1--1--1-\(code)", "\(parts[0])-\(parts[1])-\(Int64(parts[2]) ?? 0 + 1)9-\(code)",
      "\(parts[0])-9\(parts[1])-\(parts[2])-\(code)", "9\(parts[0])-\(parts[1])-\(parts[2])-\(code)",
      "\(parts[0])-\(parts[1])-\(parts[2])-\(code)A", String(repeating: "1-", count: 5_000),
    ]
    let addresses =
      forged.map { "/lists/\(list)?file=\($0)&t=\(id)" } + [address.replacing("/\(list)?", with: "/\(other)?")]
    for address in addresses {
      let answer = try await world.get(address)
      #expect(answer.status == .ok, "\(address)")
      #expect(try answer.page.text.contains("wasn’t made by this server"), "\(address)")
      #expect(try answer.page.ticking(list) == nil, "\(address)")
    }
  }

  @Test func `an old file is told by its titles, and ticks nothing by itself`() async throws {
    let time = HeldTime()
    let world = try await World(at: time)
    let list = try await world.makeList("Shop")
    try await world.add(TaskInput(title: "a"), to: list)
    let address = try await sentBack(list, "a", from: world)
    time.advance(by: .seconds(7 * 86_400))
    #expect(try await world.get(address).page.ticking(list) != nil)
    time.advance(by: .seconds(1))
    let page = try await world.get(address).page
    #expect(page.text.contains("It is older than 7 days, so tick these in the list:"))
    #expect(page.ticking(list) == nil)
  }

  @Test func `a file of another account, and one of a deleted list, say so`() async throws {
    let list = try await list("a")
    let address = try await sentBack(list, "a")
    let stranger = try await world.another("stranger")
    let refused = try await stranger.get(address)
    #expect(refused.status == .forbidden)
    #expect(try refused.page.text.contains("This file belongs to another account"))
    // Signed out, the boxes wait in the address that is gone on to.
    let gate = try await world.showing(nil).get(address)
    #expect(gate.status == .unauthorized && gate.body.contains("t=1"))
    try await mine.deleteList(list)
    let gone = try await world.get(address)
    #expect(gone.status == .gone)
    let restoring = try #require(try gone.page.form(to: "/lists/\(list)/restore"))
    _ = try await world.press(restoring)
    #expect(try await world.get(address).page.ticking(list) != nil)
  }

  @Test func `a list without tasks has a file that says so, and filters have none`() async throws {
    let list = try await list()
    #expect(try await world.get("/lists/\(list)/take-along").page.text.contains("Nothing was left to do."))
    let filter = try await mine.saveFilter("due=late", as: ListName(validating: "Late"), submission: .fresh()).list
    #expect(try await world.get("/lists/\(filter)/take-along").status == .notFound)
  }

  @Test func `an address of very many boxes is answered`() async throws {
    let list = try await list("a")
    let address = try await sentBack(list, "a") + String(repeating: "&t=9", count: 5_000)
    let answer = try await world.get(address)
    #expect(answer.status == .ok)
    #expect(try answer.page.ticking(list) != nil)
  }
}

extension HTMLElement {
  /// The form that ticks what a file has sent back.
  fileprivate func ticking(_ list: ListID) -> Form? {
    forms.first { form in
      form.action == "/lists/\(list)/tasks" && form.controls.contains { $0.name.hasPrefix("task-") }
    }
  }
}
