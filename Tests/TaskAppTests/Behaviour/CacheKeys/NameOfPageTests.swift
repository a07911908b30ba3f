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
    let world = try await World.withTask()
    let before = try await world.tags(of: Self.pages)
    #expect(try await world.tags(of: Self.pages) == before)
    let other = try await change(input, in: world)
    // The steps before following a list do not show the account's lists.
    let pages = input == .revision ? Self.pages.filter { $0 != "/remote/new" } : Self.pages
    for (page, tag) in try await other.tags(of: pages) {
      #expect(tag != before[page], "\(page)")
      #expect(try await other.get(page, [.ifNoneMatch: before[page] ?? ""]).status == .ok, "\(page)")
    }
  }

  @Test func `another account has other tags for pages that look the same`() async throws {
    let world = try await World.withTask()
    let other = try await world.another("Ben")
    let pages = ["/lists", "/trash", "/search?q=a", "/remote/new"]
    let (hers, his) = (try await world.tags(of: pages), try await other.tags(of: pages))
    for page in pages { #expect(hers[page] != his[page], "\(page)") }
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
    case .revision: try await world.add("b", to: world.mine.lists()[0].id)
    case .theme: try await set(theme: "dark")
    case .rows: try await set(rows: "25")
    // On this side of midnight, too.
    case .zone: try await set(zone: "Europe/London")
    case .day: world.time.advance(by: .seconds(86_400))
    }
    return world
  }
}
