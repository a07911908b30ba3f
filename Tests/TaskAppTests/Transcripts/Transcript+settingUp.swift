import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Steps that nobody answers: what is there before, what time passes, and what happens elsewhere.
extension Transcript {
  /// Takes such a step; false if it is another one.
  func setUp(_ step: String, _ first: String, _ rest: [String]) async throws -> Bool {
    switch step {
    case "list": _ = try await world.makeList(first)
    case "section": try await world.addSection(rest.first ?? "", to: #require(ListID(first)))
    case "add": try await add(rest, to: #require(ListID(first)))
    case "many": try await world.add(#require(rest.first.flatMap { Int($0) }), to: #require(ListID(first)))
    case "rows":
      try await world.mine.setSettings(
        AccountSettings(validating: AccountSettingsInput(timeZone: "", theme: "system", rows: first)))
    case "wait": world.time.advance(by: .seconds((Int(first.dropLast()) ?? 0) * (first.hasSuffix("d") ? 86_400 : 1)))
    case "stranger": _ = try await Stranger(in: world)
    case "as": world = try await world.another(first)
    case "session":
      let caller = try #require(SignedOutCaller.allCases.first { "\($0)" == first })
      world = try await world.showing(caller.cookie(in: world))
    case "out": world = world.showing(nil)
    case "world": world = try await Self.world(first)
    case "peer": world.peer = first
    case "follow": try await world.follow(first, as: #require(rest.first), Self.list(Array(rest.dropFirst())))
    case "draft": try await world.draft(first, Self.list(rest))
    case "answer": try world.elsewhere.answer(first, Self.outcome(rest))
    case "record": try await world.record(Self.outcome(rest), of: #require(SourceID(first)))
    case "purge": try await world.store.deleteRemoved()
    case "background": await world.app.refreshDue(world.logger)
    default: return false
    }
    return true
  }

  private static func world(_ name: String) async throws -> World {
    switch name {
    case "rich": try await RichWorld().world
    case "rehearsing": try await World(.rehearsing)
    case "unregistered": try World.unregistered()
    case "open": try await World(TaskApp.Settings(timeZone: "GMT", signUp: .open, hasher: .quick))
    default: throw Problem(description: "\(name) is no world")
    }
  }

  /// Adds tasks, the first one at the top, each with the fields of the other words.
  private func add(_ words: [String], to list: ListID) async throws {
    let fields = Dictionary(words.filter { $0.contains("=") }.map(Self.field)) { $1 }
    let drafts = try words.filter { !$0.contains("=") }.map { title in
      try TaskDraft(validating: TaskInput { $0 == .title ? title : fields[$0.name] ?? "" })
    }
    try await world.mine.addTasks(drafts, to: list, submission: .fresh())
  }

  /// The tasks of a source: those of the choir, or open ones by their titles; nil for none yet.
  private static func list(_ words: [String]) -> ReadList? {
    switch words {
    case []: nil
    case ["choir"]: .choir
    case ["nothing"]: .nothing
    default:
      ReadList(format: .todoTxt, title: nil, tasks: words.map { RemoteTask(key: $0, title: $0) })
    }
  }

  /// What a source answers: `tasks` with their titles, `lists` with their addresses, or the reason of a failure.
  private static func outcome(_ words: [String]) throws -> FetchOutcome {
    switch words.first {
    case "tasks": .came(try #require(list(Array(words.dropFirst()))))
    case "lists": .collections(words.dropFirst().map { RemoteCollection(url: $0, name: "") })
    case "unchanged": .unchanged(.none)
    default: .failed(try #require(FailedRefreshTests.failures.first { $0.reason == words.first }).failure)
    }
  }
}
