import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import StatePages
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// The whole app over a real database, at a moment that the test holds. Requests go in at the router, answers come out.
struct World: Sendable {
  let store: TaskStore
  let app: TaskApp
  let time: HeldTime
  let log: RecordedLog
  private let responder: RouterResponder<AppContext>

  /// The app over a new database in memory.
  init(
    _ settings: TaskApp.Settings = .test, at time: HeldTime = HeldTime(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    try self.init(over: TaskStore.inMemory(now: { time.now }), settings, at: time, clock: clock)
  }

  init(
    over store: TaskStore, _ settings: TaskApp.Settings = .test, at time: HeldTime = HeldTime(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.store = store
    self.time = time
    log = RecordedLog()
    app = TaskApp(
      store: store, templates: try Self.templates.get(), assets: try Assets(House.root.path + "/Public"),
      settings: settings, clock: clock, now: { time.now })
    responder = app.router().buildResponder()
  }

  /// The same world once more, over a copy of its database.
  func copy() throws -> World {
    let time = HeldTime(Int64(self.time.now.timeIntervalSince1970))
    let queue = try DatabaseQueue()
    try store.database.backup(to: queue)
    return try World(
      over: TaskStore(database: queue, settings: TaskStore.Settings(), now: { time.now }), app.settings, at: time)
  }

  /// Loaded and verified once for all tests.
  private static let templates = Result { try TaskApp.templates(House.templates.path) }

  var account: AccountID { store.localAccount }

  func get(_ address: String, _ headers: HTTPFields = [:]) async throws -> Answer {
    try await send(.get, address, headers)
  }

  /// Sends a form as a browser does from one of our pages.
  func post(_ address: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> Answer {
    try await post(address, fields: fields.map { ($0.key, $0.value) })
  }

  func post(_ address: String, fields: [(name: String, value: String)]) async throws -> Answer {
    try await send(.post, address, .form, body: Form.encoded(fields))
  }

  /// Presses a button of a form, the first that there is unless told.
  func press(_ form: Form?, _ button: Form.Button? = nil, typing: [String: String] = [:]) async throws -> Answer {
    let form = try #require(form)
    let fields = form.fields(pressing: button ?? form.buttons.first, typing: typing)
    return form.method == "post"
      ? try await post(form.action, fields: fields) : try await get("\(form.action)?\(Form.encoded(fields))")
  }

  /// The page that an answer sends the reader on to.
  func follow(_ answer: Answer) async throws -> Answer {
    try #require(answer.status == .seeOther, "\(answer.status) \(answer.words)")
    return try await get(#require(answer.location))
  }

  func send(
    _ method: HTTPRequest.Method, _ address: String, _ headers: HTTPFields = [:], body: String? = nil
  ) async throws -> Answer {
    let path = String(address.prefix { $0 != "#" })
    return try await Application(responder: responder, logger: log.logger).test(.router) { client in
      try await client.execute(
        uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
      ) { Answer($0) }
    }
  }
}

extension TaskApp.Settings {
  /// A world in which it is the same day everywhere, and nothing is streamed.
  static let test = TaskApp.Settings(timeZone: "GMT")
  static let rehearsing = TaskApp.Settings(rehearses: true, timeZone: "GMT")
}

extension HTTPFields {
  /// What a browser sends with a form of our own pages.
  static let form: HTTPFields = [
    .contentType: "application/x-www-form-urlencoded", .secFetchSite: "same-origin",
  ]
}

extension HTTPField.Name {
  static let secFetchSite = name("Sec-Fetch-Site")
  static let secFetchDest = name("Sec-Fetch-Dest")
  static let secPurpose = name("Sec-Purpose")

  private static func name(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a header") }
    return name
  }
}
