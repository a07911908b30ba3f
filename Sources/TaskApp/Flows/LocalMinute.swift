import StatePages
import Tasks

/// A minute on the reader's clock, as a field for a date and a time sends it: `2026-11-20T10:00`.
struct LocalMinute: Hashable, Sendable {
  let day: Day
  let time: TimeOfDay
}

extension LocalMinute: LosslessStringConvertible {
  var description: String { "\(day.iso)T\(time)" }

  init?(_ description: String) {
    let parts = description.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let day = Day(iso: String(parts[0])), let time = TimeOfDay(String(parts[1])) else {
      return nil
    }
    self.init(day: day, time: time)
  }
}

extension LocalMinute {
  /// Yesterday at noon: a page that leads there is the same all day.
  static func yesterday(for look: DisplaySettings) -> Self? {
    TimeOfDay(minutes: 720).map { Self(day: look.today.adding(days: -1), time: $0) }
  }
}
