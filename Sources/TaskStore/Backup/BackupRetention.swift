public import Foundation

/// Which scheduled backups are kept: the newest of each of the last hours, days and weeks that have one. The newest of all is
/// always kept.
///
/// Hours, days and weeks without a backup are not counted, so that nothing expires while no backups are made. Days and weeks are
/// those of UTC; weeks begin on Monday.
public struct BackupRetention: Hashable, Sendable {
  /// The number of hours.
  public var hours: Int
  /// The number of days.
  public var days: Int
  /// The number of weeks.
  public var weeks: Int

  /// By default, 24 hours, 7 days and 4 weeks.
  public init(hours: Int = 24, days: Int = 7, weeks: Int = 4) {
    (self.hours, self.days, self.weeks) = (hours, days, weeks)
  }

  /// Of backups made at `times`, those that are not kept.
  public func expired(_ times: [Date]) -> Set<Date> {
    let newestFirst = times.sorted(by: >)
    var kept = Set(newestFirst.prefix(1))
    let periods: [(count: Int, number: (Int) -> Int)] = [
      (hours, { $0 / 3_600 }), (days, { $0 / 86_400 }),
      // 1 January 1970 was a Thursday.
      (weeks, { ($0 / 86_400 + 3) / 7 }),
    ]
    for period in periods {
      var last: Int?
      var count = 0
      for time in newestFirst {
        let number = period.number(Int(time.timeIntervalSince1970))
        guard number != last else { continue }
        if count == period.count { break }
        kept.insert(time)
        (last, count) = (number, count + 1)
      }
    }
    return Set(times).subtracting(kept)
  }
}

/// The name of a scheduled backup, made of the database's name and the time: `fourfold-20260301T093000Z.sqlite`.
struct BackupName: Hashable, Sendable {
  private static let ending = ".sqlite"

  let text: String
  let time: Date

  /// The name of a backup of the database at `path`.
  init(of path: String, at time: Date) {
    text = Self.beginning(path) + FileTime.text(of: time) + Self.ending
    self.time = time
  }

  /// Nil if `text` is not the name of a scheduled backup of the database at `path`, exactly.
  init?(_ text: String, of path: String) {
    let beginning = Self.beginning(path)
    guard text.hasPrefix(beginning), text.hasSuffix(Self.ending),
      let time = FileTime.time(of: String(text.dropFirst(beginning.count).dropLast(Self.ending.count)))
    else { return nil }
    (self.text, self.time) = (text, time)
  }

  private static func beginning(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent + "-"
  }
}
