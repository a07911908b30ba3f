import Foundation
import HTTPTypes
import StatePagesTesting
import Testing

@testable import TaskApp

final class SessionsScreenTests: WorldTests {
  private static let phone = "Mozilla/5.0 (Android 16; Mobile; rv:149.0) Gecko/149.0 Firefox/149.0"

  private func row(_ world: World, _ name: String) async throws -> HTMLElement {
    try #require(
      try await world.get("/settings").page.region("sessions")?.all("li").first {
        $0.first { $0["class"] == "name" }?.text == name
      })
  }

  @Test func `a session that was not used after its first hour has one time`() async throws {
    let cookie = try await world.signIn(world.account, agent: Self.phone)
    #expect(try await row(world, "Firefox on Android").text.contains("Signed in today at 15:00") as Bool)
    world.time.advance(by: .seconds(3600))
    #expect(try await world.showing(cookie).get("/settings").status == .ok)
    #expect(try await row(world, "Firefox on Android").text.contains("Signed in today at 15:00") as Bool)
    world.time.advance(by: .seconds(60))
    #expect(try await world.showing(cookie).get("/settings").status == .ok)
    await world.app.writeUses(world.logger)
    let words = try await row(world, "Firefox on Android").text
    #expect(words.contains("Signed in today at 15:00 · last seen today at 16:01") as Bool, "\(words)")
    #expect(try await row(world, "Unknown browser").text.contains("This browser. Signed in today at 15:00") as Bool)
  }

  @Test func `a phone has a phone's icon`() async throws {
    _ = try await world.signIn(world.account, agent: Self.phone)
    #expect(try await row(world, "Firefox on Android").first("svg") != row(world, "Unknown browser").first("svg"))
  }
}
