import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskFormats
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Steps that nobody answers: what is there before, what time passes, and what happens elsewhere.
extension Transcript {
  /// Takes such a step; false if it is another one.
  func setUp(_ step: String, _ first: String, _ rest: [String]) async throws -> Bool {
    switch step {
    case "list": _ = try await world.makeList(first)
    case "section": try await world.addSection(rest.first ?? "", to: #require(ListID(first)))
    case "add": try await add(rest, to: #require(ListID(first)))
    case "many": try await world.add(#require(rest.first.flatMap { Int($0) }), to: #require(ListID(first)))
    case "filter":
      _ = try await world.mine.saveFilter(rest.first ?? "", as: ListName(validating: first), submission: .fresh())
    case "rows":
      try await world.mine.setSettings(
        AccountSettings(validating: AccountSettingsInput(timeZone: "", theme: "system", rows: first)))
    case "wait":
      let time = Duration.seconds((Int(first.dropLast()) ?? 0) * (first.hasSuffix("d") ? 86_400 : 1))
      world.time.advance(by: time)
      if time > .zero { clock.advance(by: time) }
    case "stranger":
      let stranger = try await Stranger(in: world)
      keep(World(world, of: stranger.account).showing(stranger.cookie), as: "Stranger")
    case "session":
      let caller = try #require(SignedOutCaller.allCases.first { "\($0)" == first })
      world = try await world.showing(caller.cookie(in: world))
    case "out": world = world.showing(nil)
    case "world": world = try await world(first, Dictionary(rest.map(Self.field)) { $1 })
    case "peer": world.peer = first.isEmpty ? nil : first
    case "host": world.host = first
    case "cookie": world.cookie = world.cookie?.replacing(first, with: rest.first ?? "")
    // Of the account, by its operator or by an app.
    case "operator": try await world.store.setOperator(world.account, to: first == "on")
    case "accounts":
      for number in 1...(Int(first) ?? 1) {
        _ = try await world.store.addAccount(Username(validating: "Account \(number)"), password: "r")
      }
    case "deletes":
      let phone = AppPassword(id: AppPasswordID(1), name: first, made: Date(timeIntervalSince1970: 0))
      let app = world.store[world.account, with: phone]
      for task in rest { _ = try await app.deleteTask(#require(TaskID(task))) }
      world.app.appDeletions.note(world.account)
    case "flush": await world.app.writeUses(world.logger)
    // Of followed lists.
    case "follow": try await world.follow(first, as: #require(rest.first), Self.list(Array(rest.dropFirst())))
    case "draft": try await world.draft(first, Self.list(rest))
    case "answer": try world.elsewhere.answer(first, Self.outcome(rest))
    case "record": try await world.record(Self.outcome(rest), of: #require(SourceID(first)))
    case "background": await world.app.refreshDue(world.logger)
    // Of the server.
    case "purge": try await world.store.deleteRemoved()
    case "importing": try await world.store.write(for: world.account) { write in _ = try write.beginImport() }
    case "imported": try await execute("DELETE FROM unfinished_imports")
    case "reads-only": try await execute("PRAGMA query_only = ON")
    case "writes": try await execute("PRAGMA query_only = OFF")
    case "close": try world.store.close()
    default: return false
    }
    return true
  }

  private func execute(_ sql: String) async throws {
    try await world.store.database.writeWithoutTransaction { db in try db.execute(sql: sql) }
  }

  /// A world with some fields of its settings, its quotas, and of the connection.
  private func world(_ name: String, _ fields: [String: String]) async throws -> World {
    let time = HeldTime()
    var (settings, stored) = (TaskApp.Settings.test, TaskStore.Settings.patient)
    for (name, value) in fields {
      switch name {
      case "http": settings.plainHTTP = value == "plain"
      case "proxies": settings.site.proxies = try TrustedProxies(parsing: value)
      case "hosts": settings.site.hosts = [value]
      case "sign-up": settings.signUp = .open
      case "token":
        let token = SetUpToken()
        (settings.setUpToken, values[value]) = (token, token.text)
      case "rate": (settings.limitClock, settings.requestsPerMinute) = (clock, Int(value))
      case "zone": settings.timeZone = value
      case "quota-tasks": stored.quotas.tasks = Int(value) ?? 0
      case "quota-lists": stored.quotas.lists = Int(value) ?? 0
      case "quota-bytes": stored.quotas.bytes = Int(value) ?? 0
      case "quota-sources": stored.quotas.sources = Int(value) ?? 0
      case "host", "peer": break
      default: throw Problem(description: "\(name) is no field of a world")
      }
    }
    if name == "rehearsing" { settings.rehearses = true }
    var world: World
    switch name {
    case "rich": world = try await RichWorld(settings).world
    case "unregistered": world = try World.unregistered(settings, clock: clock)
    case "new", "rehearsing":
      let store = try TaskStore.inMemory(settings: stored, now: { time.now })
      world = try await World(over: store, settings, at: time, clock: clock)
    default: throw Problem(description: "\(name) is no world")
    }
    if let host = fields["host"] { world.host = host }
    world.peer = fields["peer"]
    return world
  }

  /// Adds tasks, the first one at the top, each with the fields of the other words.
  private func add(_ words: [String], to list: ListID) async throws {
    let fields = Dictionary(words.filter { $0.contains("=") }.map(Self.field)) { $1 }
    let drafts = try words.filter { !$0.contains("=") }.map { title in
      try TaskDraft(validating: TaskInput { $0 == .title ? title : fields[$0.name] ?? "" })
    }
    try await world.mine.addTasks(drafts, to: list, submission: .fresh())
  }

  /// The tasks of a source: those of the choir, those that are read of a text, or open ones by their titles; nil for none yet.
  private static func list(_ words: [String]) throws -> ReadList? {
    switch words {
    case _ where words.first == "file": try ReadList(reading: Array(words[1].utf8), now: HeldTime().now)
    case []: nil
    case ["choir"]: .choir
    case ["nothing"]: .nothing
    default:
      ReadList(format: .todoTxt, title: nil, tasks: words.map { .open($0) })
    }
  }

  /// What a source answers: `tasks` with their titles, `lists` with their addresses, or the reason of a failure.
  private static func outcome(_ words: [String]) throws -> FetchOutcome {
    switch words.first {
    case "tasks": .came(try #require(try list(Array(words.dropFirst()))))
    case "lists": .collections(words.dropFirst().map { RemoteCollection(url: $0, name: "") })
    case "unchanged": .unchanged(.none)
    default: .failed(try #require(FailedRefreshTests.failures.first { $0.reason == words.first }).failure)
    }
  }
}
