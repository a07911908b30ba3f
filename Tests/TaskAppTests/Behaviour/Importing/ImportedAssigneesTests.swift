import Foundation
import StatePagesTesting
import TaskFormats
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Who is to do a task, in a file that an account imports.
struct ImportedAssigneesTests {
  private static let file = """
    {"format": "fourfold", "version": 1, "lists": [{"name": "House", "tasks": [
      {"title": "Paint", "uid": "1", "assignee": "Ann"}, {"title": "Mow", "uid": "2", "assignee": "Ben"},
      {"title": "Sow", "uid": "3", "assignee": "Ben <b>Smith</b>"}, {"title": "Rake", "uid": "4"}
    ]}]}
    """

  @Test func `an import keeps what is for the account, and tells whose names it leaves out`() async throws {
    let world = try await World()
    let preview = try await world.preview(Self.file, named: "house.json")
    #expect(preview.body.contains("2 people"))
    let result = try await world.importing(preview)
    #expect(result.body.contains("2 people") && result.body.contains("Ben"))
    let list = try #require(try await world.mine.lists().first { $0.name == "House" }).id
    // With a second member, it is seen who is to do what.
    let ben = try await world.another("Ben")
    try await world.mine.invite(Username(validating: "Ben"), as: .editor, to: list)
    try await ben.mine.accept(#require(ben.mine.offers().first).id)
    #expect(try await world.mine.openTasks(in: list).map { $0.assigned?.name } == ["Ann", nil, nil, nil])
  }

  @Test func `a list that is exported and imported again keeps what is for its account`() async throws {
    let world = try await World()
    let list = try await world.makeList("House")
    let ben = try await world.another("Ben")
    try await world.mine.invite(Username(validating: "Ben"), as: .editor, to: list)
    try await ben.mine.accept(#require(ben.mine.offers().first).id)
    for title in ["Mow +ben", "Paint +ann"] {
      _ = try await world.post("/lists/\(list)/tasks", ["title": title, "version": "1"])
    }
    #expect(try await world.mine.openTasks(in: list).map { $0.assigned?.name } == ["Ann", "Ben"])
    let file = try await ben.get("/lists/\(list)/export?format=json").body
    let carla = try await world.another("Carla")
    let other = try await carla.importing(carla.preview(file))
    #expect(other.body.contains("2 people"))
    let read = try PortableFile(reading: Array(file.utf8), in: .gmt, inflate: { _, _ in nil })
    #expect(read.lists[0].tasks.map(\.draft.assignee) == [.named("Ann"), .named("Ben")])
  }
}
