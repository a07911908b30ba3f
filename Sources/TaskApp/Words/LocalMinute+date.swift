import Foundation
import StatePages
import Tasks

extension LocalMinute {
  /// Yesterday at noon: a page that leads there is the same all day.
  static func yesterday(for look: DisplaySettings) -> Self? {
    TimeOfDay(minutes: 720).map { Self(day: look.today.adding(days: -1), time: $0) }
  }

  /// The moment; nil for a minute that the clock leaves out.
  func date(for look: DisplaySettings) -> Date? {
    look.calendar.date(
      from: DateComponents(
        year: day.year, month: day.month, day: day.day, hour: time.minutes / 60, minute: time.minutes % 60))
  }
}
