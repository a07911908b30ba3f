import ArgumentParser
import TaskStore
import Testing

@testable import fourfold

struct BackupSettingsTests {
  private func settings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> BackupSettings? {
    let serve = try #require(try Fourfold.parseAsRoot(["serve"] + arguments) as? Serve)
    return try ServeSettings(
      serve, environment
    ).backups
  }

  @Test func `backups are made only into a folder that is named, by default every hour`() throws {
    #expect(try settings() == nil)
    let given = try #require(try settings(["--backup-folder", "/b"]))
    #expect((given.folder, given.interval, given.retention) == ("/b", .seconds(3_600), BackupRetention()))
  }

  @Test func `the schedule is set by options or the environment`() throws {
    let environment = [
      "FOURFOLD_BACKUP_FOLDER": "/e", "FOURFOLD_BACKUP_EVERY": "12", "FOURFOLD_BACKUP_KEEP": "3d,2w",
    ]
    let told = try #require(try settings([], environment))
    #expect((told.folder, told.interval) == ("/e", .seconds(43_200)))
    #expect(told.retention == BackupRetention(hours: 0, days: 3, weeks: 2))
    let both = try #require(try settings(["--backup-every", "6", "--backup-keep", "1h"], environment))
    #expect((both.folder, both.interval) == ("/e", .seconds(21_600)))
    #expect(both.retention == BackupRetention(hours: 1, days: 0, weeks: 0))
  }

  @Test(arguments: [
    ["--backup-every", "6"], ["--backup-keep", "6h"], ["--backup-folder", "/b", "--backup-every", "0"],
    ["--backup-folder", "/b", "--backup-keep", ""], ["--backup-folder", "/b", "--backup-keep", "0h"],
    ["--backup-folder", "/b", "--backup-keep", "5"], ["--backup-folder", "/b", "--backup-keep", "5m"],
    ["--backup-folder", "/b", "--backup-keep", "5h,5h"], ["--backup-folder", "/b", "--backup-keep=-5h"],
    ["--backup-folder", "/b", "--backup-keep", "5h,"],
  ])
  func `invalid schedules are reported before the server starts`(arguments: [String]) {
    #expect(throws: ValidationError.self) { try settings(arguments) }
  }

  @Test func `the database of a demo is not backed up among the others`() throws {
    #expect(try settings(["--demo", "--backup-folder", "/b"]) == nil)
  }
}
