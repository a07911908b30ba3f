import GRDB
import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Pages have tags: an unchanged page is not sent again, and a change to anything that it shows changes its tag.
struct CacheKeyTests {
  private static let pages = [
    "/lists", "/lists?arrange", "/lists/1", "/lists/1?arrange", "/lists/1/history", "/tasks/1", "/trash",
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
  func `at the reader's midnight every page has another tag`(zone: String, seconds: Int) async throws {
    // It is 15:00 GMT: 04:00 in Auckland, 07:00 in Los Angeles.
    let world = try await World(TaskApp.Settings(timeZone: zone, hasher: .quick))
    let list = try await world.makeList("House")
    try await world.add("a", to: list)
    _ = try await world.makeList("Garden")
    let before = try await tags(world)
    world.time.advance(by: .seconds(seconds - 1))
    #expect(try await tags(world) == before)
    world.time.advance(by: .seconds(1))
    for (page, tag) in try await tags(world) { #expect(tag != before[page], "\(page)") }
  }

  @Test func `every change to what a page shows changes its tag`() async throws {
    let changes: [(String, KeyValuePairs<String, String>)] = [
      ("/lists/1/tasks", ["title": "new", "version": "3"]), ("/tasks/2/complete", [:]), ("/tasks/2/reopen", [:]),
      ("/tasks/1/move", ["to": "bottom"]), ("/tasks/2", ["title": "b", "notes": "now with notes"]),
      ("/lists/2", ["name": "Garden, renamed"]),
      ("/lists/2/tasks", ["title": "in the other list", "version": "9"]),
      ("/tasks/3/delete", [:]), ("/tasks/3/restore", [:]), ("/lists/2/move", ["to": "top"]),
      ("/lists/2/delete", [:]), ("/lists/2/restore", [:]), ("/lists", ["name": "Third"]),
    ]
    for (address, fields) in changes {
      let before = try await bodies(world)
      var form = fields.map { ($0.key, $0.value) }
      if address == "/tasks/2" { form.append(("version", "\(try await world.version(of: TaskID(2)))")) }
      if address == "/lists/2" { form.append(("version", "\(try await world.version(of: ListID(2)))")) }
      let sent = try await world.post(address, fields: form)
      #expect(sent.status == .seeOther, "\(address) \(sent.words)")
      for (page, body) in try await bodies(world) {
        let (old, new) = (try #require(before[page]), body)
        if old.body != new.body { #expect(old.tag != new.tag, "\(page) after \(address)") }
      }
      world.time.advance(by: .seconds(60))
    }
  }

  private func bodies(
    _ world: World, _ pages: [String] = Self.pages
  ) async throws -> [String: (tag: String?, body: String)] {
    var bodies: [String: (tag: String?, body: String)] = [:]
    for page in pages {
      let answer = try await world.get(page)
      bodies[page] = (answer.headers[.eTag], answer.body)
    }
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
      let bytes = Array(shown.body.utf8)
      #expect(bytes.contains(Array(other.utf8)) && !bytes.contains(Array(one.utf8)), "\(page)")
    }
  }

  @Test func `a page with a notice has no tag`() async throws {
    let address = try #require(try await world.post("/tasks/1/complete").location)
    #expect(try await world.get(address).headers[.eTag] == nil)
    #expect(try await world.get(address, [.ifNoneMatch: "*"]).status == .ok)
  }

  @Test func `a database that was replaced has other tags`() async throws {
    let (first, second) = (try await tags(world), try await tags(CacheKeyTests().world))
    for (page, tag) in first { #expect(second[page] != tag, "\(page)") }
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

/// A page's tag depends on its account and on all settings that the page shows.
struct AccountTagTests {
  private static let pages = ["/lists", "/lists/1", "/tasks/1", "/trash", "/lists/1/history", "/search?q=a"]

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

  @Test func `an account that was removed and made again has other tags`() async throws {
    let world = try await World()
    let ben = try await world.another("Ben")
    let before = try await ben.tags(of: ["/lists"])
    try await world.store.removeAccount(ben.account)
    #expect(try await world.another("Ben").tags(of: ["/lists"]) != before)
  }

  @Test func `pages about the account and its saved drafts have no tag and are always sent`() async throws {
    let rich = try await RichWorld()
    for page in ["/settings", "/kept/\(rich.kept)"] {
      let answer = try await rich.world.get(page, [.ifNoneMatch: "*"])
      #expect(answer.status == .ok && answer.headers[.eTag] == nil, "\(page)")
    }
  }
}
