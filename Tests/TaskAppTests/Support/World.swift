import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import StatePages
import StatePagesTesting
import Synchronization
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// The whole app over a real database, at a time that the test holds. Requests are sent to the router.
struct World: Sendable {
  let store: TaskStore
  let app: TaskApp
  let time: HeldTime
  let log: RecordedLog
  /// The remote sources of followed lists.
  let elsewhere: Elsewhere
  /// The account of the requests.
  let account: AccountID
  /// The cookie sent with every request; `nil` for a browser that never signed in.
  var cookie: String?
  /// The host of the requests.
  var host: String? = "localhost"
  /// The IP address of the connection; `nil` for none.
  var peer: String?
  /// The level from which on log lines are recorded.
  var logLevel = Logger.Level.error
  /// Whether the addresses that tests request are sent as they are. Otherwise those of the app get the base path.
  var isVerbatim = false
  /// The store bound to the account.
  var mine: AccountStore<StoreError> { store[account] }
  private let responder: BasePathResponder<RouterResponder<AppContext>>

  /// The app over a new database in memory, signed in. By default its clock stands still, so that no grace or deadline passes on
  /// a busy machine.
  init(
    _ settings: TaskApp.Settings = .test, at time: HeldTime = HeldTime(),
    clock: any Clock<Duration> = ManualClock(), below basePath: BasePath = .root
  ) async throws {
    let store = try TaskStore.inMemory(settings: .patient, now: { time.now })
    try await self.init(over: store, settings, at: time, clock: clock, below: basePath)
  }

  /// The app over a database without accounts, which gets one, signed in; its password is ``password``.
  init(
    over store: TaskStore, _ settings: TaskApp.Settings = .test, at time: HeldTime = HeldTime(),
    clock: any Clock<Duration> = ManualClock(), below basePath: BasePath = .root
  ) async throws {
    let account = try await store.addAccount(Username(validating: "Ann"), password: Self.record).id
    try self.init(store, settings, time, clock, account, Elsewhere(), basePath)
    cookie = try await signIn(account)
  }

  private init(
    _ store: TaskStore, _ settings: TaskApp.Settings, _ time: HeldTime, _ clock: any Clock<Duration>,
    _ account: AccountID, _ elsewhere: Elsewhere, _ basePath: BasePath
  ) throws {
    self.store = store
    self.time = time
    self.account = account
    log = RecordedLog()
    self.elsewhere = elsewhere
    let (templates, assets) = try Self.files(below: basePath)
    var settings = settings
    // As in a debug build: a cached part of a page is rendered once more and compared, and a mistake is shown in place of its page.
    settings.isStrict = true
    app = TaskApp(
      store: store, templates: templates, assets: assets,
      settings: settings, clock: clock, now: { time.now }, fetch: elsewhere.fetch)
    responder = app.below(try app.router().buildResponder())
  }

  /// The same world for another account.
  init(_ world: World, of account: AccountID) {
    (store, app, time, log, elsewhere) = (world.store, world.app, world.time, world.log, world.elsewhere)
    (host, peer, logLevel, responder) = (world.host, world.peer, world.logLevel, world.responder)
    self.account = account
  }

  /// The app over a new database without accounts.
  static func unregistered(
    _ settings: TaskApp.Settings = .test, at time: HeldTime = HeldTime(), clock: any Clock<Duration> = ManualClock(),
    below basePath: BasePath = .root
  ) throws -> World {
    let store = try TaskStore.inMemory(settings: .patient, now: { time.now })
    return try World(store, settings, time, clock, AccountID(0), Elsewhere(), basePath)
  }

  /// The same world over a copy of its database, optionally with other settings; remote sources are shared.
  func copy(_ settings: TaskApp.Settings? = nil) throws -> World {
    let time = HeldTime(Int64(self.time.now.timeIntervalSince1970))
    let queue = try DatabaseQueue(configuration: TaskStore.configuration(.patient))
    try store.database.backup(to: queue)
    let store = try TaskStore(
      database: queue, version: DataVersion(ofOnly: queue), settings: .patient, now: { time.now })
    return try over(store, settings, at: time)
  }

  /// The same account over another store that contains it and its session.
  func over(_ store: TaskStore, _ settings: TaskApp.Settings? = nil, at time: HeldTime? = nil) throws -> World {
    var world = try World(
      store, settings ?? app.settings, time ?? self.time, ManualClock(), account, elsewhere, app.basePath)
    world.cookie = cookie
    return world
  }

  /// The same world for a browser with another cookie, or none.
  func showing(_ cookie: String?) -> World {
    var world = self
    world.cookie = cookie
    return world
  }

  /// The password of the accounts that tests make, and its record as ``PasswordHasher/quick`` makes it.
  static let password = "a quiet day in the garden"
  static let record = "$scrypt$ln=4,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$kjcARpjk8QuTo/11K5ejb4WWU8Oeh4lb4vMN2GT9j74"

  /// Begins a session of an account without its password, and returns its cookie.
  func signIn(_ account: AccountID, agent: String = "Test") async throws -> String {
    let token = SessionToken()
    _ = try await store.beginSession(digest: token.digest, for: account, agent: agent, replacing: nil)
    let client = Client(.to("localhost"), peer: nil, proxies: .none)
    let cookie = try #require(SessionCookie(for: client, below: app.basePath, plainHTTP: false))
    return "\(cookie.name)=\(token.text)"
  }

  /// The templates and the static files for a base path. Loaded, verified and compressed once for all tests: checking for changed files
  /// before every page takes longer than the page.
  private static func files(below basePath: BasePath) throws -> (templates: Templates, assets: Assets) {
    try files.withLock { files in
      if let known = files[basePath] { return known }
      let assets = try Assets(House.publicFiles.path, basePath: basePath, isReloading: false)
      let loaded = (
        try TaskApp.templates(House.templates.path, assets: assets, basePath: basePath, isReloading: false), assets
      )
      files[basePath] = loaded
      return loaded
    }
  }

