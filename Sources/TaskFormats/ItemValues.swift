import Foundation
import Tasks

/// The status of an item of a file.
enum ItemStatus: Hashable, Sendable {
  /// The task is open, with the given percentage completed, 0 to 100.
  case open(percent: Int)
  /// The task is completed, with the time if it is known.
  case done(ItemTime?)
  /// The task was cancelled.
  case cancelled

  /// The percentage of an open task that is completed, 1 to 99; nil if nothing is, or it is not known.
  var percent: Int? {
    switch self {
    case .open(let percent): (1...99).contains(percent) ? percent : nil
    case .done, .cancelled: nil
    }
  }

  /// Whether the task is open.
  var isOpen: Bool {
    switch self {
    case .open: true
    case .done, .cancelled: false
    }
  }
}

/// The time of an item of a file: a day, a time of a day, or a moment, whose day depends on the time zone.
enum ItemTime: Hashable, Sendable {
  /// A day in every time zone.
  case day(Day)
  /// A floating time (RFC 5545, section 3.3.5), which clocks of all time zones show.
  case local(Day, TimeOfDay)
  case moment(Date)

  func day(in zone: TimeZone) -> Day {
    switch self {
    case .day(let day), .local(let day, _): day
    case .moment(let moment): Day(of: moment, in: zone)
    }
  }

  /// The time of the day, for a moment in a time zone; nil for a day.
  func time(in zone: TimeZone) -> ClockTime? {
    switch self {
    case .day: return nil
    case .local(_, let time): return ClockTime(time)
    case .moment(let moment): return ClockTime(TimeOfDay(of: moment, in: zone), zone: zone.identifier)
    }
  }
}

/// Whether an item of a file recurs, and how.
enum ItemRecurrence: Hashable, Sendable {
  /// The item does not recur.
  case none
  /// Rules (RFC 5545, section 3.3.10) as written, separated by line breaks. At most ``Limits/ruleBytes`` bytes of printable ASCII.
  case rules(String)
  /// Single dates, or a rule that was not kept.
  case dates
  /// A rule whose dates take too long to compute.
  case unworkable
}
