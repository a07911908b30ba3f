import Foundation
import Synchronization
import TestSupport
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

  init(_ start: Date) { moment = Mutex(start) }

  var now: Date {
    get { moment.withLock { $0 } }
    set { moment.withLock { $0 = newValue } }
  }
}

struct BackupRetentionTests {
  private static func time(_ text: String) throws -> Date { try #require(FileTime.time(of: text)) }

  private func kept(_ names: [String], _ retention: BackupRetention) throws -> [String] {
    let times = try names.map(Self.time)
    let expired = retention.expired(times)
    return zip(names, times).filter { !expired.contains($0.1) }.map(\.0)
  }

  @Test func `the newest of each hour, day and week is kept`() throws {
    let names = [
      // Monday, 2 March.
      "20260302T001000Z", "20260302T005000Z",
      // Sunday, 8 March, of the same week.
      "20260308T120000Z", "20260308T230000Z",
      // Monday of the next week.
      "20260309T080000Z", "20260309T081500Z", "20260309T093000Z",
    ]
    #expect(try kept(names, BackupRetention(hours: 2, days: 0, weeks: 0)) == ["20260309T081500Z", "20260309T093000Z"])
    #expect(
      try kept(names, BackupRetention(hours: 0, days: 3, weeks: 0))
        == ["20260302T005000Z", "20260308T230000Z", "20260309T093000Z"])
    #expect(try kept(names, BackupRetention(hours: 0, days: 0, weeks: 2)) == ["20260308T230000Z", "20260309T093000Z"])
    #expect(try kept(names, BackupRetention(hours: 0, days: 0, weeks: 0)) == ["20260309T093000Z"], "the newest of all")
    #expect(try kept([], BackupRetention()) == [])
  }

  @Test func `nothing expires while no backups are made`() throws {
    let times = (0..<24).map { Date(timeIntervalSince1970: 1_772_323_200 + Double($0) * 3_600) }
    #expect(BackupRetention(hours: 24, days: 0, weeks: 0).expired(times) == [])
    let later = times + [Date(timeIntervalSince1970: 1_900_000_000)]
    #expect(BackupRetention(hours: 24, days: 0, weeks: 0).expired(later) == [times[0]], "not all that are old by then")
  }

  @Test func `after months of hourly backups there are those of 24 hours, 7 days and 4 weeks`() throws {
    var times: [Date] = []
    for hour in 0..<(100 * 24) {
      let now = Date(timeIntervalSince1970: 1_772_323_200 + Double(hour) * 3_600 + 61)
      times.append(now)
      let expired = BackupRetention().expired(times)
      times.removeAll { expired.contains($0) }
      let ages = times.map { now.timeIntervalSince($0) / 3_600 }.sorted()
      #expect(Array(ages.prefix(24)) == (0..<min(24, hour + 1)).map(Double.init), "hour \(hour)")
      #expect(times.count <= 24 + 7 + 4)
      if hour > 28 * 24 { #expect(ages.contains { $0 >= 14 * 24 } && ages.filter { $0 < 7 * 24 }.count >= 24 + 5) }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the order of times does not matter, and expired ones stay expired`(seed: UInt64) {
    var dice = Seeded(seed)
    let times = (0..<200).map { _ in
      Date(timeIntervalSince1970: 1_772_323_200 + Double(Int.random(in: 0..<(60 * 86_400), using: &dice)))
    }
    let retention = BackupRetention(hours: 5, days: 6, weeks: 7)
    let expired = retention.expired(times)
    #expect(retention.expired(times.shuffled(using: &dice)) == expired)
    #expect(retention.expired(times.filter { !expired.contains($0) }) == [])
  }

  @Test(arguments: [
    "fourfold-20260301T093000Z.sqlite.unfinished", "fourfold-20260301T093000Z.sqlite-wal", "fourfold.sqlite",
    "fourfold-20260301T093000Z.sqlite.mine", "other-20260301T093000Z.sqlite", "fourfold-20260230T093000Z.sqlite",
    "fourfold-20260301T253000Z.sqlite", "fourfold-2026-03-01T09:30:00Z.sqlite", "fourfold-20260301T093000.sqlite",
    "xfourfold-20260301T093000Z.sqlite", "fourfold-20260301t093000z.sqlite", "fourfold--20260301T093000Z.sqlite",
    "fourfold-20260301T093000Z", "",
  ])
  func `only names that a scheduled backup would have are taken for one`(name: String) throws {
    let made = BackupName(of: "/data/fourfold.sqlite", at: try Self.time("20260301T093000Z"))
    #expect(made.text == "fourfold-20260301T093000Z.sqlite")
    #expect(BackupName(made.text, of: "/data/fourfold.sqlite") == made)
    #expect(BackupName(name, of: "/data/fourfold.sqlite") == nil)
  }
}