  private static let files = Mutex<[BasePath: (templates: Templates, assets: Assets)]>([:])

  /// A logger that writes into ``log``.
  var logger: Logger { log.logger(from: logLevel) }

  func get(_ address: String, _ headers: HTTPFields = [:]) async throws -> Answer {
    try await send(.get, address, headers)
  }

  /// Sends a form as a browser does from a page of the app.
  func post(_ address: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> Answer {
    try await post(address, fields: fields.map { ($0.key, $0.value) })
  }

  func post(_ address: String, fields: [(name: String, value: String)]) async throws -> Answer {
    try await send(.post, address, .form, body: Form.encoded(fields))
  }

  /// Presses a button of a form, by default the first.
  func press(_ form: Form?, _ button: Form.Button? = nil, typing: [String: String] = [:]) async throws -> Answer {
    let form = try #require(form)
    let pressed = button ?? form.buttons.first
    let fields = form.fields(pressing: pressed, typing: typing)
    return form.method == "post"
      ? try await post(form.action(of: pressed), fields: fields)
      : try await get("\(form.action)?\(Form.encoded(fields))")
  }

  /// The page that a response redirects to.
  func follow(_ answer: Answer) async throws -> Answer {
    try #require(answer.status == .seeOther, "\(answer.status) \(answer.words)")
    return try await get(#require(answer.location))
  }

  func send(
    _ method: HTTPRequest.Method, _ address: String, _ headers: HTTPFields = [:], body: String? = nil
  ) async throws -> Answer {
    try await send(method, address, headers, body: body.map { RequestBody(buffer: ByteBuffer(string: $0)) })
  }

  /// Sends a request as from a connection.
  func send(
    _ method: HTTPRequest.Method, _ address: String, _ headers: HTTPFields, body: RequestBody?
  ) async throws -> Answer { try await Answer(respond(method, address, headers, body: body)) }

  /// The app's response, with its body not written yet.
  func respond(
    _ method: HTTPRequest.Method, _ address: String, _ headers: HTTPFields, body: RequestBody? = nil
  ) async throws -> Response {
    var headers = headers
    if headers[.cookie] == nil { headers[.cookie] = cookie }
    let address = isVerbatim || app.basePath.inside(address) != nil ? address : app.basePath.address(address)
    let head = HTTPRequest(
      method: method, scheme: "http", authority: host, path: String(address.prefix { $0 != "#" }), headerFields: headers
    )
    var logger = logger
    logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
    let channel = EmbeddedChannel()
    channel.remoteAddress = try peer.map { try SocketAddress(ipAddress: $0, port: 4711) }
    let context = AppContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
    let request = Request(head: head, body: body ?? RequestBody(buffer: ByteBuffer()))
    return try await responder.respond(to: request, context: context)
  }
}

extension TaskStore.Settings {
  /// A read or a write waits for its turn however busy the machine is.
  static let patient: TaskStore.Settings = {
    var settings = TaskStore.Settings()
    settings.busyTimeout = 600
    settings.readLimit = .seconds(3_600)
    return settings
  }()
}

extension TaskApp.Settings {
  /// Settings with the same day everywhere, and without streaming, however long a busy machine takes.
  static var test: TaskApp.Settings {
    var settings = TaskApp.Settings(patience: .init(grace: .seconds(20)), timeZone: "GMT", hasher: .quick)
    settings.sender = ReminderSender(hasMail: true) { _, _ in }
    return settings
  }
  static var rehearsing: TaskApp.Settings {
    var settings = TaskApp.Settings(rehearses: true, timeZone: "GMT", hasher: .quick)
    settings.sender = test.sender
    return settings
  }
}

extension PasswordHasher {
  /// A hasher with a cost for tests. Each world has its own, because it counts the hashings of each name.
  static var quick: PasswordHasher { PasswordHasher(parameters: Parameters(log2Cost: 4), queue: 10_000) }
}

extension HTTPFields {
  /// The headers of a form from a page of the app.
  static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .secFetchSite: "same-origin"]
}

extension HTTPField.Name {
  static let secFetchSite = name("Sec-Fetch-Site")
  static let secFetchDest = name("Sec-Fetch-Dest")
  static let forwardedProto = name("X-Forwarded-Proto")
  static let secPurpose = name("Sec-Purpose")
  static let clearSiteData = name("Clear-Site-Data")
  static let speculationRules = name("Speculation-Rules")

  private static func name(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a header") }
    return name
  }
}

extension AccountStore {
  /// All of the account's lists, without those in the trash.
  func lists() async throws(Problem) -> [ListSummary] { try await listsPage(of: Limits.listsPerAccount).rows }
}

/// A suite each of whose tests has a world of its own.
class WorldTests {
  let world: World
  var mine: AccountStore<StoreError> { world.mine }

  init() async throws { world = try await World() }
}

/// A suite each of whose tests has a world of its own with a list.
class ListTests {
  let world: World
  let list: ListID
  var mine: AccountStore<StoreError> { world.mine }

  /// The day on which its world is made.
  var today: Day { Day(of: HeldTime().now, in: .gmt) }

  init() async throws {
    world = try await World()
    list = try await world.makeList()
  }
}

/// A suite each of whose tests has a world with everything.
class RichTests {
  let rich: RichWorld
  var world: World { rich.world }
  var mine: AccountStore<StoreError> { rich.world.mine }

  init() async throws { rich = try await RichWorld() }
}
