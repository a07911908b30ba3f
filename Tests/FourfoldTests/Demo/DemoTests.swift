import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import TaskFormats
import TaskStore
import Tasks
import Testing

@testable import RemoteLists
@testable import fourfold

final class DemoTests: CommandTests {
  private static let database = "--demo has a database of its own, which is thrown away: leave out --database."
  private static let elsewhere = "--demo is for this machine alone: it does not listen on 0.0.0.0."

  @Test(
    arguments: [
      (["--demo", "--database", "lists.sqlite"], [:], database),
      (["--database", "lists.sqlite"], ["FOURFOLD_DEMO": "true"], database),
      (["--demo", "--hostname", "0.0.0.0"], [:], elsewhere),
      (["--demo"], ["FOURFOLD_HOSTNAME": "0.0.0.0"], elsewhere),
    ] as [([String], [String: String], String)])
  func `an option that conflicts with a demo is reported in one line`(
    arguments: [String], environment: [String: String], message: String
  ) {
    let error = #expect(throws: ValidationError.self) { try serveSettings(arguments, environment) }
    #expect(error?.message == message)
  }

  @Test func `a demo ignores a database that only the environment names`() throws {
    #expect(try serveSettings(["--demo"], ["FOURFOLD_DATABASE": "lists.sqlite"]).isDemo)
    #expect(try serveSettings([], ["FOURFOLD_DEMO": "1"]).isDemo)
    #expect(try !serveSettings([]).isDemo)
  }

  @Test func `every demo has a new password that can be typed`() {
    let passwords = Set((0..<100).map { _ in DemoPassword.make() })
    #expect(passwords.count == 100)
    #expect(passwords.allSatisfy { $0.wholeMatch(of: /[a-z]{4}-[a-z]{4}-[a-z]{4}/) != nil })
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a demo serves its account, and leaves nothing behind when it ends`(signal: Int32) async throws {
    let command = try RunningCommand(
      ["serve", "--demo", "--port", "0"], environment: ["TMPDIR": world.folder.path], in: world)
    try await eventually { try command.said.filter(\.isNewline).count == 3 }
    let lines = try command.said.split(separator: "\n")
    #expect(lines[0].hasPrefix("Fourfold serves http://127.0.0.1:"))
    #expect(lines[1].hasPrefix("Sign in as Demo with the password "))
    #expect(try folders(in: world).count == 1)
    command.send(signal)
    #expect(try await command.ends() == 0)
    #expect(try folders(in: world) == [])
  }

  @Test func `a demo that cannot be served leaves nothing behind`() async throws {
    let command = try RunningCommand(
      ["serve", "--demo", "--port", "0", "--templates", "nowhere"], environment: ["TMPDIR": world.folder.path],
      in: world)
    #expect(try await command.ends() == 1)
    #expect(try command.asked.contains("nowhere"))
    #expect(try folders(in: world) == [])
  }

  private func folders(in world: CommandWorld) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.folder.path).filter { $0.hasPrefix("fourfold-demo") }
  }
}

final class DemoWorldTests: CommandTests {
  @Test func `the demo has an account that its password opens, and lists with tasks of all kinds`() async throws {
    let demo = DemoWorld(hasher: CommandWorld.hasher)
    try await demo.make(at: world.database, following: DemoServer.Ports(server: 4_000, dead: 4_001))
    #expect(try await world.opens(demo.password, for: DemoWorld.name))
    try await world.withStore { store in
      let account = try #require(try await store.accounts().first).account.id
      let lists = try await store[account].listsPage(of: 100).rows.drop(while: \.isInbox)
      #expect(lists.prefix(3).map(\.name) == ["This week", "Weekend by the sea", "Books to read"])
      #expect(lists.prefix(3).map(\.open) == [5, 5, 3] && lists.prefix(3).map(\.completed) == [2, 2, 1])
    }
  }

  @Test func `every demo source is followed under its name, and none is fetched yet`() async throws {
    let ports = DemoServer.Ports(server: 4_000, dead: 4_001)
    try await DemoWorld(hasher: CommandWorld.hasher).make(at: world.database, following: ports)
    try await world.withStore { store in
      let account = try #require(try await store.accounts().first).account.id
      let lists = try await store[account].listsPage(of: 100).rows.filter { $0.source != nil }
      #expect(lists.map(\.name) == DemoSource.all.map(\.name))
      let sources = try await store[account].listsHeader(of: 100).sources
      #expect(lists.map { sources[$0.id]?.address.url } == DemoSource.all.map { $0.address(ports) })
      #expect(sources.values.allSatisfy { $0.copy == nil && $0.asked == nil })
    }
  }
}

struct DemoFetchingTests {
  @Test func `every source ends in its intended state`() async throws {
    try await ServedSources.with { served in
      var settings = FetchSettings()
      settings.allowsPrivate = true
      // No time limit is part of this test, and the machine may be busy.
      (settings.connectTimeout, settings.deadline, settings.stall) = (.seconds(600), .seconds(600), .seconds(600))
      settings.ports = [served.ports.server, served.ports.dead]
      let lists = RemoteLists(settings, resolver: DemoResolver())
      func outcome(of source: DemoSource) async throws -> String {
        let address = try SourceAddress(validating: source.address(served.ports))
        switch try await lists.fetch(address) {
        case .fetched(let list, _): return "\(list.format): \(list.tasks.count), \(list.skipped) skipped"
        case .unchanged: return "unchanged"
        case .collections(let found): return "\(found.count) lists"
        case .failed(let failure, _):
          return [failure.stored.code, failure.stored.detail].compactMap { $0 }.joined(separator: " ")
        }
      }
      var outcomes: [String] = []
      for source in DemoSource.all + [.bakery] { outcomes.append(try await outcome(of: source)) }
      #expect(
        outcomes == [
          "iCalendar: 11, 0 skipped", "markdown: 15, 0 skipped", "status 503", "iCalendar: 0, 0 skipped", "too-large",
          "unreadable web-page", "refused", "todoTxt: 10, 0 skipped",
        ])
    }
  }
}

/// The demo's sources, served on a port of their own.
struct ServedSources: Sendable {
  let ports: DemoServer.Ports

  /// Serves the sources while `body` runs.
  static func with(
    _ sources: [DemoSource] = DemoSource.all, _ body: (ServedSources) async throws -> Void
  ) async throws {
    var logger = Logger(label: "sources", factory: { _ in SwiftLogNoOpLogHandler() })
    logger.logLevel = .critical
    let server = DemoServer(sources, logger: logger)
    let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [server], logger: logger))
    let running = Task { try await group.run() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(ServedSources(ports: try await server.ports())))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running.value
    try result.get()
  }
}
