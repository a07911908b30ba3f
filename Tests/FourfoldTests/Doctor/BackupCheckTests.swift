import ArgumentParser
import Configuration
import Foundation
import Testing

@testable import TaskStore
@testable import fourfold

struct BackupCheckTests {
  private static let now = Date(timeIntervalSince1970: 1_772_357_400)

  @Test func `backups that are missing, or older than two intervals, are told`() throws {
    let serve = try #require(try Fourfold.parseAsRoot(["serve", "--backup-folder", "/b"]) as? Serve)
    let settings = try ServeSettings(
      serve, ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: [:]))
    ).backups
    func level(_ age: TimeInterval?) -> Finding.Level {
      BackupCheck.finding(settings, newest: age.map { Self.now.addingTimeInterval(-$0) }, now: Self.now).level
    }
    #expect(level(3_600) == .ok)
    #expect(level(7_300) == .problem)
    #expect(level(nil) == .warning)
    #expect(BackupCheck.finding(nil, newest: nil, now: Self.now).level == .warning)
  }
}
