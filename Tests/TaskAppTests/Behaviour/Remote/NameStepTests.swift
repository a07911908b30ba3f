import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The last step of following a list: its name.
final class NameStepTests: WorldTests {
  private static let url = "https://choir.example/tasks.ics"

  @Test(arguments: [
    ("https://choir.example/tasks.ics", "Choir, autumn term", "Choir, autumn term"),
    ("https://choir.example/weekly%20plan.txt", nil, "weekly plan"), ("https://choir.example/a/", nil, "choir.example"),
  ])
  func `the suggested name is the source's, its file's or its host's`(
    url: String, title: String?, suggested: String
  ) async throws {
    let source = try await world.draft(url, .of("one", title: title))
    let page = try await world.get("/remote/\(source)/name").page
    #expect(page.value(of: "name") == suggested)
    #expect(page.all { $0["aria-current"] == "step" }.map(\.text) == ["Name"])
  }

  @Test func `a name makes it a list, with a notice and an undo`() async throws {
    let source = try await world.draft(Self.url, .choir)
    let page = try await world.get("/remote/\(source)/name").page
    let answer = try await world.press(page.form(to: "/remote/\(source)/name"), typing: ["name": "Singing"])
    let landing = try await world.follow(answer).page
    #expect(landing.first("h1")?.text == "Singing")
    #expect(landing.notice?.text.contains("Followed the list “\u{2068}Singing\u{2069}”") == true)
    #expect(landing.state("tasks") == "content")
    #expect(try await world.get("/lists").page.state("list-1") == "content")
    _ = try await world.follow(world.press(landing.notice?.undoForms.first))
    #expect(try await world.mine.lists().isEmpty)
    #expect(world.elsewhere.asked.isEmpty, "the preview's copy is the list's")
  }

  @Test(arguments: [("", "Enter a name"), (String(repeating: "x", count: 201), "200")])
  func `an invalid name is reported at the field, which keeps it`(name: String, words: String) async throws {
    let source = try await world.draft(Self.url, .choir)
    let answer = try await world.post("/remote/\(source)/name", ["name": name])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "name")?.contains(words) == true)
    #expect(try answer.page.value(of: "name") == name)
    #expect(try await world.mine.lists().isEmpty)
  }

  @Test func `a repeated form does not follow again, and leads to the same list`() async throws {
    let source = try await world.draft(Self.url, .choir)
    let first = try await world.post("/remote/\(source)/name", ["name": "Choir"])
    let second = try await world.post("/remote/\(source)/name", ["name": "Choir"])
    #expect(second.status == .seeOther && second.location == first.location)
    #expect(try await world.mine.lists().count == 1)
  }

  @Test func `an address with a name is followed at once`() async throws {
    world.elsewhere.answer(Self.url, .came(.choir))
    let answer = try await world.post("/remote", ["url": Self.url, "name": "Choir"])
    #expect(answer.location?.hasPrefix("/lists/1?did=") == true)
    #expect(world.elsewhere.asked.isEmpty)
    #expect(try await world.follow(answer).page.state("tasks") == "content")
    let nameless = try await world.post("/remote", ["url": "https://club.example/", "name": " "])
    #expect(nameless.status == .unprocessableContent)
    #expect(try nameless.page.error(of: "name") != nil)
  }

  @Test func `the limit of lists is reported, and the text is kept`() async throws {
    for number in 0..<Limits.listsPerAccount { _ = try await world.makeList("List \(number)") }
    let source = try await world.draft(Self.url, .choir)
    let answer = try await world.post("/remote/\(source)/name", ["name": "Singing"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "name")?.contains("You already have \(Limits.listsPerAccount) lists") == true)
    #expect(try answer.page.value(of: "name") == "Singing")
  }

  @Test func `an address whose list was restored meanwhile is already followed`() async throws {
    let (list, _) = try await world.follow(Self.url, as: "Choir", .choir)
    try await world.mine.deleteList(list)
    let draft = try await world.draft(Self.url, .choir)
    try await world.mine.restoreList(list)
    let answer = try await world.post("/remote/\(draft)/name", ["name": "Singing"])
    #expect(answer.status == .conflict)
    #expect(try answer.page.error(of: "name")?.contains("already follow a list at this address") == true)
    #expect(try answer.page.value(of: "name") == "Singing")
  }

  @Test func `an address that was followed meanwhile in another window is reported, and followed once`() async throws {
    let source = try await world.draft(Self.url, .choir)
    let other = try await world.draft("https://choir.example/other", .choir)
    _ = try await world.post("/remote/\(source)/name", ["name": "Choir"])
    let changed = try await world.post("/remote/\(other)/address", ["url": Self.url])
    #expect(changed.status == .conflict)
    #expect(try changed.page.error(of: "url")?.contains("already follow a list at this address") == true)
    #expect(try changed.page.value(of: "url") == Self.url)
  }
}
