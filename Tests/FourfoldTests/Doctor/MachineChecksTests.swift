import ArgumentParser
import Configuration
import Foundation
import Testing

@testable import TaskStore
@testable import fourfold

struct MachineChecksTests {
  private static let now = Date(timeIntervalSince1970: 1_772_357_400)

  @Test func `a clock behind the newest row, or that fits none, is a problem`() {
    func level(_ now: Date = Self.now, _ newest: Date? = Self.now, right: Bool = true) -> Finding.Level {
      MachineChecks.clock(now: now, newest: newest, looksRight: right).level
    }
    #expect(level() == .ok)
    #expect(level(Self.now, nil) == .ok)
    #expect(level(Self.now, Self.now.addingTimeInterval(299)) == .ok)
    #expect(level(Self.now, Self.now.addingTimeInterval(301)) == .problem)
    #expect(level(right: false) == .problem)
    #expect(level(Date(timeIntervalSince1970: 5), nil) == .problem, "the clock of 1970")
  }

  @Test func `another clock than that of a server is a warning that names it`() {
    func clock(_ seconds: TimeInterval) -> Finding {
      MachineChecks.clock(
        now: Self.now, newest: nil, looksRight: true,
        servers: [("the server", Self.now), ("https://a.example", Self.now.addingTimeInterval(seconds))])
    }
    #expect(clock(4).level == .ok)
    #expect(clock(-60).level == .warning)
    #expect(clock(-60).text.hasPrefix("https://a.example is 60 s away"))
  }

  @Test(
    arguments: [
      ("3.40.1", ["ENABLE_FTS5", "THREADSAFE=1"], .ok), ("4.0.0", ["ENABLE_FTS5"], .ok),
      ("3.36.0", ["ENABLE_FTS5"], .problem), ("3.40.1", [], .problem),
      ("3.40.1", ["ENABLE_FTS5", "THREADSAFE=0"], .problem),
    ] as [(String, Set<String>, Finding.Level)])
  func `SQLite has to be new enough, to search and to be safe for threads`(
    version: String, options: Set<String>, level: Finding.Level
  ) {
    #expect(MachineChecks.sqlite(SQLiteFacts(version: version, options: options)).level == level)
  }

  @Test func `the SQLite of this machine is well`() throws {
    #expect(MachineChecks.sqlite(try TaskStore.sqliteFacts()).level == .ok)
  }

  @Test func `few descriptors are a warning`() {
    #expect(MachineChecks.descriptors(limit: 1_280, connections: 1_024).level == .ok)
    #expect(MachineChecks.descriptors(limit: 1_279, connections: 1_024).level == .warning)
    #expect(OpenFiles.hardLimit > 0)
  }

  @Test func `backups that are missing, or older than two intervals, are told`() throws {
    let serve = try #require(try Fourfold.parseAsRoot(["serve", "--backup-folder", "/b"]) as? Serve)
    let settings = try ServeSettings(
      serve, ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: [:]))
    ).backups
    func level(_ age: TimeInterval?) -> Finding.Level {
      MachineChecks.backups(settings, newest: age.map { Self.now.addingTimeInterval(-$0) }, now: Self.now).level
    }
    #expect(level(3_600) == .ok)
    #expect(level(7_300) == .problem)
    #expect(level(nil) == .warning)
    #expect(MachineChecks.backups(nil, newest: nil, now: Self.now).level == .warning)
  }
}
