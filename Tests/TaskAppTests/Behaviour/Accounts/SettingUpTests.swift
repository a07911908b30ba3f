import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

struct SettingUpTests {
  private static let typed: KeyValuePairs = ["username": "Ann", "password": World.password]

  @Test func `the first account takes over the lists of a database without accounts`() async throws {
    let world = try World.unregistered()
    let local = world.store.localAccount
    let list = try await world.store[local].createList(ListName(stored: "House"), submission: .fresh()).list
    #expect(try await !world.get("/lists/\(list)").body.contains("House"))
    let inside = try world.showing(cookieOf: await world.post("/set-up", Self.typed))
    #expect(try await inside.page("/lists/\(list)").first("h1")?.text == "House")
    let second = try await world.store.addAccount(Username(validating: "Ben"), password: World.record).id
    #expect(try await world.store[second].lists().isEmpty)
  }

  @Test func `the time zone is asked for: the browser's country's is chosen, and a refused form keeps one`()
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

/// If others can reach a new server, only the operator can make the first account.
struct SetUpTokenTests {
  private static let token = SetUpToken()

  private func world(peer: String? = "192.0.2.1", plainHTTP: Bool = true, proxies: String = "") throws -> World {
    var settings = TaskApp.Settings.test
    settings.setUpToken = Self.token
    settings.plainHTTP = plainHTTP
    settings.site.proxies = try TrustedProxies(parsing: proxies)
    var world = try World.unregistered(settings)
    world.peer = peer
    return world
  }

  private func setUp(_ world: World, _ token: String?, _ password: String = World.password) async throws -> Answer {
    var fields: [(name: String, value: String)] = [("username", "Ann"), ("password", password), ("next", "/trash")]
    if let token { fields.append((name: "token", value: token)) }
    return try await world.post("/set-up", fields: fields)
  }

  @Test func `from another machine the page requires the token, and accepts it however it is typed`() async throws {
    for typed in [Self.token.text, Self.token.text.uppercased(), " \(Self.token.text.replacing("-", with: " ")) "] {
      let world = try world()
      for address in ["/set-up", "/lists"] {
        let page = try await world.page(address)
        #expect(page.value(of: "token") == "")
        #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["token"])
      }
      let entered = try await setUp(world, typed)
      #expect(entered.status == .seeOther && entered.location == "/trash")
      #expect(try await world.showing(cookieOf: entered).get("/lists").status == .ok)
    }
  }

  @Test(arguments: [nil, "", "  ", "guess", "aaaaa-aaaaa-aaaaa-aaaaa"])
  func `without a token or with a wrong one no account is made, and the text except passwords is kept`(
    token: String?
  ) async throws {
    let world = try world()
    let answer = try await setUp(world, token)
    #expect(answer.status == .unprocessableContent && answer.cookie == nil)
    let page = try answer.page
    #expect(page.state("page") == "signed-out/unregistered")
    let isBlank = token?.allSatisfy(\.isWhitespace) ?? true
    #expect(page.error(of: "token")?.contains(isBlank ? "Enter the set-up token" : "isn’t the token") == true)
    #expect(page.value(of: "token") == token ?? "")
    #expect(
      page.value(of: "username") == "Ann" && page.value(of: "password") == "" && page.value(of: "next") == "/trash")
    #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["token"])
    #expect(try await !world.store.hasAccounts())
    #expect(!answer.body.contains(Self.token.text))
  }

  @Test func `a right token with an invalid password is kept as well`() async throws {
    let answer = try await setUp(world(), Self.token.text, "short")
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.value(of: "token") == Self.token.text)
    #expect(try answer.page.error(of: "password") != nil && answer.page.error(of: "token") == nil)
  }

  @Test func `tries at the token are limited`() async throws {
    let world = try world()
    for _ in 1...10 { #expect(try await setUp(world, "guess").status == .unprocessableContent) }
    let answer = try await setUp(world, Self.token.text)
    #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil)
    #expect(try answer.page.element(id: "form-error")?.text.contains("Too many attempts") == true)
    #expect(try await !world.store.hasAccounts())
  }

  @Test(arguments: [nil, "127.0.0.1", "::1"])
  func `on the server's own machine no token is required`(peer: String?) async throws {
    let world = try world(peer: peer, plainHTTP: false)
    #expect(try await world.page("/set-up").value(of: "token") == nil)
    #expect(try await setUp(world, nil).status == .seeOther)
  }

  @Test(arguments: ["X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"])
  func `a proxy on the server's machine makes no remote client local, trusted or not`(header: String) async throws {
    for proxies in ["", "127.0.0.1"] {
      let world = try world(peer: "127.0.0.1", proxies: proxies)
      var headers = HTTPFields.form
      headers[try #require(HTTPField.Name(header))] = header == "X-Forwarded-Proto" ? "https" : "127.0.0.1"
      let answer = try await world.send(
        .post, "/set-up", headers, body: Form.encoded([("username", "Eve"), ("password", World.password)]))
      #expect(answer.status == .unprocessableContent, "\(proxies)")
      #expect(try answer.page.error(of: "token") != nil)
    }
  }

  @Test func `another host name for the server's machine does not make remote clients local`() async throws {
    var world = try world(peer: "127.0.0.1")
    world.host = "192.168.1.7"
    #expect(try await setUp(world, nil).status == .unprocessableContent)
  }

  @Test func `all tokens differ, and are easy to read aloud`() {
    let tokens = Set((0..<100).map { _ in SetUpToken().text })
    #expect(tokens.count == 100)
    for token in tokens { #expect(token.wholeMatch(of: /([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}/) != nil, "\(token)") }
  }
}
