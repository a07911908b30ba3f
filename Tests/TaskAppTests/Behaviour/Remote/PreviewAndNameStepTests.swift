import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The last step of following a list: its name.
final class NameStepTests: WorldTests {
  @Test(arguments: [
    ("https://choir.example/tasks.ics", "Choir, autumn term", "Choir, autumn term"),
    ("https://choir.example/weekly%20plan.txt", nil, "weekly plan"), ("https://choir.example/a/", nil, "choir.example"),
  ])
  func `the suggested name is the source's, its file's or its host's`(
    url: String, title: String?, suggested: String
  ) async throws {
    let source = try await world.draft(url, .of("one", title: title))
    let page = try await world.page("/remote/\(source)/name")
    #expect(page.value(of: "name") == suggested)
    #expect(page.all { $0["aria-current"] == "step" }.map(\.text) == ["Name"])
  }

  @Test func `a name makes it a list, with a notice and an undo`() async throws {
    let source = try await world.draft(World.choir, .choir)
    let page = try await world.page("/remote/\(source)/name")
    let answer = try await world.press(page.form(to: "/remote/\(source)/name"), typing: ["name": "Singing"])
    let landing = try await world.follow(answer).page
    #expect(landing.first("h1")?.text == "Singing")
    #expect(landing.notice?.text.contains("Followed the list “\u{2068}Singing\u{2069}”") == true)
    #expect(landing.state("tasks") == "content")
    #expect(try await world.page("/lists").state("list-1") == "content")
    _ = try await world.follow(world.press(landing.notice?.undoForms.first))
    #expect(try await mine.lists().isEmpty)
    #expect(world.elsewhere.asked.isEmpty, "the preview's copy is the list's")
  }

  @Test(arguments: [("", "Enter a name"), (String(repeating: "x", count: 201), "200")])
  func `an invalid name is reported at the field, which keeps it`(name: String, words: String) async throws {
    let source = try await world.draft(World.choir, .choir)
    let answer = try await world.post("/remote/\(source)/name", ["name": name])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "name")?.contains(words) == true)
    #expect(try answer.page.value(of: "name") == name)
    #expect(try await mine.lists().isEmpty)
  }

  @Test func `a repeated form does not follow again, and leads to the same list`() async throws {
    let source = try await world.draft(World.choir, .choir)
    let first = try await world.post("/remote/\(source)/name", ["name": "Choir"])
    let second = try await world.post("/remote/\(source)/name", ["name": "Choir"])
    #expect(second.status == .seeOther && second.location == first.location)
    #expect(try await mine.lists().count == 1)
  }

  @Test func `an address with a name is followed at once`() async throws {
    world.elsewhere.answer(World.choir, .came(.choir))
    let answer = try await world.post("/remote", ["url": World.choir, "name": "Choir"])
    #expect(answer.location?.hasPrefix("/lists/1?did=") == true)
    #expect(world.elsewhere.asked.isEmpty)
    #expect(try await world.follow(answer).page.state("tasks") == "content")
    let nameless = try await world.post("/remote", ["url": "https://club.example/", "name": " "])
    #expect(nameless.status == .unprocessableContent)
    #expect(try nameless.page.error(of: "name") != nil)
  }

  @Test func `the limit of lists is reported, and the text is kept`() async throws {
    for number in 0..<Limits.listsPerAccount { _ = try await world.makeList("List \(number)") }
    let source = try await world.draft(World.choir, .choir)
    let answer = try await world.post("/remote/\(source)/name", ["name": "Singing"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "name")?.contains("You already have \(Limits.listsPerAccount) lists") == true)
    #expect(try answer.page.value(of: "name") == "Singing")
  }

  @Test func `an address whose list was restored meanwhile is already followed`() async throws {
    let (list, _) = try await world.follow(World.choir, as: "Choir", .choir)
    try await mine.deleteList(list)
    let draft = try await world.draft(World.choir, .choir)
    try await mine.restoreList(list)
    let answer = try await world.post("/remote/\(draft)/name", ["name": "Singing"])
    #expect(answer.status == .conflict)
    #expect(try answer.page.error(of: "name")?.contains("already follow a list at this address") == true)
    #expect(try answer.page.value(of: "name") == "Singing")
  }

  @Test func `an address that was followed meanwhile in another window is reported, and followed once`() async throws {
    let source = try await world.draft(World.choir, .choir)
    let other = try await world.draft("https://choir.example/other", .choir)
    _ = try await world.post("/remote/\(source)/name", ["name": "Choir"])
    let changed = try await world.post("/remote/\(other)/address", ["url": World.choir])
    #expect(changed.status == .conflict)
    #expect(try changed.page.error(of: "url")?.contains("already follow a list at this address") == true)
    #expect(try changed.page.value(of: "url") == World.choir)
  }
}

/// The second step of following a list: its preview.
final class PreviewStepTests: WorldTests {
  private func draft(_ world: World, _ outcome: FetchOutcome) async throws -> String {
    world.elsewhere.answer(World.choir, outcome)
    return try #require(try await world.post("/remote", ["url": World.choir]).location)
  }

