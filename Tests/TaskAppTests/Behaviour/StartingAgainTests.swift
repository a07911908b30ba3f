import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A list that starts again, and a copy of a list. It is Friday, 20 November 2026.
struct StartingAgainTests {
  private let world: World
  private let list: ListID

  init() async throws {
    world = try await World()
    list = try await world.makeList("Packing")
    for (title, due) in [("Tent", "2026-06-10"), ("Stove", "2026-06-12")] {
      try await world.add(TaskInput(title: title, due: due), to: list)
    }
  }

  private func completeAll() async throws {
    let tasks = try await world.mine.openPage(1, of: 9, in: list).rows.map(\.id)
    for task in tasks { _ = try await world.mine.complete(task, on: .first) }
  }

  @Test func `its menu asks for a date, its completed tasks open again, and one undo takes it back`() async throws {
    #expect(try await world.get("/lists/\(list)").page.first { $0["href"] == "/lists/\(list)?again" } == nil)
    try await completeAll()
    #expect(try await world.get("/lists/\(list)").page.first { $0["href"] == "/lists/\(list)?again" } != nil)
    let form = try await world.get("/lists/\(list)?again").page.form(to: "/lists/\(list)/again")
    let wrong = try await world.press(form, typing: ["due": "soon"])
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.error(of: "due")?.isEmpty == false && wrong.page.value(of: "due") == "soon")
    let page = try await world.follow(world.press(form, typing: ["due": "2027-01-01"])).page
    #expect(page.text.contains("Reopened 2 tasks"))
    #expect(
      try await world.mine.openPage(1, of: 9, in: list).rows.compactMap(\.due?.iso).sorted() == [
        "2027-01-01", "2027-01-03",
      ])
    _ = try await world.press(page.notice?.undoForms.first)
    #expect(try await world.mine.list(list).open == 0)
  }

  @Test func `a copy opens with its name to change, once for a form that is sent twice`() async throws {
    let form = try await world.get("/lists/\(list)").page.form(to: "/lists/\(list)/duplicate")
    let answer = try await world.press(form)
    #expect(try await world.press(form).location == answer.location)
    let page = try await world.follow(answer).page
    #expect(page.value(of: "name") == "Packing" && page.titles().sorted() == ["Stove", "Tent"])
    #expect(try await world.mine.lists().count == 2)
    _ = try await world.press(page.notice?.undoForms.first)
    #expect(try await world.mine.lists().count == 1)
  }
}
