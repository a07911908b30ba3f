import Foundation
import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct SettingsTests {
  private func selected(_ page: HTMLElement, _ id: String) -> [String?] {
    page.element(id: id)?.all("option").filter { $0["selected"] != nil }.map { $0["value"] } ?? []
  }

  private func preferences(
    zone: String = "", theme: String = "system", rows: String = "100", _ rejection: Rejection? = nil
  ) throws -> HTMLElement {
    let input = AccountSettingsInput(timeZone: zone, theme: theme, rows: rows)
    return try printed(PreferencesForm(input, of: "anna", serverZone: "Europe/Berlin", rejection: rejection))
  }

  @Test func `without a chosen zone the form names the server's`() throws {
    let page = try printed(PreferencesForm(.standard, of: "anna", serverZone: "Europe/Berlin"))
    #expect(selected(page, "time-zone") == [""])
    #expect(page.element(id: "time-zone")?.first("option")?.text == "Server default (Europe/Berlin)")
  }

  @Test func `a zone that is not offered stays selected`() throws {
    #expect(selected(try preferences(zone: "UTC"), "time-zone") == ["UTC"])
  }

  @Test func `every offered zone is valid`() throws {
    let zones = TimeZoneRegion.all.flatMap(\.zones)
    #expect(zones.count > 300)
    for zone in zones {
      #expect(throws: Never.self) {
        try AccountSettings(validating: AccountSettingsInput(timeZone: zone, theme: "light", rows: "25"))
      }
    }
  }

  @Test func `an invalid new password has the focus`() throws {
    let invalid = InvalidInput(FieldProblem(.passwordAgain, .notTheSame))
    let page = try printed(PasswordForm(name: "anna", rejection: .invalid(invalid)))
    #expect(page.all { $0["autofocus"] != nil }.map { $0["id"] } == ["new-password"])
    #expect(page.element(id: "new-password")?["aria-describedby"] == "new-password-hint password-again-error")
  }

  @Test(arguments: [(1, "its list with all tasks"), (2, "its 2 lists with")])
  func `the page names what will be gone before an account is removed`(lists: Int, words: String) throws {
    #expect(try printed(RemovalForm(name: "anna", lists: lists)).first("details")?.text.contains(words) == true)
  }

  @Test func `no password is ever printed, and each form names its account for password managers`() throws {
    let pages = [
      try printed(PasswordForm(name: "anna")), try printed(RemovalForm(name: "anna", lists: 1)),
      try printed(ExportForm(name: "anna")),
    ]
    for page in pages {
      let inputs = page.all("input")
      #expect(inputs.filter { $0["type"] == "password" }.allSatisfy { $0["value"] == nil })
      #expect(inputs.first { $0["autocomplete"] == "username" }?["value"] == "anna")
    }
  }
}

final class SessionsScreenTests: WorldTests {
  private static let phone = "Mozilla/5.0 (Android 16; Mobile; rv:149.0) Gecko/149.0 Firefox/149.0"

  private func row(_ world: World, _ name: String) async throws -> HTMLElement {
    try #require(
      try await world.page("/settings/account").region("sessions")?.all("li").first {
        $0.first { $0["class"] == "name" }?.text == name
      })
  }

  @Test func `a phone has a phone's icon`() async throws {
    _ = try await world.signIn(world.account, agent: Self.phone)
    #expect(try await row(world, "Firefox on Android").first("svg") != row(world, "Unknown browser").first("svg"))
  }
}
