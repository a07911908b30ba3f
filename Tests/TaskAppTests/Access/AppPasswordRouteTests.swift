import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOEmbedded
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Every route that requires an app password, for everything that a client may send in place of one.
struct AppPasswordRouteTests {
  private static func routes(_ world: World) -> [RouteCase] {
    RouteTable(of: world.app).all.filter { $0.gate == .appPassword }.map(RouteCase.init)
  }

  /// Makes an app password of an account, and returns it as typed.
  private func make(_ world: World, of account: AccountID? = nil) async throws -> (id: AppPasswordID, text: String) {
    let secret = AppPasswordSecret()
    let id = try await world.store[account ?? world.account].addAppPassword(
      AppPasswordName(validating: "Phone"), digest: secret.digest, submission: .fresh()
    ).id
    return (id, secret.password(of: id))
  }

  private func basic(_ password: String, as name: String = "Ann") -> HTTPFields {
    [.authorization: "Basic \(Data("\(name):\(password)".utf8).base64EncodedString())"]
  }

  private func send(_ one: RouteCase, _ world: World, _ headers: HTTPFields) async throws -> Answer {
    try await world.send(one.route.method, one.address("1"), headers)
  }

  private func expectPlain(_ answer: Answer, _ status: HTTPResponse.Status, _ comment: Comment) {
    #expect(answer.status == status, comment)
    #expect(answer.headers[.setCookie] == nil && answer.headers[.contentEncoding] == nil, comment)
    #expect(answer.headers[.contentType] == "text/plain; charset=utf-8", comment)
    #expect(answer.headers[.wwwAuthenticate] == (status == .unauthorized ? BasicCredentials.challenge : nil), comment)
    #expect(!answer.body.contains("Order tiles"), comment)
  }

  @Test func `every route takes the right app password, and nothing in place of one`() async throws {
    let clock = ManualClock()
    let world = try await World(clock: clock)
    let stranger = try await Stranger(in: world)
    let own = try await make(world)
    let (ended, theirs) = (try await make(world), try await make(world, of: stranger.account))
    try await world.mine.endSecret(of: ended.id)
    let bare = own.text.replacing("-", with: "")
    let wrong: [(String, HTTPFields)] = [
      ("a session", [:]), ("no app password", [.authorization: "Basic"]), ("a token", [.authorization: "Bearer x"]),
      ("no base 64", [.authorization: "Basic é"]), ("no colon", [.authorization: "Basic QW5u"]),
      ("the account's password", basic(World.password)), ("an ended one", basic(ended.text)),
      ("another account's", basic(theirs.text)), ("the name of another account", basic(own.text, as: "Stranger")),
      ("a truncated one", basic(String(own.text.dropLast()))), ("an id alone", basic("\(own.id)")),
    ]
    let routes = Self.routes(world)
    #expect(routes.count >= 18)
    for one in routes {
      for (name, headers) in wrong {
        expectPlain(try await send(one, world, headers), .unauthorized, "\(one) with \(name)")
        clock.advance(by: .seconds(60))
      }
      for (text, name) in [(own.text, "Ann"), (own.text.uppercased(), "ANN"), (bare, "ann")] {
        for cookie in [world.cookie, nil] {
          let answer = try await send(one, world.showing(cookie), basic(text, as: name))
          #expect(answer.status != .unauthorized && !answer.body.contains("HTTPS"), "\(one): \(answer.status)")
          #expect(answer.headers[.setCookie] == nil && answer.headers[.contentEncoding] == nil)
        }
      }
    }
  }

  @Test func `an app password is refused over a connection that others can read`() async throws {
    var settings = TaskApp.Settings.test
    settings.site.proxies = try TrustedProxies(parsing: "10.0.0.1")
    settings.plainHTTP = true
    var world = try await World(settings)
    let own = try await make(world)
    (world.host, world.peer) = ("192.168.1.7", "10.0.0.1")
    for one in Self.routes(world) {
      let plain = try await send(one, world, basic(own.text))
      expectPlain(plain, .forbidden, "\(one)")
      #expect(one.route.method == .head || plain.body.contains("HTTPS"))
      var headers = basic(own.text)
      headers[.forwardedProto] = "https"
      #expect(try await !send(one, world, headers).body.contains("HTTPS"), "\(one)")
    }
  }

