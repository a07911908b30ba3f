import Foundation

/// The status of a remote task.
enum RemoteStatus: Hashable, Sendable {
  /// The task is open, with the given percentage completed, 0 to 100.
  case open(percent: Int)
  /// The task is completed, with the time if it is known.
  case done(RemoteTime?)
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

/// A day, a time on every clock alike, or a moment whose day depends on the time zone.
enum RemoteTime: Hashable, Sendable {
  /// A day, the same in every time zone.
  case day(Day)
  /// A time of a day, the same in every time zone: floating time (RFC 5545, section 3.3.5).
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

/// Whether a remote task recurs, and how.
enum RemoteRecurrence: Hashable, Sendable {
  /// It does not recur.
  case none
  /// By a rule (RFC 5545, section 3.3.10), as written; several are separated by line breaks. At most ``Limits/remoteRule`` UTF-8
  /// bytes, all of them printable ASCII.
  case rules(String)
  /// On single dates, or by a rule that was not kept.
  case dates
  /// By a rule whose dates take too long to work out.
  case unworkable
}
