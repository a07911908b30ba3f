import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// The page of a list that two accounts share.
@Suite(.timeLimit(.minutes(20))) struct SharedListPageTests {
  private let world, ben: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    ben = try await world.another("Ben")
    list = try await world.makeList("Shopping")
    tasks = try await world.add("Oats", "Milk", "Salt", to: list)
    try await world.mine.invite(Username(validating: "Ben"), as: .editor, to: list)
    try await ben.mine.accept(#require(ben.mine.offers().first).id)
  }

  private func give(_ tasks: [TaskID]?, to value: String, by world: World? = nil) async throws -> Answer {
    let chosen = tasks.map { $0.map { (name: "task-\($0)", value: "on") } } ?? [(name: "all", value: "all")]
    let fields = chosen + [(name: "version", value: "1"), (name: "assignee", value: value)]
    return try await (world ?? self.world).post("/lists/\(list)/tasks/change", fields: fields)
  }

  private func assignees() async throws -> [String?] {
    try await world.mine.openTasks(in: list).map { $0.assigned?.name }
  }

  @Test func `chosen tasks are given to a member, and back by one undo`() async throws {
    let form = try #require(try await world.page("/lists/\(list)?select").form(to: "/lists/\(list)/tasks/change"))
    let offered = form.buttons.filter { $0.name == "assignee" }.map { [$0.words, $0.value] }
    #expect(offered == [["Ann", "\(world.account)"], ["Ben", "\(ben.account)"], ["Nobody", ""]])
    let given = try await give([tasks[0], tasks[1]], to: "\(ben.account)")
    #expect(try await assignees() == ["Ben", "Ben", nil])
    #expect(try await world.follow(given).body.contains("Changed who 2 tasks are for"))
    let undo = try #require(given.location?.firstMatch(of: /did=(\d+)/)).output.1
    _ = try await world.post("/changes/\(undo)/undo")
    #expect(try await assignees() == [nil, nil, nil])
    _ = try await give(nil, to: "\(ben.account)", by: ben)
    #expect(try await assignees() == ["Ben", "Ben", "Ben"])
    _ = try await give(nil, to: "")
    #expect(try await assignees() == [nil, nil, nil])
  }

  @Test func `no stranger, unknown account or word is given tasks, and the choice stays`() async throws {
    let stranger = try await world.another("Carla").account
    for value in [stranger.description, "999", "x"] {
      let answer = try await give([tasks[0]], to: value)
      #expect([.conflict, .unprocessableContent].contains(answer.status), "\(value): \(answer.status)")
      let box = try answer.page.element(id: "select-\(tasks[0])")
      #expect(box?["checked"] != nil, "\(value)")
    }
    #expect(try await assignees() == [nil, nil, nil])
    // A list of one member has nobody to choose.
    let own = try await world.makeList("Own")
    try await world.add("Paint", to: own)
    #expect(!(try await world.get("/lists/\(own)?select").body.contains("select-assignee")))
  }

  @Test func `each reader folds subtasks and sections for themselves, also a viewer`() async throws {
    try await world.mine.addSubtasks([NestedDraft(draft("Rolled"))], to: tasks[0], submission: .fresh())
    let section = try await world.addSection("Dairy", to: list)
    _ = try await world.post("/lists/\(list)/tasks", ["title": "Cheese", "section": "\(section)", "version": "1"])
    try await world.mine.setRole(.viewer, of: ben.account, in: list)
    let page = try await ben.get("/lists/\(list)").body
    #expect(page.contains("/tasks/\(tasks[0])/fold?folded=on") && page.contains("/sections/\(section)/fold?folded=on"))
    #expect(try await ben.post("/tasks/\(tasks[0])/fold", ["folded": "on"]).status == .seeOther)
    #expect(try await ben.post("/sections/\(section)/fold", ["folded": "on"]).status == .seeOther)
    let folded = try await ben.get("/lists/\(list)").body
    #expect(!folded.contains("Rolled") && !folded.contains("Cheese"))
    let other = try await world.get("/lists/\(list)").body
    #expect(other.contains("Rolled") && other.contains("Cheese"))
  }

  private func draft(_ title: String) throws -> TaskDraft { try TaskDraft(validating: TaskInput(title: title)) }
}
