import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Filters of the search. It is Friday, 20 November 2026.
struct FilteringTests {
  private let world: World

  init() async throws {
    world = try await World()
    let house = try await world.makeList("House")
    for input in [
      TaskInput(title: "Late tiles", due: "2026-11-18", priority: "high"),
      TaskInput(title: "Tiles today", due: "2026-11-20"), TaskInput(title: "Tiles next week", due: "2026-11-26"),
      TaskInput(title: "Tiles later", due: "2026-11-27"), TaskInput(title: "Undated tiles"),
    ] { try await world.add(input, to: house) }
    let work = try await world.makeList("Work")
    let done = try await world.add(TaskInput(title: "Done tiles", due: "2026-11-19"), to: work)
    try await world.mine.complete(done)
  }

  private func titles(_ world: World, _ address: String) async throws -> [String] {
    try await world.page(address).region("results")?.all { $0["class"] == "title" }.map(\.text) ?? []
  }

  @Test(arguments: [
    ("due=late", ["Late tiles"]), ("due=today", ["Tiles today"]), ("due=week", ["Tiles today", "Tiles next week"]),
    ("due=none", ["Undated tiles"]), ("from=2026-11-21", ["Tiles next week", "Tiles later"]),
    ("to=2026-11-18", ["Late tiles"]), ("from=2026-11-26&to=2026-11-20", ["Tiles today", "Tiles next week"]),
    ("priority=high", ["Late tiles"]), ("show=done", ["Done tiles"]), ("list=2&show=all", ["Done tiles"]),
    ("list=1&due=week&sort=list&q=tile", ["Tiles next week", "Tiles today"]),
  ])
  func `filters find tasks with and without words`(query: String, expected: [String]) async throws {
    #expect(try await Set(titles(world, "/search?\(query)")) == Set(expected))
    #expect(try await Set(titles(world, "/search?\(query)&q=tile")) == Set(expected))
  }

  @Test func `late, today and the next days go by the reader's day`() async throws {
    #expect(try await titles(world, "/search?due=late") == ["Late tiles"])
    world.time.advance(by: .seconds(86_400))
    #expect(try await titles(world, "/search?due=late") == ["Late tiles", "Tiles today"])
    #expect(try await titles(world, "/search?due=week") == ["Tiles next week", "Tiles later"])
  }

  @Test func `changed since finds what was added, edited or completed from the beginning of that day`() async throws {
    world.time.advance(by: .seconds(3 * 86_400))
    #expect(try await titles(world, "/search?since=2026-11-21&show=all") == [])
    let version = try await world.version(of: TaskID(5)).description
    let edited = try await world.post("/tasks/5", ["title": "Undated, edited", "version": version])
    #expect(edited.status == .seeOther)
    try await world.mine.complete(TaskID(2))
    #expect(try await titles(world, "/search?since=2026-11-21&show=all") == ["Undated, edited", "Tiles today"])
    #expect(try await titles(world, "/search?since=2026-11-20&show=all").count == 6)
  }

  @Test func `the form shows the filters that are set, in words and as controls`() async throws {
    let page = try await world.page("/search?q=tile&list=1&due=late&priority=high")
    let chips = page.all { $0["class"] == "chip" }
    #expect(chips.map(\.text) == ["In “House” · Remove", "Late · Remove", "High priority · Remove"])
    #expect(
      chips.map { $0["href"] } == [
        "/search?q=tile&due=late&priority=high", "/search?q=tile&list=1&priority=high",
        "/search?q=tile&list=1&due=late",
      ])
    #expect(page.first { $0.name == "details" }?["open"] == nil, "the chips say what is set")
    let form = page.form(to: "/search")
    #expect(try await world.press(form).page.region("results")?.text.contains("Late tiles") == true)
    #expect(try await world.page("/search").first { $0.name == "details" }?["open"] == nil)
    #expect(page.title == "“tile” – Search – Fourfold")
  }

  @Test func `without matches each filter can be dropped, and the page says how many would be found`() async throws {
    let page = try await world.page("/search?q=tile&list=2&due=late&since=2026-11-01")
    #expect(page.state("results") == "empty/no-matches")
    let region = try #require(page.region("results"))
    #expect(region.text.contains("Nothing matches “tile” with these filters"))
    let ways = region.all("li").map(\.text)
    #expect(ways == ["In all lists 1 found", "Open and completed 1 found"], "where anything would be found")
    let way = try #require(region.first { $0.text == "In all lists" }?["href"])
    #expect(try await titles(world, way) == ["Late tiles"])
  }

  @Test func `without matches and without a filter to blame, only a new search is offered`() async throws {
    let region = try #require(try await world.page("/search?q=nowhere&due=late&priority=low").region("results"))
    #expect(region.all("li") == [] && !region.text.contains("Look further"))
    #expect(region.first { $0.text == "Start over" } != nil)
  }

  @Test func `many matches are counted up to 99`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    try await world.mine.addTasks(
      (1...120).map { try TaskDraft(validating: TaskInput(title: "paint \($0)")) }, to: list, submission: .fresh())
    let region = try await world.page("/search?q=paint&priority=low").region("results")
    #expect(region?.text.contains("Any priority 99+ found") == true)
  }

  @Test func `a list that isn't there finds nothing, and says so`() async throws {
    let page = try await world.page("/search?list=99")
    #expect(page.state("results") == "empty/no-matches")
    #expect(page.first { $0["class"] == "chip" }?.text == "In a list that no longer exists · Remove")
    #expect(page.region("results")?.text.contains("Nothing matches these filters") == true)
  }
}
