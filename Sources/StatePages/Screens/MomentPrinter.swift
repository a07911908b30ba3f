import Foundation

/// Formats moments for a look. Caches the calendar's data, which takes longer to get than a moment takes to format.
public struct MomentPrinter: Sendable {
  private let calendar: Calendar
  private let months: [String]
  private let year: Int
  private let today: Date

  /// Creates a printer for a look.
  public init(_ look: Look) {
    let now = Date(timeIntervalSince1970: TimeInterval(look.now))
    calendar = look.calendar
    months = calendar.shortMonthSymbols
    year = calendar.component(.year, from: now)
    today = calendar.startOfDay(for: now)
  }

  /// Formats a moment, in whole seconds since 1970-01-01T00:00:00Z.
  public func moment(_ seconds: Int64) -> Moment {
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let daysAgo = calendar.dateComponents([.day], from: calendar.startOfDay(for: date), to: today).day
    return Moment(
      iso: date.formatted(.iso8601),
      date: "\(parts.day ?? 0) \(months[(parts.month ?? 1) - 1])" + (parts.year == year ? "" : " \(parts.year ?? 0)"),
      time: Self.twoDigits(parts.hour) + ":" + Self.twoDigits(parts.minute), daysAgo: daysAgo ?? 0)
  }

  private static func twoDigits(_ number: Int?) -> String {
    let digits = String(number ?? 0)
    return digits.count < 2 ? "0" + digits : digits
  }
}