  @Test func `wrong app passwords are limited, and keep neither browser nor phone of the owner out`() async throws {
    var world = try await World()
    world.peer = "127.0.0.9"
    let own = try await make(world)
    for _ in 0..<10 { #expect(try await world.send(.get, "/dav", basic("\(own.id)-wrong")).status == .unauthorized) }
    let often = try await world.send(.get, "/dav", basic("\(own.id)-wrong"))
    expectPlain(often, .tooManyRequests, "the eleventh")
    #expect(often.headers[.retryAfter] != nil)
    #expect(try await world.send(.get, "/dav", basic(own.text)).status == .ok)
    let page = try await world.showing(nil).get("/settings").page
    let signedIn = try await world.showing(nil).press(
      page.form(to: "/sign-in"), typing: ["username": "Ann", "password": World.password])
    #expect(signedIn.status == .seeOther)
    world.peer = "127.0.0.10"
    #expect(try await world.send(.get, "/dav", basic("x", as: "Ben")).status == .unauthorized, "another subscriber")
    await world.app.writeUses(world.logger)
    let events = try await world.mine.accountEvents(limit: 9).events
    #expect(events.first { $0.kind == .appPasswordRefused }?.times == 10)
    let limiter = RequestSender.limiter(perMinute: 1_200, clock: ManualClock())
    for _ in 0..<10_000 {
      #expect(limiter.admit([.programs(world.account)], cost: RequestSender.program) == nil, "a first copy")
    }
    #expect(limiter.admit([.account(world.account)]) == nil)
  }

  @Test func `a handler has the account's store, zone and app password, and its errors are plain text`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let settings = AccountSettingsInput(timeZone: "Asia/Tokyo", theme: "dark", rows: "50")
    try await world.mine.setSettings(AccountSettings(validating: settings))
    let own = try await make(world)
    func ask(_ handler: @escaping AppPasswordGate.Handler) async throws -> Response {
      let head = HTTPRequest(
        method: .get, scheme: "http", authority: "localhost", path: "/dav", headerFields: basic(own.text))
      var context = AppContext(
        source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: world.logger))
      context.client = Client(head, peer: nil, proxies: .none)
      let request = AnonymousRequest(
        app: world.app, http: Request(head: head, body: RequestBody(buffer: .init())), context: context)
      return await AppPasswordGate.response(to: request, handler)
    }
    let made = try await ask { request in
      #expect(request.look.timeZone == "Asia/Tokyo" && request.appPassword.name == "Phone")
      let added = try await request.store.addTasks(
        [TaskDraft(validating: TaskInput(title: "Paint"))], to: list, submission: .fresh())
      return Response(status: .init(code: added.tasks.count == 1 ? 201 : 500))
    }
    #expect(made.status == .created)
    #expect(try await world.mine.history(of: list, limit: 1).map(\.app) == ["Phone"])
    let missing = try await Answer(
      ask {
        _ = try await $0.store.list(ListID(99)); return Response(status: .ok)
      })
    expectPlain(missing, .notFound, "\(missing.words)")
  }

  @Test func `the last use is noted at most once a minute, and no log and no row has the secret`() async throws {
    var world = try await World()
    (world.logLevel, world.peer) = (.trace, "127.0.0.7")
    let own = try await make(world)
    var headers = basic(own.text)
    headers[.userAgent] = "DAVx5/4.4.5"
    for pause in [0, 30, 29] {
      world.time.advance(by: .seconds(pause))
      _ = try await world.send(.get, "/dav", headers)
      await world.app.writeUses(world.logger)
    }
    let used = try #require(try await world.mine.appPasswords().first?.used)
    #expect(world.time.now.timeIntervalSince(used.at) == 59)
    #expect(used.origin == AccountEvent.Origin(network: "127.0.0.0/24", agent: "DAVx5/4.4.5"))
    let secret = String(own.text.drop { $0 != "-" }.dropFirst())
    for text in [secret, secret.replacing("-", with: ""), headers[.authorization] ?? ""] {
      for line in world.log.texts { #expect(!line.contains(text)) }
      #expect(try await !Rows(of: world.store).contains(text))
    }
    #expect("\(AppPasswordSecret())" == "AppPasswordSecret" && AppPasswordSecret() != AppPasswordSecret())
  }
}
