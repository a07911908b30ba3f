import Foundation

/// Moments in calendar files.
enum CalendarMoment {
  /// The form `20260131T235959Z` (RFC 5545, section 3.3.5). Fractions of a second are left out.
  static func text(_ moment: Date) -> String {
    let day = Day(of: moment, in: .gmt)
    let seconds = moment.timeIntervalSince1970.rounded(.down)
    let bounded = seconds.isFinite ? Int(min(max(seconds, -1e12), 1e12)) : 0
    let ofDay = ((bounded % 86_400) + 86_400) % 86_400
    let digits = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return day.iso.filter { $0 != "-" } + "T" + digits.joined() + "Z"
  }
}
