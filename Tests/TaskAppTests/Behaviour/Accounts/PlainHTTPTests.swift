import HTTPTypes
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp

/// Connections without encryption, and those that only look so because a proxy terminates TLS.
struct PlainHTTPTests {
  private func world(plainHTTP: Bool = false, proxies: String? = nil, host: String, peer: String? = nil) async throws
    -> World
  {
    var settings = TaskApp.Settings.test
    settings.plainHTTP = plainHTTP
    settings.site.hosts = ["lists.example"]
    if let proxies { settings.site.proxies = try TrustedProxies(parsing: proxies) }
    var world = try await World(settings)
    (world.host, world.peer) = (host, peer)
    return world
  }

  private func signIn(_ world: World, _ headers: HTTPFields = [:]) async throws -> Answer {
    try await world.showing(nil).send(
      .post, "/sign-in", HTTPFields(.form + headers),
      body: Form.encoded([("username", "Ann"), ("password", World.password)]))
  }

  private static var hostCookie: Regex<Substring> {
    /__Host-fourfold=[A-Za-z0-9_-]{43}; Max-Age=18144000; Path=\/; HttpOnly; SameSite=Lax; Secure/
  }
  private static var plainCookie: Regex<Substring> {
    /fourfold=[A-Za-z0-9_-]{43}; Max-Age=18144000; Path=\/; HttpOnly; SameSite=Lax/
  }

  @Test func `over a plain network signing in, up and setting up are refused before the password is read`()
    async throws
  {
    let world = try await world(host: "lists.example")
    for address in ["/sign-in", "/set-up", "/sign-up"] {
      let answer = try await world.post(address, ["username": "Ann", "password": World.password])
      #expect(answer.status == .unauthorized && answer.cookie == nil, "\(address)")
      #expect(try answer.page.state("page") == "signed-out/insecure", "\(address)")
      #expect(answer.headers[.wwwAuthenticate] != nil)
    }
    for address in ["/set-up", "/sign-up"] {
      #expect(try await world.page(address).state("page") == "signed-out/insecure", "\(address)")
    }
  }

  @Test(arguments: ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "app.localhost"])
  func `on the local machine it works, with the secure cookie`(host: String) async throws {
    let answer = try await signIn(world(host: host))
    #expect(answer.headers[values: .setCookie].first?.wholeMatch(of: Self.hostCookie) != nil)
    #expect(answer.headers[.strictTransportSecurity] == nil)
  }

  @Test func `if plain HTTP is allowed the cookie has a plain name, and no other one is accepted`() async throws {
    let world = try await world(plainHTTP: true, host: "lists.example")
    let answer = try await signIn(world)
    #expect(answer.headers[values: .setCookie].first?.wholeMatch(of: Self.plainCookie) != nil)
    let inside = try world.showing(cookieOf: answer)
    #expect(try await inside.get("/lists").status == .ok)
    let token = try World.token(inside.cookie).text
    #expect(try await world.showing("__Host-fourfold=\(token)").get("/lists").status == .unauthorized)
    let left = try await inside.post("/sign-out")
    #expect(left.headers[.setCookie] == "fourfold=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
  }

  @Test func `HTTPS ignores the plain cookie, and the local machine does unless plain HTTP is allowed`() async throws {
    for (plainHTTP, peer, believed) in [
      (true, "10.0.0.1", "__Host-fourfold"), (false, "10.0.0.1", "__Host-fourfold"),
      (true, "127.0.0.1", "fourfold"), (false, "127.0.0.1", "__Host-fourfold"),
    ] {
      let world = try await world(plainHTTP: plainHTTP, proxies: "10.0.0.0/8", host: "localhost", peer: peer)
      let token = try World.token(world.cookie).text
      for name in ["fourfold", "__Host-fourfold"] {
        let answer = try await world.showing("\(name)=\(token)").get(
          "/lists", peer == "10.0.0.1" ? Self.forwarded : [:])
        #expect(answer.status == (name == believed ? .ok : .unauthorized), "\(name) from \(peer), \(plainHTTP)")
      }
    }
  }

  @Test func `a remote client is not local, whatever host it requests`() async throws {
    let world = try await world(host: "localhost", peer: "192.0.2.66")
    let answer = try await signIn(world.showing(nil))
    #expect(answer.status == .unauthorized && answer.headers[.setCookie] == nil)
    #expect(try answer.page.state("page") == "signed-out/insecure")
  }

  private static let forwarded: HTTPFields = {
    var headers = HTTPFields()
    for (name, value) in [
      ("X-Forwarded-Proto", "https"), ("X-Forwarded-For", "192.0.2.7"), ("X-Forwarded-Host", "lists.example"),
    ] {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return headers
  }()

  @Test func `behind a trusted proxy it is HTTPS: a secure cookie, and Strict-Transport-Security`() async throws {
    let world = try await world(proxies: "10.0.0.0/8", host: "10.0.0.2:8080", peer: "10.0.0.1")
    let answer = try await signIn(world, Self.forwarded)
    #expect(answer.headers[values: .setCookie].first?.wholeMatch(of: Self.hostCookie) != nil)
    #expect(answer.headers[.strictTransportSecurity] == "max-age=31536000")
    let inside = try world.showing(cookieOf: answer)
    for address in ["/lists", "/nowhere", "/health", inside.app.assets.addresses.stylesheet] {
      let answer = try await inside.get(address, Self.forwarded)
      #expect(answer.headers[.strictTransportSecurity] == "max-age=31536000", "\(address)")
    }
    #expect(try await inside.get("/lists", Self.forwarded).status == .ok)
    #expect(try await inside.page("/lists").state("page") == "signed-out/insecure", "without a word of the proxy")
  }

  @Test func `headers of an untrusted client are ignored`() async throws {
    let world = try await world(proxies: "10.0.0.0/8", host: "lists.example", peer: "192.0.2.66")
    let answer = try await signIn(world, Self.forwarded)
    #expect(answer.status == .unauthorized && answer.cookie == nil)
    #expect(try answer.page.state("page") == "signed-out/insecure")
    #expect(answer.headers[.strictTransportSecurity] == nil)
    #expect(try await world.page("/lists", Self.forwarded).state("page") == "signed-out/insecure")
  }

  @Test func `tries are counted by the address that a trusted proxy reports, else by that of the peer`() async throws {
    for (peer, status) in [("10.0.0.1", HTTPResponse.Status.unprocessableContent), ("192.0.2.66", .tooManyRequests)] {
      let world = try await world(plainHTTP: true, proxies: "10.0.0.0/8", host: "localhost", peer: peer).showing(nil)
      var last: Answer?
      for number in 1...11 {
        var headers = HTTPFields(.form + Self.forwarded)
        if let name = HTTPField.Name("X-Forwarded-For") { headers[name] = "198.51.100.\(number)" }
        last = try await world.send(
          .post, "/sign-in", headers, body: Form.encoded([("username", "Name \(number)"), ("password", "a guess")]))
      }
      #expect(last?.status == status, "\(peer)")
    }
  }
}

extension HTTPFields {
  fileprivate static func + (left: HTTPFields, right: HTTPFields) -> [HTTPField] { Array(left) + Array(right) }
}
