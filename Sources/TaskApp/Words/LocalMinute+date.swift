import Foundation
import StatePages
import Tasks

extension LocalMinute {
  /// A day ago.
  static func yesterday(for look: DisplaySettings) -> Self? {
    let now = Date(timeIntervalSince1970: Double(look.now))
    let parts = look.calendar.dateComponents([.hour, .minute], from: now)
    return TimeOfDay(minutes: (parts.hour ?? 0) * 60 + (parts.minute ?? 0)).map {
      Self(day: look.today.adding(days: -1), time: $0)
    }
  }

  /// The moment; nil for a minute that the clock leaves out.
  func date(for look: DisplaySettings) -> Date? {
    look.calendar.date(
      from: DateComponents(
        year: day.year, month: day.month, day: day.day, hour: time.minutes / 60, minute: time.minutes % 60))
  }
}
