import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

struct SettingUpTests {
  private static let typed: KeyValuePairs = ["username": "Ann", "password": World.password]

  @Test func `the first visitor makes the first account at the requested page, and is signed in there`() async throws {
    let world = try World.unregistered()
    let gate = try await world.get("/trash")
    #expect(try gate.page.state("page") == "signed-out/unregistered")
    let entered = try await world.press(
      gate.page.forms.first,
      typing: ["username": " Ann ", "password": World.password, "password-again": World.password])
    #expect(entered.status == .seeOther && entered.location == "/trash")
    let inside = try world.showing(cookieOf: entered)
    let page = try await inside.follow(entered).page
    #expect(page.first { $0["href"] == "/settings" }?.text.contains("Ann") == true)
    #expect(try await world.store.accounts().map(\.account.name) == ["Ann"])
  }

  @Test func `with an account, setting up is refused`() async throws {
    let world = try World.unregistered()
    #expect(try await world.get("/set-up").status == .ok)
    _ = try await world.post("/set-up", Self.typed)
    let again = try await world.get("/set-up")
    #expect(again.status == .seeOther && again.location == "/")
    let second = try await world.post("/set-up", ["username": "Eve", "password": "let me in as well"])
    #expect(second.status == .conflict && second.cookie == nil)
    #expect(try second.page.state("page") == "signed-out/registered")
    #expect(try second.page.element(id: "form-error")?.text.isEmpty == false)
    #expect(try await world.store.accounts().count == 1)
    #expect(
      try await world.press(second.page.form(to: "/sign-in"), typing: ["username": "Ann", "password": World.password])
        .status == .seeOther)
  }

  @Test func `the first account takes over the lists of a database without accounts`() async throws {
    let world = try World.unregistered()
    let local = world.store.localAccount
    let list = try await world.store[local].createList(ListName(validating: "House"), submission: .fresh())
      .list
    #expect(try await !world.get("/lists/\(list)").body.contains("House"))
    let inside = try world.showing(cookieOf: await world.post("/set-up", Self.typed))
    #expect(try await inside.get("/lists/\(list)").page.first("h1")?.text == "House")
    let second = try await world.store.addAccount(Username(validating: "Ben"), password: World.record).id
    #expect(try await world.store[second].lists().isEmpty)
  }

  @Test(arguments: [
    ("", World.password, "username", "Enter a name"), ("a\u{7}b", World.password, "username", "U+0007"),
    (String(repeating: "x", count: 65), World.password, "username", "64"),
    ("Ann", "short", "password", "8 characters"), ("Ann", "", "password", ""), ("Ann", "password", "password", ""),
    ("Annabella", "annabella", "password", "name"),
    ("Ann", String(repeating: "x", count: 257), "password", "256"),
  ])
  func `an invalid name or password is reported at its field: the name is kept, a password never`(
    name: String, password: String, field: String, words: String
  ) async throws {
    let world = try World.unregistered()
    let answer = try await world.post("/set-up", ["username": name, "password": password, "next": "/trash"])
    #expect(answer.status == .unprocessableContent && answer.cookie == nil)
    let page = try answer.page
    #expect(page.state("page") == "signed-out/unregistered")
    let error = try #require(page.error(of: field))
    #expect(error.contains(words), "\(error)")
    let shown = name.replacing("\u{7}", with: "\u{FFFD}")
    #expect(page.value(of: "username").map { Array($0.utf8) } == Array(shown.utf8))
    #expect(page.value(of: "password") == "" && page.value(of: "next") == "/trash")
    #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == [field])
    #expect(try await !world.store.hasAccounts())
  }

  @Test func `a mismatch in the second field is reported, and no account is made`() async throws {
    let world = try World.unregistered()
    let answer = try await world.post(
      "/set-up", ["username": "Ann", "password": World.password, "password-again": World.password + "!"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "password-again") != nil)
    #expect(try await !world.store.hasAccounts())
  }

  @Test func `the time zone is asked for: that of the browser's country is chosen, and a refused form keeps another`()
    async throws
  {
    let world = try World.unregistered()
    let gate = try await world.get("/set-up", [.acceptLanguage: "de-CH,de;q=0.9"])
    #expect(try gate.page.value(of: "time-zone") == "Europe/Zurich")
    let fields: KeyValuePairs = ["username": "Ann", "password": "short", "time-zone": "Asia/Tokyo"]
    let refused = try await world.post("/set-up", fields)
    #expect(refused.status == .unprocessableContent)
    #expect(try refused.page.value(of: "time-zone") == "Asia/Tokyo")
    let entered = try await world.press(
      refused.page.forms.first, typing: ["password": World.password, "password-again": World.password])
    #expect(entered.status == .seeOther)
    #expect(try await world.store.accounts().map(\.account.settings.timeZone) == ["Asia/Tokyo"])
  }

  @Test(arguments: [
    ("de-CH,de;q=0.9", "Europe/Zurich"), ("es-es", "Europe/Madrid"), ("zh-Hant-NZ", "Pacific/Auckland"), ("en-US", nil),
    ("en", nil), ("", nil), ("de;q=1,de-CH", nil), ("xx-XX", nil),
  ])
  func `the zone of a country is chosen if most people live in one`(languages: String, zone: String?) {
    let zones = CountryZones(
      table: """
        # a comment
        CH\t+4723+00832\tEurope/Zurich
        ES\t+4024-00341\tEurope/Madrid\tSpain (mainland)
        ES\t+2806-01524\tAtlantic/Canary\tCanary Islands
        NZ\t-3652+17446\tPacific/Auckland\tmost of New Zealand
        NZ\t-4357-17633\tPacific/Chatham\tChatham Islands
        US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
        US\t+415100-0873900\tAmerica/Chicago\tCentral (most areas)
        broken
        """)
    #expect(zones.zone(for: languages) == zone)
  }
}
