import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Cached pages have the same bytes as new ones: the same walk through a world with a cache, and through copies of it that have
/// just been started.
final class WarmAndColdTests: RichTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `after any change every page has the bytes that it has after a restart`(seed: UInt64) async throws {
    var chance = Seeded(seed)
    let long = try await world.makeList("Long")
    try await world.add(55, to: long)
    let addresses =
      Self.addresses(of: rich)
      + ["", "?page=2", "?page=3", "?page=0", "?page=9", "?all-open"].map { "/lists/\(long)" + $0 }
    var taken = 0
    for step in 1...6 {
      taken += try await act(in: world, among: addresses, &chance) ? 1 : 0
      world.time.advance(by: .seconds([1, 1, 1, 7 * 3_600, 600].randomElement(using: &chance) ?? 1))
      // The first look may trigger a fetch.
      for address in addresses { _ = try await world.get(address) }
      // A wrong cache entry stays, so comparing every third step finds it as well; rendering everything again is slow.
      guard step.isMultiple(of: 3) else { continue }
      let cold = try world.copy()
      for address in addresses {
        let (known, made) = (try await world.get(address), try await cold.get(address))
        #expect(known.status == made.status, "\(address)")
        guard made.status == .ok else { continue }
        #expect(known.body == made.body && known.headers == made.headers, "\(address)")
      }
    }
    #expect(taken > 1)
    #expect(world.app.pages.renderCache.count.hits > 100)
  }

  @Test func `a cached page is neither loaded nor rendered again`() async throws {
    _ = try await world.get("/lists/\(rich.house)")
    let first = world.app.pages.renderCache.count
    _ = try await world.get("/lists/\(rich.house)")
    let second = world.app.pages.renderCache.count
    #expect(second.misses == first.misses && second.hits == first.hits + 2)
    #expect(second.bytes == first.bytes)
  }

  @Test func `an app without a render cache has the same responses`() async throws {
    var settings = TaskApp.Settings.test
    settings.renderCacheBytes = 0
    let (roomy, bare) = (try await RichWorld(), try await RichWorld(settings))
    for address in Self.addresses(of: bare) {
      let twice = [try await bare.world.get(address), try await bare.world.get(address)]
      #expect(twice[0].body == twice[1].body, "\(address)")
      #expect(try await roomy.world.get(address).status == twice[0].status, "\(address)")
    }
    #expect(bare.world.app.pages.renderCache.count.entries == 0)
  }

  private static func addresses(of rich: RichWorld) -> [String] {
    [
      "/lists", "/lists?arrange", "/trash", "/lists/\(rich.house)", "/lists/\(rich.house)?arrange",
      "/lists/\(rich.house)?several", "/lists/\(rich.house)?all", "/lists/\(rich.house)/history",
      "/lists/\(rich.garden)", "/lists/\(rich.done)?rename", "/lists/\(rich.followed)",
      "/lists/\(rich.followed)?choose", "/lists/\(rich.followed)/history", "/tasks/\(rich.open)",
      "/tasks/\(rich.completed)", "/remote/new",
    ]
  }

  /// Sends a random form of a page, or changes the look; returns whether it was accepted.
  private func act(in world: World, among addresses: [String], _ chance: inout Seeded) async throws -> Bool {
    if Int.random(in: 0..<6, using: &chance) == 0 {
      let settings: KeyValuePairs<String, String> = [
        "time-zone": ["", "Pacific/Auckland", "America/Los_Angeles"].randomElement(using: &chance) ?? "",
        "theme": ["system", "light", "dark"].randomElement(using: &chance) ?? "",
        "rows": ["25", "50"].randomElement(using: &chance) ?? "",
      ]
      return try await world.post("/settings", settings).status == .seeOther
    }
    let address = addresses.randomElement(using: &chance) ?? "/lists"
    let answer = try await world.get(address)
    guard answer.status == .ok, let form = try answer.page.forms.randomElement(using: &chance) else { return false }
    var typing: [String: String] = [:]
    for control in form.controls where control.isTyped && control.name != "due" {
      typing[control.name] =
        control.name == "url" ? RichWorld.club : control.value + " \(Int.random(in: 0..<9, using: &chance))"
    }
    let sent = try await world.press(form, form.buttons.randomElement(using: &chance), typing: typing)
    return sent.status == .seeOther
  }
}

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

  /// The world with one input changed.
  private func change(_ input: Input, in world: World) async throws -> World {
    func write(_ sql: String) async throws { try await world.store.database.write { db in try db.execute(sql: sql) } }
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
