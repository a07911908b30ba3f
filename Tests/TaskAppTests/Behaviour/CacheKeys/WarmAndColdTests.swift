import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Cached pages have the same bytes as new ones: the same walk through a world with a cache, and through copies of it that have
/// just been started.
final class WarmAndColdTests: RichTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `after any change every page has the bytes that it has after a restart`(seed: UInt64) async throws {
    var chance = Seeded(seed)
    let long = try await rich.world.makeList("Long")
    try await rich.world.add(55, to: long)
    let addresses =
      Self.addresses(of: rich)
      + ["", "?page=2", "?page=3", "?page=0", "?page=9", "?all-open"].map { "/lists/\(long)" + $0 }
    var taken = 0
    for step in 1...6 {
      taken += try await act(in: rich.world, among: addresses, &chance) ? 1 : 0
      rich.world.time.advance(by: .seconds([1, 1, 1, 7 * 3_600, 600].randomElement(using: &chance) ?? 1))
      // The first look may trigger a fetch.
      for address in addresses { _ = try await rich.world.get(address) }
      // A wrong cache entry stays, so comparing every third step finds it as well; rendering everything again is slow.
      guard step.isMultiple(of: 3) else { continue }
      let cold = try rich.world.copy()
      for address in addresses {
        let (known, made) = (try await rich.world.get(address), try await cold.get(address))
        #expect(known.status == made.status, "\(address)")
        guard made.status == .ok else { continue }
        #expect(known.body == made.body && known.headers == made.headers, "\(address)")
      }
    }
    #expect(taken > 1)
    #expect(rich.world.app.pages.renderCache.count.hits > 100)
  }

  @Test func `a cached page is neither loaded nor rendered again`() async throws {
    _ = try await rich.world.get("/lists/\(rich.house)")
    let first = rich.world.app.pages.renderCache.count
    _ = try await rich.world.get("/lists/\(rich.house)")
    let second = rich.world.app.pages.renderCache.count
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
