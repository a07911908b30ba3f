import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The last step of following a list: its name.
final class NameStepTests: WorldTests {
  @Test func `the limit of lists is reported, and the text is kept`() async throws {
    for number in 0..<Limits.listsPerAccount { _ = try await world.makeList("List \(number)") }
    let source = try await world.draft(World.choir, .choir)
    let answer = try await world.post("/remote/\(source)/name", ["name": "Singing"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "name")?.contains("You already have \(Limits.listsPerAccount) lists") == true)
    #expect(try answer.page.value(of: "name") == "Singing")
  }
}

/// The second step of following a list: its preview.
final class PreviewStepTests: WorldTests {
  private func draft(_ world: World, _ outcome: FetchOutcome) async throws -> String {
    world.elsewhere.answer(World.choir, outcome)
    return try #require(try await world.post("/remote", ["url": World.choir]).location)
  }

  @Test func `the preview shows ten tasks and counts the rest and the unreadable ones`() async throws {
    let many = ReadList(
      format: .markdown, title: nil, tasks: (1...14).map { RemoteTask(key: "\($0)", title: "Task \($0)") }, skipped: 3)
    let region = try #require(try await world.page(draft(world, .came(many))).region("preview"))
    #expect(region.all("li").count == 10)
    #expect(region.text.contains("4 more") && region.text.contains("3 items couldn’t be read"))
  }

  @Test func `the oldest of too many drafts is dropped`() async throws {
    for number in 0...Limits.sourceDrafts { try await world.draft("https://choir.example/\(number)") }
    let gone = try await world.get("/remote/1")
    #expect(gone.status == .notFound)
    #expect(try gone.page.all("a").contains { $0["href"] == "/remote/new" })
    #expect(try await world.get("/remote/2/name").status == .ok)
  }
}
