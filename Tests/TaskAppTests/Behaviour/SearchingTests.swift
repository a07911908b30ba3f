import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

struct SearchingTests {
  private let world: World

  init() async throws {
    world = try await World()
    let list = try await world.makeList("Kitchen & tiles")
    try await world.add(
      TaskInput(title: "Order <b>tiles</b>", notes: "matt white & 12 m²", due: "2026-11-19"), to: list)
    let done = try await world.add("Measure for tiles", to: list)[0]
    try await world.mine.complete(done)
  }

  /// Sends the search form with the text, as a browser does.
  private func search(_ world: World, _ text: String) async throws -> Answer {
    try await world.press(world.form(at: "/search"), typing: ["q": text])
  }

  @Test func `every page links to the search, which shows a hint without a query`() async throws {
    #expect(try await world.page("/lists").first { $0["href"] == "/search" }?.text == "Search")
    for address in ["/search", "/search?q=", "/search?q=+%20", "/search?completed=on"] {
      let page = try await world.get(address).page(.ok)
      #expect(page.state("results") == "empty/nothing-asked", "\(address)")
      #expect(page.title == "Search – Fourfold")
      #expect(page.element(id: "search")?["autofocus"] != nil)
      #expect(page.first { $0["aria-current"] == "page" }?.text == "Search")
    }
  }

  @Test func `matches are marked in lists, titles and notes, and link to their pages`() async throws {
    let page = try await search(world, "TILE  matt").page
    #expect(page.state("results") == "content" && page.title == "“TILE  matt” – Search – Fourfold")
    #expect(page.value(of: "q") == "TILE  matt" && page.element(id: "search")?["autofocus"] == nil)
    let region = try #require(page.region("results"))
    #expect(region.all("mark").map(\.text) == ["tiles", "matt"])
    #expect(region.all { $0["class"] == "title" }.map(\.text) == ["Order <b>tiles</b>"])
    #expect(region.text.contains("matt white & 12 m²") && region.text.contains("1 day late"))
    #expect(region.first { $0["class"] == "in-list" }?.text == "Kitchen & tiles")
    #expect(region.first { $0["href"] == "/tasks/1" } != nil)
    let lists = try await search(world, "kitch").page.region("results")
    #expect(lists?.first { $0["href"]?.hasPrefix("/lists/") == true }?.text == "Kitchen & tiles")
  }

  @Test func `without open matches completed tasks are searched, with a link back`() async throws {
    let nothing = try await search(world, "measure & “it”")
    #expect(nothing.status == .ok)
    #expect(try nothing.page.state("results") == "empty/no-matches")
    #expect(try nothing.page.value(of: "q") == "measure & “it”")
    let open = try await search(world, "measure").page
    #expect(open.region("results")?.text.contains("Nothing matches “measure” in open tasks") == true)
    #expect(open.region("results")?.text.contains("1 found") == true)
    let way = try #require(open.region("results")?.first { $0.text == "Open and completed" }?["href"])
    let all = try await world.page(way)
    #expect(all.region("results")?.all("mark").map(\.text) == ["Measure"])
    #expect(all.row("Measure for tiles")?["class"] == "task-row done")
    // The next search covers completed tasks, too.
    let again = try await world.press(all.form(to: "/search"), typing: ["q": "nowhere at all"]).page
    #expect(again.state("results") == "empty/no-matches-anywhere")
    #expect(again.region("results")?.first { $0.text == "Clear" }?["href"] == "/search")
  }

  @Test func `a plain word finds tags, which lead to their tasks`() async throws {
    let list = try await world.makeList("House")
    try await world.add(TaskInput(title: "Lamp", tags: "attic"), to: list)
    let page = try await search(world, "atti").page
    #expect(page.state("results") == "content")
    let link = try #require(page.region("results")?.all("a").first { $0.text == "#attic" }?["href"])
    #expect(page.region("results")?.all("mark").map(\.text) == ["attic"])
    #expect(try await world.page(link).row("Lamp") != nil)
  }

