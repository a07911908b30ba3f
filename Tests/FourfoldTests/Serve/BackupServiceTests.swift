import ArgumentParser
import Foundation
import Logging
import StatePagesTesting
import TaskStore
import TestSupport
import Testing

@testable import fourfold

final class BackupServiceTests: CommandTests {
  private static let start = Date(timeIntervalSince1970: 1_772_357_400)

  private let clock = ManualClock()
  private let log = RecordedLog()

  private var folder: String { world.folder.appending(path: "backups").path }

  /// The time of the manual clock.
  private var now: @Sendable () -> Date { { [clock] in Self.start.addingTimeInterval(clock.now.offset / .seconds(1)) } }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  /// Runs the service with a backup every hour.
  private func withService(_ body: (TaskStore) async throws -> Void) async throws {
    let store = try TaskStore.open(at: world.database, now: now)
    let options = try BackupOptions.parse(["--backup-folder", folder, "--backup-keep", "2h"])
    let settings = try #require(try BackupSettings(options, SettingsReader([:])))
    let service = PeriodicService.backups(of: store, by: settings, log.logger(from: .debug), clock: clock, now: now)
    let running = Task { try await service.run() }
    await clock.waitForSleepers(1)
    try await body(store)
    running.cancel()
    try await running.value
    try store.close()
  }

  /// Advances the clock, and waits until the service sleeps again.
  private func advance(_ duration: Duration) async throws {
    clock.advance(by: duration)
    await clock.waitForSleepers(1)
  }

  @Test func `backups are made soon after the start and then every hour, and the newest are kept`() async throws {
    try await withService { store in
      #expect(store.backups?.last == nil)
      try await advance(.seconds(60))
      #expect(try names() == ["lists-20260301T093100Z.sqlite"])
      for _ in 0..<2 { try await advance(.seconds(3_600)) }
      #expect(try names() == ["lists-20260301T103100Z.sqlite", "lists-20260301T113100Z.sqlite"])
      #expect(store.backups?.last == Self.start.addingTimeInterval(7_260))
    }
    #expect(log.lines.map(\.level) == [.info, .info, .info])
    #expect(log.texts.last?.contains("file=lists-20260301T113100Z.sqlite removed=1") == true)
  }

  @Test func `after a restart the next backup is made when it is due`() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: folder + "/lists-20260301T091000Z.sqlite"))
    try await withService { store in
      #expect(store.backups?.age == .seconds(1_200))
      try await advance(.seconds(2_399 - 60))
      clock.advance(by: .seconds(60))
      #expect(try names().count == 1)
      try await advance(.seconds(1))
      #expect(try names().last == "lists-20260301T101000Z.sqlite")
    }
  }

  @Test func `a failed backup is logged, tried again after ten minutes, and in the end a warning`() async throws {
    // A file where the folder should be.
    try Data().write(to: URL(filePath: folder))
    try await withService { store in
      try await advance(.seconds(60))
      #expect(log.lines.map(\.level) == [.error])
      #expect(log.texts.first?.hasPrefix("the backup failed error=") == true)
      for _ in 0..<12 { try await advance(.seconds(600)) }
      #expect(await store.health().contains(.backupOverdue))
      try FileManager.default.removeItem(atPath: folder)
      try await advance(.seconds(600))
      #expect(try names().count == 1)
      #expect(store.backups?.age == .zero)
    }
    #expect(log.lines.last?.level == .info)
  }

  @Test func `shutting down during a backup logs nothing and leaves nothing`() async throws {
    try await withService { _ in clock.advance(by: .seconds(60)) }
    #expect(log.lines.allSatisfy { $0.level == .info })
    if FileManager.default.fileExists(atPath: folder) {
      #expect(try names().allSatisfy { !$0.hasSuffix(".unfinished") })
    }
  }

  @Test(
    arguments: [
      (age: nil, wait: 60.0), (age: 3_700, wait: 60), (age: 3_590, wait: 60), (age: 1_800, wait: 1_800),
      (age: -86_400, wait: 3_600),
    ] as [(age: Double?, wait: Double)])
  func `the first backup waits for the interval, at least for the first requests`(age: Double?, wait: Double) throws {
    let options = try BackupOptions.parse(["--backup-folder", folder])
    let settings = try #require(try BackupSettings(options, SettingsReader([:])))
    let last = age.map { Self.start.addingTimeInterval(-$0) }
    #expect(settings.waitForFirst(after: last, now: Self.start) == .seconds(wait))
  }
}