  @Test func `the preview shows the source's title, its format, its first tasks and the next steps`() async throws {
    let page = try await world.page(draft(world, .came(.choir)))
    #expect(page.all { $0["aria-current"] == "step" }.map(\.text) == ["Preview"])
    let region = try #require(page.region("preview"))
    #expect(region.first("h2")?.text == "Choir, autumn term")
    #expect(region.text.contains("5 tasks · 3 open · iCalendar"))
    #expect(page.titles("preview").first == "Bring the folders")
    #expect(region.all("a").compactMap { $0["href"] } == ["/remote/1/name", "/remote/1/address"])
  }

  @Test func `the preview shows ten tasks and counts the rest and the unreadable ones`() async throws {
    let many = ReadList(
      format: .markdown, title: nil, tasks: (1...14).map { RemoteTask(key: "\($0)", title: "Task \($0)") }, skipped: 3)
    let region = try #require(try await world.page(draft(world, .came(many))).region("preview"))
    #expect(region.all("li").count == 10)
    #expect(region.text.contains("4 more") && region.text.contains("3 items couldn’t be read"))
  }

  @Test func `a source without tasks is empty, and can be followed all the same`() async throws {
    let page = try await world.get(draft(world, .came(.nothing))).page(.ok)
    #expect(page.state("preview") == "empty/source-empty")
    #expect(page.region("preview")?.all("a").contains { $0["href"] == "/remote/1/name" } == true)
  }

  @Test(arguments: [
    (SourceFailure.noSuchHost, 502, "no-such-host"), (.tooLarge, 502, "too-large"),
    (.timedOut(.connecting), 504, "no-answer"), (.unreadable(.webPage), 502, "web-page"),
    (.blockedAddress(BlockedAddress(.private)), 502, "blocked-address"), (.status(410), 502, "gone-there"),
  ])
  func `a failure is shown with links to retry and to another address`(
    failure: SourceFailure, status: Int, reason: String
  ) async throws {
    let answer = try await world.get(draft(world, .failed(failure)))
    #expect(answer.status.code == status)
    let page = try answer.page
    #expect(page.state("preview") == "failed/\(reason)")
    #expect(page.region("preview")?.all("a").contains { $0["href"] == "/remote/1/address" } == true)
    let canPass = ![.blockedAddress(BlockedAddress(.private)), .status(410)].contains(failure)
    #expect((page.form(to: "/remote/1/refresh") != nil) == canPass)
    #expect(page.all("a").contains { $0["href"] == "/remote/1/name" } == false, "what cannot be read is not named")
  }

  @Test func `a retry fetches again, and shows the result`() async throws {
    let address = try await draft(world, .failed(.refused))
    let failed = try await world.page(address)
    world.elsewhere.answer(World.choir, .came(.choir))
    #expect(try await world.page(address).state("preview") == "failed/refused", "a reload asks nobody so soon")
    #expect(world.elsewhere.asked.count == 1)
    world.time.advance(by: .seconds(1))
    let again = try await world.press(failed.form(to: "/remote/1/refresh"))
    #expect(again.location == address)
    let page = try await world.follow(again)
    #expect(page.status == .ok)
    #expect(try page.page.state("preview") == "content")
    #expect(world.elsewhere.asked.count == 2)
  }

  @Test func `another address replaces the draft's, and drops the first result`() async throws {
    world.elsewhere.answer("https://club.example/todo.txt", .came(.club))
    _ = try await world.get(draft(world, .came(.choir)))
    let page = try await world.page("/remote/1/address")
    #expect(page.value(of: "url") == "https://choir.example/tasks.ics", "a slip of the finger costs no address")
    let wrong = try await world.press(page.form(to: "/remote/1/address"), typing: ["url": "no address"])
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.value(of: "url") == "no address")
    let changed = try await world.press(
      wrong.page.form(to: "/remote/1/address"), typing: ["url": "club.example/todo.txt"])
    #expect(changed.location == "/remote/1")
    let preview = try await world.follow(changed).page
    #expect(preview.titles("preview").isEmpty == false && !preview.text.contains("folders"))
    #expect(preview.text.contains("Mow the lawn"))
  }

  @Test func `the preview can be reloaded and returned to, with one fetch`() async throws {
    let address = try await draft(world, .came(.choir))
    let first = try await world.page(address)
    #expect(try await world.page(address) == first)
    for step in ["/remote/1/name", "/remote/1/address", address] { #expect(try await world.get(step).status == .ok) }
    #expect(try await world.page("/remote/1/name").all("a").contains { $0["href"] == address })
    #expect(try await world.page("/remote/1/address").all("a").contains { $0["href"] == address })
    #expect(world.elsewhere.asked.count == 1)
  }

  @Test func `after following, every step leads to the list`() async throws {
    let (list, source) = try await world.follow(World.choir, as: "Choir", .choir)
    for step in ["/remote/\(source)", "/remote/\(source)/name"] {
      #expect(try await world.get(step).location == "/lists/\(list)")
    }
  }

  @Test func `the oldest of too many drafts is dropped`() async throws {
    for number in 0...Limits.sourceDrafts { try await world.draft("https://choir.example/\(number)") }
    let gone = try await world.get("/remote/1")
    #expect(gone.status == .notFound)
    #expect(try gone.page.all("a").contains { $0["href"] == "/remote/new" })
    #expect(try await world.get("/remote/2/name").status == .ok)
  }
}
