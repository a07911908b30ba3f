import Foundation

/// A moment put into print for a look: what a template needs to say "today at 14:02", "yesterday", or "28 Nov".
public struct Moment: TemplateView, Hashable {
  /// The tags of a moment.
  public static let fields: [String: Field<Moment>] = [
    "iso": .text(\.iso),
    "date": .text(\.date),
    "time": .text(\.time),
    "today": .flag { $0.daysAgo == 0 },
    "yesterday": .flag { $0.daysAgo == 1 },
    "older": .flag { $0.daysAgo != 0 && $0.daysAgo != 1 },
  ]

  private let iso: String
  private let date: String
  private let time: String
  private let daysAgo: Int

  /// A moment, in whole seconds since 1970-01-01T00:00:00Z, as `look` prints it.
  public init(_ seconds: Int64, for look: Look) {
    let calendar = look.calendar
    let moment = Date(timeIntervalSince1970: TimeInterval(seconds))
    let now = Date(timeIntervalSince1970: TimeInterval(look.now))
    iso = moment.formatted(.iso8601)
    daysAgo =
      calendar.dateComponents([.day], from: calendar.startOfDay(for: moment), to: calendar.startOfDay(for: now)).day
      ?? 0
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: moment)
    let month = calendar.shortMonthSymbols[(parts.month ?? 1) - 1]
    let year = parts.year == calendar.component(.year, from: now) ? "" : " \(parts.year ?? 0)"
    date = "\(parts.day ?? 0) \(month)\(year)"
    time = Self.twoDigits(parts.hour) + ":" + Self.twoDigits(parts.minute)
  }

  private static func twoDigits(_ number: Int?) -> String {
    let digits = String(number ?? 0)
    return digits.count < 2 ? "0" + digits : digits
  }
}
