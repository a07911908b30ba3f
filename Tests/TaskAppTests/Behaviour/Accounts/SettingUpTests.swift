import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

struct SettingUpTests {
  @Test func `the first account takes over the lists of a database without accounts`() async throws {
    let world = try World.unregistered()
    let local = world.store.localAccount
    let list = try await world.store[local].createList(ListName(stored: "House"), submission: .fresh()).list
    #expect(try await !world.get("/lists/\(list)").body.contains("House"))
    let inside = try world.showing(
      cookieOf: await world.post("/set-up", ["username": "Ann", "password": World.password]))
    #expect(try await inside.page("/lists/\(list)").first("h1")?.text == "House")
    let second = try await world.store.addAccount(Username(validating: "Ben"), password: World.record).id
    #expect(try await world.store[second].lists().allSatisfy(\.isInbox))
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

struct SetUpTokenTests {
  @Test func `all tokens differ, and are easy to read aloud`() {
    let tokens = Set((0..<100).map { _ in SetUpToken().text })
    #expect(tokens.count == 100)
    for token in tokens { #expect(token.wholeMatch(of: /([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}/) != nil, "\(token)") }
  }
}
