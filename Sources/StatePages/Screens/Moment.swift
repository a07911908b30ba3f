import Foundation
import Synchronization

/// A moment formatted for a look: what a template needs to print "today at 14:02", "yesterday", or "28 Nov".
public struct Moment: TemplateView, Hashable {
  /// The tags of a moment.
  public static let fields: [String: Field<Moment>] = [
    "iso": .text(\.iso), "date": .text(\.date), "time": .text(\.time),
    "today": .flag { $0.daysAgo == 0 },
    "yesterday": .flag { $0.daysAgo == 1 },
    "older": .flag { $0.daysAgo != 0 && $0.daysAgo != 1 },
  ]

  let iso, date, time: String
  let daysAgo: Int
}

extension Moment {
  /// Formats a moment, in whole seconds since 1970-01-01T00:00:00Z.
  public init(_ seconds: Int64, for look: Look) { self = MomentPrinter(look).moment(seconds) }
}

/// Formats moments for a look. Caches the calendar's data, which takes longer to get than a moment takes to format.
package struct MomentPrinter: Sendable {
  private let calendar: Calendar
  private let style: DateStyle
  private let year: Int
  private let today: Date

  package init(_ look: Look) {
    let now = Date(timeIntervalSince1970: TimeInterval(look.now))
    calendar = look.calendar
    style = .of(look.language)
    year = calendar.component(.year, from: now)
    today = calendar.startOfDay(for: now)
  }

  /// Formats a moment, in whole seconds since 1970-01-01T00:00:00Z.
  package func moment(_ seconds: Int64) -> Moment {
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let daysAgo = calendar.dateComponents([.day], from: calendar.startOfDay(for: date), to: today).day
    return Moment(
      iso: date.formatted(.iso8601),
      date: parts.year == year
        ? style.text(month: parts.month ?? 1, day: parts.day ?? 1)
        : style.text(year: parts.year ?? 0, month: parts.month ?? 1, day: parts.day ?? 1),
      time: style.text(hour: parts.hour ?? 0, minute: parts.minute ?? 0), daysAgo: daysAgo ?? 0)
  }
}

/// A cache of the day in each time zone: calendar calculations take longer than the rest of a page's cache key.
final class LocalDays: Sendable {
  static let shared = LocalDays()

  /// More than there are names of zones.
  private static let limit = 1_000

  private struct Known {
    let moments: Range<Int64>
    let day: Int
  }

  private let known = Mutex<[String: Known]>([:])

  /// The day of a moment, in days since 1970-01-01.
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
    // Rounded inwards: a day that begins within a second is possible in theory, and that second is not cached.
    let start = Int64(interval.start.timeIntervalSince1970.rounded(.up))
    let end = Int64(interval.end.timeIntervalSince1970.rounded(.down))
    return Known(moments: start < end ? start..<end : moment..<moment + 1, day: day)
  }

  private static func floorModulo(_ number: Int64, _ divisor: Int64) -> Int64 {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
