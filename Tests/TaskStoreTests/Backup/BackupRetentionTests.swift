import Foundation
import TestSupport
import Testing

@testable import TaskStore

struct BackupRetentionTests {
  private static func time(_ text: String) throws -> Date {
    try #require(FileTime.time(of: text))
  }

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
    #expect(
      try kept(names, BackupRetention(hours: 2, days: 0, weeks: 0)) == ["20260309T081500Z", "20260309T093000Z"])
    #expect(
      try kept(names, BackupRetention(hours: 0, days: 3, weeks: 0))
        == ["20260302T005000Z", "20260308T230000Z", "20260309T093000Z"])
    #expect(
      try kept(names, BackupRetention(hours: 0, days: 0, weeks: 2)) == ["20260308T230000Z", "20260309T093000Z"])
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
