import GRDB
import HTTPTypes
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Every input of a page's tag, one by one: changing any of them changes the tag.
struct NameOfPageTests {
  private static let pages = [
    "/lists", "/lists/1", "/lists/1?arrange", "/lists/1/history", "/tasks/1", "/trash", "/search?q=a", "/remote/new",
  ]

  /// The input that changes.
  enum Input: CaseIterable {
    case build, epoch, nameOfAccount, revision, theme, rows, zone, day
  }

  @Test(arguments: Input.allCases)
  func `every input of a page's tag changes it`(input: Input) async throws {
    let world = try await scene()
    let before = try await tags(world)
    #expect(try await tags(world) == before)
    let other = try await change(input, in: world)
    // The steps before following a list do not show the account's lists.
    let pages = input == .revision ? Self.pages.filter { $0 != "/remote/new" } : Self.pages
    for (page, tag) in try await tags(other, pages) {
      #expect(tag != before[page], "\(page)")
      #expect(try await other.get(page, [.ifNoneMatch: before[page] ?? ""]).status == .ok, "\(page)")
    }
  }

  @Test func `another account has other tags for pages that look the same`() async throws {
    let world = try await scene()
    let other = try await world.another("Ben")
    let pages = ["/lists", "/trash", "/search?q=a", "/remote/new"]
    let (hers, his) = (try await tags(world, pages), try await tags(other, pages))
    for page in pages { #expect(hers[page] != his[page], "\(page)") }
  }

  private func scene() async throws -> World {
    let world = try await World()
    try await world.add("a", to: world.makeList())
    return world
  }

  private func tags(_ world: World, _ pages: [String] = Self.pages) async throws -> [String: String] {
    var tags: [String: String] = [:]
    for page in pages { tags[page] = try await world.get(page).headers[.eTag] }
    #expect(tags.count == pages.count)
    return tags
  }

  /// The world with one input changed.
  private func change(_ input: Input, in world: World) async throws -> World {
    func write(_ sql: String) async throws {
      try await world.store.database.write { db in try db.execute(sql: sql) }
    }
    func set(zone: String = "", theme: String = "system", rows: String = "100") async throws {
      let set = try await world.post("/settings", ["time-zone": zone, "theme": theme, "rows": rows])
      #expect(set.status == .seeOther)
    }
    switch input {
    case .build:
      var settings = world.app.settings
      settings.build = "another"
      return try world.copy(settings)
    case .epoch: try await write("UPDATE meta SET value = 'another' WHERE key = 'epoch'")
    case .nameOfAccount: try await write("UPDATE accounts SET name = 'Another'")
    case .revision: try await world.add("b", to: world.store.lists(for: world.account)[0].id)
    case .theme: try await set(theme: "dark")
    case .rows: try await set(rows: "25")
    // On this side of midnight, too.
    case .zone: try await set(zone: "Europe/London")
    case .day: world.time.advance(by: .seconds(86_400))
    }
    return world
  }
}
