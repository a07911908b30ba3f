import ArgumentParser
import Configuration
import Foundation
import Logging
import StatePagesTesting
import TaskStore
import TestSupport
import Testing

@testable import fourfold

struct StandbyServiceTests {
  private let world: CommandWorld
  private let clock = ManualClock()
  private let log = RecordedLog()

  init() throws {
    world = try CommandWorld()
  }

  private var shared: String { world.folder.appending(path: "shared").path }

  private func settings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> StandbySettings? {
    let serve = try #require(try Fourfold.parseAsRoot(["serve"] + arguments) as? Serve)
    return try ServeSettings(
      serve, ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment))
    ).standby
  }

  @Test func `a standby is written for only with a folder, by default every ten seconds`() throws {
    #expect(try settings() == nil)
    let given = try #require(try settings(["--standby-folder", "/s"]))
    #expect((given.folder, given.interval) == ("/s", .seconds(10)))
    let told = try #require(
      try settings([], ["FOURFOLD_STANDBY_FOLDER": "/e", "FOURFOLD_STANDBY_EVERY": "30"]))
    #expect((told.folder, told.interval) == ("/e", .seconds(30)))
    #expect(throws: ValidationError.self) { try settings(["--standby-every", "5"]) }
    #expect(throws: ValidationError.self) { try settings(["--standby-folder", "/s", "--standby-every", "0"]) }
    #expect(try settings(["--demo", "--standby-folder", "/s"]) == nil)
  }

  @Test func `the database is written at the start, when it has changed, and at the end`() async throws {
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
    try await world.withStore { store in
      let service = StandbyService(
        store: store, settings: try #require(try settings(["--standby-folder", shared])),
        logger: log.logger(from: .debug), clock: clock)
      let running = Task { try await service.run() }
      await clock.waitForSleepers(1)
      #expect(try names("base") == 1)
      _ = await store.health()
      clock.advance(by: .seconds(60))
      await clock.waitForSleepers(1)
      #expect(try names("changes") == 1)
      #expect(store.shipments?.last != nil)
      running.cancel()
      try await running.value
    }
    #expect(log.lines.map(\.level) == [.info, .debug])
  }

  @Test func `without the folder the log tells it once, and that it is back`() async throws {
    try await world.withStore { store in
      let service = StandbyService(
        store: store, settings: try #require(try settings(["--standby-folder", shared])),
        logger: log.logger(from: .info), clock: clock)
      let running = Task { try await service.run() }
      for _ in 0..<3 {
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(60))
      }
      await clock.waitForSleepers(1)
      #expect(log.lines.map(\.level) == [.error])
      try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
      clock.advance(by: .seconds(60))
      await clock.waitForSleepers(1)
      #expect(log.lines.map(\.level) == [.error, .info, .notice])
      running.cancel()
      try await running.value
    }
  }

  private func names(_ ending: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: shared).filter { $0.hasSuffix("." + ending) }.count
  }
}
