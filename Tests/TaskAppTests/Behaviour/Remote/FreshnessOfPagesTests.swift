import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A list with a copy: how long the copy is fresh, and what happens then.
@Suite(.timeLimit(.minutes(20))) final class FreshnessOfPagesTests: WorldTests {
  @Test func `a fresh copy causes no fetch, and the page has a tag`() async throws {
    let (list, _) = try await world.follow(World.choir, as: "Choir", .choir)
    for address in ["/lists/\(list)", "/lists"] {
      let answer = try await world.get(address)
      let tag = try #require(answer.headers[.eTag], "\(address)")
      #expect(try await world.get(address, [.ifNoneMatch: tag]).status == .notModified, "\(address)")
      world.time.advance(by: .seconds(14 * 60))
      #expect(try await world.get(address, [.ifNoneMatch: tag]).status == .notModified, "\(address)")
      world.time.advance(by: .seconds(-14 * 60))
    }
    #expect(world.elsewhere.asked.isEmpty)
    world.elsewhere.answer(World.choir, .unchanged(.none))
    world.time.advance(by: .seconds(-60))
    _ = try await world.get("/lists/\(list)")
    #expect(world.elsewhere.asked.count == 1, "the clock was set back")
  }

  @Test func `a stale copy is revalidated with its validators, whatever the tag`() async throws {
    let (list, source) = try await world.follow(World.choir)
    try await world.record(.came(.choir, etag: "\"7\""), of: source)
    let tag = try #require(try await world.get("/lists/\(list)").headers[.eTag])
    world.time.advance(by: .seconds(15 * 60 + 1))
    world.elsewhere.answer(World.choir, .unchanged(.none))
    let answer = try await world.get("/lists/\(list)", [.ifNoneMatch: tag])
    #expect(answer.status == .ok)
    #expect(try answer.page.row("Bring the folders") != nil)
    #expect(world.elsewhere.asked.map(\.validators.etag) == ["\"7\""])
    #expect(try await world.get("/lists/\(list)").headers[.eTag] != nil)
    #expect(world.elsewhere.asked.count == 1, "unchanged is as good as new")
  }

  @Test(arguments: ["/lists/1", "/lists"])
  func `a stale copy is shown at once, marked as refreshing, then the new content`(address: String) async throws {
    let world = try await World(.streaming)
    let (list, _) = try await world.follow(World.choir, as: "Choir", .of("old"))
    let region = address == "/lists" ? "list-\(list)" : "tasks"
    world.time.advance(by: .seconds(16 * 60))
    world.elsewhere.hold(World.choir)
    let streamed = Streamed(world, address)
    await streamed.shows("data-placeholder-for=\"\(region)\"")
    await world.elsewhere.begun.reaches(1)
    world.elsewhere.answer(World.choir, .came(.of("new")))
    let page = try await streamed.end().page
    let placeholder = try #require(page.first { $0["data-placeholder-for"] == region })
    #expect(placeholder["data-state"] == "content" && placeholder["data-refresh"] == "running")
    #expect(placeholder.text.contains("old") && placeholder.text.contains("Checking…"))
    #expect(page.state(region) == "content" && page.region(region)?["data-refresh"] == nil)
    #expect(page.titles(region) == ["new"])
  }

  @Test func `the refresh button fetches at once, however fresh the copy is`() async throws {
    let (list, _) = try await world.follow(World.choir, as: "Choir", .of("old"))
    world.elsewhere.answer(World.choir, .came(.of("new")))
    world.time.advance(by: .seconds(5))
    let page = try await world.page("/lists/\(list)")
    let answer = try await world.press(page.form(to: "/lists/\(list)/refresh"))
    #expect(answer.location == "/lists/\(list)")
    #expect(world.elsewhere.asked.isEmpty, "the form waits for nobody")
    world.time.advance(by: .seconds(1))
    #expect(try await world.follow(answer).page.titles() == ["new"])
    #expect(try await world.page("/lists/\(list)").titles() == ["new"])
    #expect(world.elsewhere.asked.count == 1)
  }

  @Test func `naming a stale list or copying from it fetches nothing, and its prefetch is refused`() async throws {
    let (list, _) = try await world.follow(World.choir, as: "Choir", .of("old"))
    world.time.advance(by: .seconds(3_600))
    #expect(try await world.get("/lists/\(list)", [.secPurpose: "prefetch"]).status == .serviceUnavailable)
    #expect(try await world.send(.head, "/lists/\(list)").status == .ok)
    #expect(try await world.page("/lists/\(list)?choose").titles() == ["old"])
    _ = try await world.makeList("Another")
    #expect(try await world.page("/lists?arrange").region("list-\(list)") == nil)
    #expect(world.elsewhere.asked.isEmpty)
  }

  @Test func `an empty copy that is stale is fetched again, and may have tasks then`() async throws {
    let (list, _) = try await world.follow(World.choir, as: "Choir", .nothing)
    #expect(try await world.page("/lists/\(list)").state("tasks") == "empty/source-empty")
    #expect(world.elsewhere.asked.isEmpty)
    world.time.advance(by: .seconds(3_600))
    world.elsewhere.answer(World.choir, .came(.of("new")))
    #expect(try await world.page("/lists/\(list)").titles() == ["new"])
  }

  @Test func `every change to a source changes the tags of the pages that show it`() async throws {
    let (list, source) = try await world.follow(World.choir, as: "Choir", .of("one"))
    let draft = try await world.draft("https://club.example/", .of("one", title: "One"))
    let pages = [
      "/lists", "/lists/\(list)", "/lists/\(list)?choose", "/lists/\(list)/history", "/remote/\(draft)/name",
    ]
    func tags() async throws -> [String: String] {
      var tags: [String: String] = [:]
      for page in pages { tags[page] = try await world.get(page).headers[.eTag] }
      return tags
    }
    var known = try await tags()
    #expect(known.count == pages.count && Set(known.values).count == known.count)
    for outcome in [FetchOutcome.came(.of("two", title: "Two")), .unchanged(.none), .came(.of("two", title: "Three"))] {
      world.time.advance(by: .seconds(60))
      for id in [source, draft] { try await world.record(outcome, of: id) }
      for (page, tag) in known {
        #expect(try await world.get(page, [.ifNoneMatch: tag]).status == .ok, "\(page) after \(outcome)")
      }
      known = try await tags()
    }
    #expect(world.elsewhere.asked.isEmpty)
  }

  @Test func `the list pane and the overview show new counts, whatever tag the browser has`() async throws {
    let own = try await world.makeList("House")
    let (list, source) = try await world.follow(World.choir, as: "Choir", .of("one"))
    let counts = { (page: HTMLElement) in
      page.region("rail")?.all("a").first { $0["href"] == "/lists/\(list)" }?.text ?? ""
    }
    let before = try await world.get("/lists/\(own)")
    #expect(try counts(before.page).contains("1"))
    let overview = try await world.get("/lists")
    try await world.record(.came(.of("one", "two", "three")), of: source)
    let after = try await world.get("/lists/\(own)", [.ifNoneMatch: #require(before.headers[.eTag])])
    #expect(after.status == .ok)
    #expect(try counts(after.page).contains("3"))
    let all = try await world.get("/lists", [.ifNoneMatch: #require(overview.headers[.eTag])])
    #expect(all.status == .ok)
    #expect(try all.page.region("list-\(list)")?.text.contains("three") == true)
  }
}

/// The changes of a refresh are reported by titles.
final class BroughtAndTakenTests: WorldTests {
  private func rows(_ world: World, _ list: ListID) async throws -> [String] {
    try await world.page("/lists/\(list)/history").region("source-log")?.all("li").map(\.text) ?? []
  }

  @Test func `a refresh reports the titles of added and removed tasks`() async throws {
    let (list, _) = try await world.follow(World.choir, as: "Shop", .of("Eggs", "Tea"))
    world.time.advance(by: .seconds(3_600))
    world.elsewhere.answer(World.choir, .came(.of("Milk", "Tea", "<b>Bread")))
    _ = try await world.get("/lists/\(list)")
    let told = try await rows(world, list)
    try #require(told.count == 2)
    #expect(told[0].contains("New: 2 – Milk, <b>Bread · Removed: 1 – Eggs"), "\(told)")
    #expect(!told[1].contains("new:"), "the first copy is no news")
    world.time.advance(by: .seconds(3_600))
    _ = try await world.get("/lists/\(list)")
    let later = try await rows(world, list)
    #expect(later.count == 3 && !later[0].contains("new:"), "what has not changed is told apart: \(later)")
  }

  @Test func `a list that became empty reports the removed tasks, and a new address none as added`() async throws {
    let (list, source) = try await world.follow(World.choir, as: "Shop", .of("Eggs"))
    world.time.advance(by: .seconds(3_600))
    world.elsewhere.answer(World.choir, .came(.nothing))
    _ = try await world.get("/lists/\(list)")
    #expect(try await rows(world, list).first?.contains("choir.example had no tasks. Removed: 1 – Eggs") == true)
    world.elsewhere.answer("https://club.example/", .came(.club))
    _ = try await world.follow(try await world.post("/remote/\(source)/address", ["url": "club.example"]))
    #expect(try await rows(world, list).first?.contains("new:") == false)
  }
}
