import HTTPTypes
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A page's tag depends on its account and on all settings that the page shows.
struct AccountTagTests {
  private static let pages = ["/lists", "/lists/1", "/tasks/1", "/trash", "/lists/1/history", "/search?q=a"]

  @Test(arguments: [
    ("Europe/Berlin", "system", "100"), ("", "dark", "100"), ("", "light", "100"), ("", "system", "25"),
  ])
  func `the account's settings are part of every page's tag`(zone: String, theme: String, rows: String) async throws {
    let world = try await World.withTask()
    let before = try await world.tags(of: Self.pages)
    _ = try await world.post("/settings", ["time-zone": zone, "theme": theme, "rows": rows])
    for (page, tag) in try await world.tags(of: Self.pages) {
      #expect(tag != before[page], "\(page)")
      #expect(try await world.get(page, [.ifNoneMatch: before[page] ?? ""]).status == .ok, "\(page)")
    }
    _ = try await world.post("/settings", ["time-zone": "", "theme": "system", "rows": "100"])
    #expect(try await world.tags(of: Self.pages) == before)
  }

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
