import Foundation
import Synchronization

/// On which day a moment falls in a time zone, remembered until that day is over: to ask the calendar takes longer than all else
/// that names a page.
final class LocalDays: Sendable {
  static let shared = LocalDays()

  /// As many zones as there are names for, and more.
  private static let limit = 1_000

  private struct Known {
    let moments: Range<Int64>
    let day: Int
  }

  private let known = Mutex<[String: Known]>([:])

  /// The day as its distance from 1970-01-01, in days.
  /// - Parameters:
  ///   - moment: whole seconds since 1970-01-01T00:00:00Z.
  ///   - zone: the zone's IANA name; GMT if there is no such zone.
  func day(of moment: Int64, in zone: String) -> Int {
    known.withLock { known in
      if let known = known[zone], known.moments.contains(moment) { return known.day }
      let found = Self.find(moment, zone)
      if known.count >= Self.limit { known = [:] }
      known[zone] = found
      return found.day
    }
  }

  private static func find(_ moment: Int64, _ zone: String) -> Known {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    let date = Date(timeIntervalSince1970: TimeInterval(moment))
    let seconds = Int64(calendar.timeZone.secondsFromGMT(for: date))
    let day = Int(((moment + seconds) - floorModulo(moment + seconds, 86_400)) / 86_400)
    guard let interval = calendar.dateInterval(of: .day, for: date) else {
      return Known(moments: moment..<moment + 1, day: day)
    }
    // A day may begin within a second only in theory; who is asked for that second is asked again.
    let start = Int64(interval.start.timeIntervalSince1970.rounded(.up))
    let end = Int64(interval.end.timeIntervalSince1970.rounded(.down))
    return Known(moments: start < end ? start..<end : moment..<moment + 1, day: day)
  }

  private static func floorModulo(_ number: Int64, _ divisor: Int64) -> Int64 {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
