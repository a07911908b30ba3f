import Foundation
import GRDB
import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Pages have tags: an unchanged page is not sent again, and a change to anything that it shows changes its tag.
struct VersionTests {
  private static let pages = [
    "/lists", "/lists?arrange", "/lists/2", "/lists/2?arrange", "/lists/2/history", "/tasks/1", "/trash",
    "/search?q=a", "/search?q=b&completed=on",
  ]

  private let world: World

  init() async throws {
    world = try await World()
    let list = try await world.makeList("House")
    try await world.add("a", "b", to: list)
    let other = try await world.makeList("Garden")
    try await world.add("c", to: other)
  }

  private func tags(_ world: World) async throws -> [String: String] {
    var tags: [String: String] = [:]
    for page in Self.pages { tags[page] = try await world.get(page).headers[.eTag] }
    return tags
  }

  @Test func `every page has a tag, and a request with it is answered with 304 only`() async throws {
    let tags = try await tags(world)
    #expect(tags.count == Self.pages.count && Set(tags.values).count == tags.count)
    for (page, tag) in tags {
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let answer = try await world.get(page, [.ifNoneMatch: known])
        #expect(answer.status == .notModified && answer.body.isEmpty, "\(page)")
        #expect(answer.headers[.eTag] == tag && answer.headers[.vary] != nil, "\(page)")
      }
      #expect(try await world.get(page, [.ifNoneMatch: "\"other\""]).status == .ok)
      #expect(try await world.get(page).headers[.cacheControl] == "private, no-cache")
    }
  }

  @Test(arguments: [("GMT", 9 * 3_600), ("Pacific/Auckland", 20 * 3_600), ("America/Los_Angeles", 17 * 3_600)])
  func `at the reader's midnight a page is made again`(zone: String, seconds: Int) async throws {
    // It is 15:00 GMT: 04:00 in Auckland, 07:00 in Los Angeles.
    let world = try await World(TaskApp.Settings(timeZone: zone, hasher: .quick))
    let today = Day(of: world.time.now, in: try #require(TimeZone(identifier: zone)))
    try await world.add(TaskInput(title: "a", due: today.iso), to: world.makeList("House"))
    let before = try await tags(world)
    world.time.advance(by: .seconds(seconds - 1))
    #expect(try await tags(world) == before)
    world.time.advance(by: .seconds(1))
    let after = try await tags(world)
    for page in ["/lists", "/lists/2", "/search?q=a"] { #expect(after[page] != before[page], "\(page)") }
  }

  private func bodies(_ world: World, _ pages: [String]) async throws -> [String: String] {
    var bodies: [String: String] = [:]
    for page in pages { bodies[page] = try await world.get(page).body }
    return bodies
  }

  @Test func `a text replaced by a canonically equivalent one is rendered again, wherever it is shown`() async throws {
    let world = try await World()
    let (one, other) = ("Caf\u{e9}", "Cafe\u{301}")
    #expect(one == other)
    let list = try await world.makeList(one)
    let task = try await world.add(one, "milk", to: list)[0]
    let pages = ["/lists", "/lists/\(list)", "/tasks/\(task)", "/search?q=caf"]
    _ = try await bodies(world, pages)
    let versions = (try await world.version(of: list), try await world.version(of: task))
    let renamed = try await world.post("/lists/\(list)", ["name": other, "version": "\(versions.0)"])
    let edited = try await world.post("/tasks/\(task)", ["title": other, "version": "\(versions.1)"])
    #expect(renamed.status == .seeOther && edited.status == .seeOther)
    for (page, shown) in try await bodies(world, pages) {
      let bytes = Array(shown.utf8)
      #expect(bytes.contains(Array(other.utf8)) && !bytes.contains(Array(one.utf8)), "\(page)")
    }
  }

  @Test func `a notice is told for a while only`() async throws {
    let address = try #require(try await world.post("/tasks/1/complete").location)
    for _ in 1...2 { #expect(try await world.get(address).words.contains("Undo")) }
    world.time.advance(by: Limits.undoWindow + .seconds(1))
    #expect(try await !world.get(address).words.contains("Undo"))
  }

  @Test func `due dates on a list and a card are by the reader's days`() async throws {
    let world = try await World(TaskApp.Settings(timeZone: "Pacific/Auckland", hasher: .quick))
    let list = try await world.makeList()
    try await world.add(TaskInput(title: "a", due: "2026-11-21"), to: list)
    // 15:00 GMT on the 20th is the 21st there.
    #expect(try await world.page("/lists/\(list)").row("a")?.text.contains("today") == true)
    #expect(try await world.page("/lists").region("list-\(list)")?.text.contains("today") == true)
  }
}

/// A page's tag is that of its bytes.
struct AccountTagTests {
  private static let pages = ["/lists", "/lists/2", "/tasks/1", "/trash", "/lists/2/history", "/search?q=a"]

  @Test func `a page of one account never matches a tag of another, though they look the same`() async throws {
    let ann = try await World()
    let ben = try await ann.another("Ben")
    let pages = ["/lists", "/trash"]
    let (hers, his) = (try await ann.tags(of: pages), try await ben.tags(of: pages))
    for page in pages {
      #expect(hers[page] != his[page])
      #expect(try await ben.get(page, [.ifNoneMatch: hers[page] ?? ""]).status == .ok)
      #expect(try await ann.get(page, [.ifNoneMatch: hers[page] ?? ""]).status == .notModified)
    }
  }

  @Test func `two sessions of one account share a page's tag`() async throws {
    let world = try await World.withTask()
    let elsewhere = world.showing(try await world.signIn(world.account))
    #expect(try await world.tags(of: Self.pages) == elsewhere.tags(of: Self.pages))
  }

  @Test func `a page that browsers may not store has no tag, and is always sent`() async throws {
    let answer = try await World().get("/settings", [.ifNoneMatch: "*"])
    #expect(answer.status == .ok && answer.headers[.eTag] == nil)
    #expect(answer.headers[.cacheControl] == "private, no-store")
  }
}

/// A kept page is made again when anything changes that it depends on.
struct PageInputTests {
  private static let pages = ["/lists", "/lists/2", "/lists/2?arrange", "/lists/2/history", "/tasks/1", "/trash"]

  /// The input that changes.
  enum Input: CaseIterable {
    case epoch, nameOfAccount, revision, theme, rows, zone, day
  }

  @Test(arguments: Input.allCases)
  func `after a change of any input pages are as after a restart`(input: Input) async throws {
    let world = try await World.withTask()
    _ = try await world.tags(of: Self.pages)
    try await change(input, in: world)
    let cold = try world.copy()
    for page in Self.pages {
      let (known, made) = (try await world.get(page), try await cold.get(page))
      #expect(known.body == made.body && known.headers == made.headers, "\(page)")
    }
  }

  private func change(_ input: Input, in world: World) async throws {
    func write(_ sql: String) async throws { try await world.store.database.write { db in try db.execute(sql: sql) } }
    func set(zone: String = "", theme: String = "system", rows: String = "100") async throws {
      let set = try await world.post("/settings", ["time-zone": zone, "theme": theme, "rows": rows])
      #expect(set.status == .seeOther)
    }
    switch input {
    case .epoch: try await write("UPDATE meta SET value = 'another' WHERE key = 'epoch'")
    case .nameOfAccount: try await write("UPDATE accounts SET name = 'Another'")
    case .revision: try await world.add("b", to: world.mine.lists()[0].id)
    case .theme: try await set(theme: "dark")
    case .rows: try await set(rows: "25")
    // On this side of midnight, too.
    case .zone: try await set(zone: "Europe/London")
    case .day: world.time.advance(by: .seconds(86_400))
    }
  }
}