  @Test func `older matches are on the next pages`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let titles = (1...501).map { "paint \($0)" }
    try await world.mine.addTasks(
      titles.map { try TaskDraft(validating: TaskInput(title: $0)) }, to: list, submission: .fresh()
    )
    let page = try await world.page("/search?q=paint")
    #expect(page.region("results")?.text.contains("Newest 500 matches") == true)
    #expect(page.region("results")?.all { $0["class"] == "title" }.count == 100)
    let older = try #require(page.first { $0.text == "Older matches" }?["href"])
    let rest = try await world.page(older)
    #expect(rest.region("results")?.all { $0["class"] == "title" }.count == 1)
    let next = try #require(page.first { $0["rel"] == "next" }?["href"])
    #expect(next == "/search?q=paint&page=2#list")
    #expect(try await world.page("/search?q=paint&page=2").region("results")?.text.contains("101–200 of 500") == true)
    #expect(try await world.page(older + "1").state("results") != nil)
    #expect(try await world.page("/search?q=paint&before=1").state("results") == "empty/no-older")
  }

  @Test(arguments: [
    ("%22%2A%28", "no-words"), ("%00", "no-words"), ("%F0%9F%91%A9", "no-words"), ("--", "no-words"),
    ("NEAR(tiles", "no-matches"), ("tiles%22+AND+%22x", "no-matches"), ("%E2%80%AEselit", "no-matches"),
    ("%3Cscript%3Ealert(1)%3C/script%3E", "no-matches"), ("%ZZ", "no-matches"), ("%FF", "no-matches"),
  ])
  func `any query is repeated as typed, and breaks nothing`(query: String, reason: String) async throws {
    let answer = try await world.get("/search?q=\(query)")
    #expect(answer.status == .ok)
    #expect(try answer.page.state("results") == "empty/\(reason)")
    #expect(!answer.body.contains("<script"))
  }

  @Test func `a query with too many words is refused with a message, and kept in the field`() async throws {
    let many = (0..<30).map { "w\($0)x" }.joined(separator: " ")
    for text in [String(repeating: "a", count: 201), String(repeating: "x", count: 5_000), many] {
      let answer = try await search(world, text)
      #expect(answer.status == .unprocessableContent)
      #expect(try answer.page.state("results") == "failed/too-long")
      #expect(try answer.page.value(of: "q") == text)
    }
    #expect(try await search(world, String(repeating: "a", count: 200)).status == .ok)
  }

  @Test func `a failure keeps the query, and retries the same`() async throws {
    let world = try await World(.rehearsing)
    let answer = try await world.get("/search?q=two+words&completed=on&rehearse=results:failed:unavailable")
    let page = try answer.page(.serviceUnavailable)
    #expect(page.value(of: "q") == "two words")
    let retry = try #require(page.region("results")?.forms.first)
    let again = try await world.press(retry).page
    #expect(again.value(of: "q") == "two words" && again.state("results") == "empty/no-matches-anywhere")
  }

  @Test func `another account's tasks are never found, and its changes do not change the page`() async throws {
    let before = try await search(world, "secret")
    let stranger = try await Stranger(in: world)
    _ = stranger
    let after = try await search(world, "secret")
    #expect(try after.page.state("results") == "empty/no-matches")
    #expect(before.headers[.eTag] == after.headers[.eTag] && before.headers[.eTag] != nil)
  }

  @Test func `tasks of followed lists are found in their last good copy, whose age is told`() async throws {
    let (list, source) = try await world.follow("https://choir.example/tasks.ics", .choir)
    let region = try #require(try await world.page("/search?q=folder").region("results"))
    #expect(region.text.contains("In followed lists") && !region.text.contains("match"))
    #expect(region.text.contains("Choir, from choir.example · copy from 15:00"))
    let way = try #require(region.first { $0["class"] == "name" })
    #expect(way.text == "Bring the folders" && way["href"] == "/lists/\(list)#remote-1")
    #expect(try await world.page("/lists/\(list)").element(id: "remote-1") != nil)
    let closed = try await world.page("/search?q=encore&show=all").region("results")
    let place = try #require(closed?.first { $0["class"] == "name" }?["href"])
    #expect(place == "/lists/\(list)?done=1#remote-4")
    #expect(try await world.page("/lists/\(list)?done=1").element(id: "remote-4") != nil)
    let before = try await world.get("/search?q=folder").headers[.eTag]
    try await world.record(.came(.club), of: source)
    #expect(try await world.get("/search?q=folder").headers[.eTag] != before)
    #expect(try await world.page("/search?q=folder").state("results") == "empty/no-matches")
    #expect(try await world.page("/search?q=lawn").region("results")?.text.contains("Mow the lawn") == true)
  }
}
