import HTTPTypes
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Tags that tasks of followed lists have.
final class TagsOfFollowedTasksTests: ListTests {
  @Test func `a tag that only followed tasks have offers no new name, and says why`() async throws {
    try await world.follow(World.choir, as: "Choir", .choir)
    let tag = try #require(try await mine.known(Tag(stored: "stage"))).id
    let page = try await world.get("/search?tag=stage")
    #expect(page.status == .ok && !page.words.contains("Rename or merge"))
    let form = try await world.get("/tags/\(tag)")
    #expect(form.words.contains("Tasks of a followed list can only be read here."))
    #expect(try form.page.form(to: "/tags/\(tag)") == nil)
    for path in ["/tags/\(tag)", "/tags/\(tag)/remove"] {
      let answer = try await world.post(path, ["name": "scene"])
      #expect(answer.status == .conflict, "\(path)")
      #expect(answer.words.contains("Tasks of a followed list can only be read here."), "\(path)")
    }
    #expect(try await mine.known(Tag(stored: "scene")) == nil)
  }

  @Test func `a tag of own and followed tasks is renamed in the own ones, and the form says so`() async throws {
    try await world.follow(World.choir, as: "Choir", .choir)
    let own = TaskDraft(title: "Dust it", notes: "", due: nil, tags: TagSet(stored: "stage"), priority: .none)
    try await mine.addTasks([own], to: list, submission: .fresh())
    let tag = try #require(try await mine.known(Tag(stored: "stage"))).id
    #expect(try await world.get("/tags/\(tag)").words.contains("Tasks of followed lists keep their tags"))
    #expect(try await world.post("/tags/\(tag)", ["name": "scene"]).status == .seeOther)
    #expect(try await world.get("/search?tag=scene").words.contains("Dust it"))
    #expect(try await world.get("/search?tag=stage").words.contains("First verse"))
  }
}
