import HTTPTypes
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp
@testable import TaskStore

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
        let page = try await world.get(address).page
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
    #expect(try await world.get("/set-up").page.value(of: "token") == nil)
    #expect(try await setUp(world, nil).status == .seeOther)
  }

  @Test(arguments: ["X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"])
  func `a proxy on the server's machine does not make remote clients local, trusted or not`(header: String) async throws
  {
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
