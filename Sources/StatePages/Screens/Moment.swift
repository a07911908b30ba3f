import Foundation

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
  public init(_ seconds: Int64, for look: DisplaySettings) { self = MomentPrinter(look).moment(seconds) }
}

/// Formats moments for a look. Caches the calendar's data, which takes longer to get than a moment takes to format.
package struct MomentPrinter: Sendable {
  private let calendar: Calendar
  private let style: DateStyle
  private let year: Int
  private let today: Date

  package init(_ look: DisplaySettings) {
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
