import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class PreferencesTests: WorldTests {
  private func save(
    _ world: World, zone: String = "", theme: String = "system", rows: String = "100"
  ) async throws -> Answer { try await world.post("/settings", ["time-zone": zone, "theme": theme, "rows": rows]) }

  @Test(arguments: [("system", nil, "light dark"), ("light", "light", "light"), ("dark", "dark", "dark")])
  func `the theme is part of every page, those of problems too`(
    theme: String, attribute: String?, scheme: String
  ) async throws {
    _ = try await save(world, theme: theme)
    for (address, status) in [("/lists", 200), ("/settings", 200), ("/trash", 200), ("/lists/999", 404)] {
      let answer = try await world.get(address)
      #expect(answer.status.code == status)
      let page = try answer.page
      #expect(page.first("html")?["data-theme"] == attribute, "\(address)")
      #expect(page.first { $0["name"] == "color-scheme" }?["content"] == scheme, "\(address)")
    }
    let malformed = try await world.send(.post, "/lists", .form, body: "name=%").page
    #expect(malformed.first("html")?["data-theme"] == attribute)
    #expect(try await world.showing(nil).get("/lists").page.first("html")?["data-theme"] == nil)
  }
}
