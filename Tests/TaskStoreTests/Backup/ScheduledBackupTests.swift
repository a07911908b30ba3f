import Foundation
import Synchronization
import Testing

@testable import TaskStore

struct ScheduledBackupTests {
  private static let start = Date(timeIntervalSince1970: 1_772_357_400)

  /// A store whose clock the test sets, in a folder of its own.
  private static func withStore(
    _ body: (_ store: TaskStore, _ clock: SetClock, _ folder: String) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let clock = SetClock(start)
      var settings = TaskStore.Settings()
      settings.healthAge = .zero
      let store = try TaskStore.open(at: folder + "/lists.sqlite", settings: settings, now: { clock.now })
      try await body(store, clock, folder + "/backups")
      try store.close()
    }
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `backups are named for the time, and expired ones are deleted once a new one is complete`() async throws {
    try await Self.withStore { store, clock, folder in
      let retention = BackupRetention(hours: 2, days: 0, weeks: 0)
      for hour in 0..<4 {
        clock.now = Self.start.addingTimeInterval(Double(hour) * 3_600)
        let made = try await store.backUp(into: folder, keeping: retention)
        #expect(made.removed == (hour < 2 ? 0 : 1) && made.remaining == [])
      }
      #expect(try Self.names(in: folder) == ["lists-20260301T113000Z.sqlite", "lists-20260301T123000Z.sqlite"])
      #expect(try await TaskStore.check(folder + "/lists-20260301T123000Z.sqlite").findings == [])
      #expect(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test func `files that it has not named are never deleted`() async throws {
    try await Self.withStore { store, clock, folder in
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let others = [
        "lists.sqlite", "lists-20200101T000000Z.sqlite.keep", "lists-20200101T000000Z.sqlite-wal",
        "other-20200101T000000Z.sqlite", "notes.txt.unfinished", "lists-old.sqlite",
      ]
      let own = ["lists-20200101T000000Z.sqlite", "lists-20200101T003000Z.sqlite.unfinished"]
      for name in others + own { try Data("x".utf8).write(to: URL(filePath: folder + "/" + name)) }
      _ = try await store.backUp(into: folder, keeping: BackupRetention(hours: 1, days: 0, weeks: 0))
      #expect(try Set(Self.names(in: folder)) == Set(others + ["lists-20260301T093000Z.sqlite"]))
    }
  }

  @Test func `a failed backup deletes nothing`() async throws {
    try await Self.withStore { store, clock, folder in
      for hour in 0..<3 {
        clock.now = Self.start.addingTimeInterval(Double(hour) * 3_600)
        _ = try await store.backUp(into: folder, keeping: BackupRetention())
      }
      let taken = folder + "/lists-20260301T113000Z.sqlite"
      await #expect(throws: BackupProblem.exists(taken)) {
        try await store.backUp(into: folder, keeping: BackupRetention(hours: 1, days: 0, weeks: 0))
      }
      #expect(try Self.names(in: folder).count == 3)
    }
  }

  @Test func `the database of the store is backed up only while it is in its place`() async throws {
    try await Self.withStore { store, _, folder in
      let path = try #require(store.files?.path)
      try FileManager.default.moveItem(atPath: path, toPath: path + ".aside")
      await #expect(throws: BackupProblem.self) { try await store.backUp(into: folder, keeping: BackupRetention()) }
      #expect(try Self.names(in: folder) == [])
      try FileManager.default.moveItem(atPath: path + ".aside", toPath: path)
      _ = try await store.backUp(into: folder, keeping: BackupRetention())
    }
  }

  @Test func `backups that are overdue are a warning until one succeeds`() async throws {
    try await Self.withStore { store, clock, folder in
      #expect(store.backups == nil)
      store.expectBackups(every: .seconds(3_600), in: folder)
      #expect(store.backups == BackupStatus(last: nil, age: nil))
      #expect(await store.health() == [])
      clock.now = Self.start.addingTimeInterval(7_201)
      #expect(await store.health() == [.backupOverdue])
      #expect(HealthProblem.backupOverdue.isWarning)
      _ = try await store.backUp(into: folder, keeping: BackupRetention())
      #expect(await store.health() == [])
      clock.now = clock.now.addingTimeInterval(600)
      #expect(store.backups?.age == .seconds(600))
    }
  }

  @Test func `the newest backup in the folder counts as the last success after a restart`() async throws {
    try await Self.withStore { store, clock, folder in
      _ = try await store.backUp(into: folder, keeping: BackupRetention())
      clock.now = Self.start.addingTimeInterval(3 * 3_600)
      store.expectBackups(every: .seconds(3_600), in: folder)
      #expect(store.backups?.last == Self.start)
      #expect(await store.health() == [.backupOverdue])
    }
  }
}

/// A clock that stands where the test sets it.
final class SetClock: Sendable {
  private let moment: Mutex<Date>

  init(_ start: Date) {
    moment = Mutex(start)
  }

  var now: Date {
    get { moment.withLock { $0 } }
    set { moment.withLock { $0 = newValue } }
  }
}
