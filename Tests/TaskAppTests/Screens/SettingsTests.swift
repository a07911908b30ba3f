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
    return try printed(PreferencesForm(input, serverZone: "Europe/Berlin", rejection: rejection))
  }

  @Test func `the settings of an account are selected in the form`() throws {
    let page = try preferences(zone: "America/Argentina/Buenos_Aires", theme: "dark", rows: "50")
    #expect(selected(page, "time-zone") == ["America/Argentina/Buenos_Aires"])
    #expect(selected(page, "rows") == ["50"])
    #expect(page.all("input").filter { $0["checked"] != nil }.map { $0["value"] } == ["dark", ""])
    let zone = page.first { $0["value"] == "America/Argentina/Buenos_Aires" }
    #expect(zone?.text == "Argentina/Buenos Aires")
  }

  @Test func `without a chosen zone the form names the server's`() throws {
    let page = try printed(PreferencesForm(.standard, serverZone: "Europe/Berlin"))
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

  @Test func `an invalid choice is reported at its field, and no field takes the focus from another`() throws {
    let invalid = InvalidInput(
      FieldProblem(.timeZone, .unknownTimeZone), [FieldProblem(.theme, .notAChoice), FieldProblem(.rows, .notAChoice)])
    let page = try preferences(zone: "Mars/Base", theme: "pink", rows: "7", .invalid(invalid))
    #expect(selected(page, "time-zone") == [])
    #expect(page.element(id: "time-zone")?["aria-invalid"] == "true")
    #expect(page.all { $0["class"] == "error" }.count == 3)
    #expect(page.all { $0["autofocus"] != nil }.map { $0["id"] } == ["time-zone"])
  }

  @Test func `a wrong password is reported at its own field`() throws {
    let page = try printed(PasswordForm(name: "anna", rejection: .refused(.mismatch)))
    #expect(page.element(id: "password-error")?.text == "Wrong password.")
    #expect(page.element(id: "password")?["autofocus"] != nil)
    #expect(page.element(id: "change-password-error") == nil)
    let removal = try printed(AccountForm(name: "anna", lists: 2, rejection: .refused(.mismatch)))
    #expect(removal.element(id: "remove-password-error")?.text == "Wrong password.")
    #expect(removal.first("details")?["open"] != nil)
  }

  @Test func `an invalid new password has the focus`() throws {
    let invalid = InvalidInput(FieldProblem(.passwordAgain, .notTheSame))
    let page = try printed(PasswordForm(name: "anna", rejection: .invalid(invalid)))
    #expect(page.all { $0["autofocus"] != nil }.map { $0["id"] } == ["new-password"])
    #expect(page.element(id: "new-password")?["aria-describedby"] == "new-password-hint password-again-error")
  }

  @Test(arguments: [(0, "The account anna and everything"), (1, "its list with all tasks"), (2, "its 2 lists with")])
  func `the page names what will be gone before an account is removed`(lists: Int, words: String) throws {
    #expect(try printed(AccountForm(name: "anna", lists: lists)).first("details")?.text.contains(words) == true)
  }

  @Test func `no password is ever printed, and each form names its account for password managers`() throws {
    for page in [try printed(PasswordForm(name: "anna")), try printed(AccountForm(name: "anna", lists: 1))] {
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
      try await world.page("/settings").region("sessions")?.all("li").first {
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
