package import Foundation

/// A due date: a day, with or without a time of day. Within a day, times come first, then the day without one, which ends last.
///
/// As the bound of a range, it is a moment on the reader's clock: what was due before it is late.
package struct DueTime: Hashable, Sendable {
  package let day: Day
  /// The time of day; nil for the whole day.
  package let time: TimeOfDay?

  package init(_ day: Day, _ time: TimeOfDay?) { (self.day, self.time) = (day, time) }

  /// A due date on a reader's clock, for one in another time zone too.
  package init(_ day: Day, _ clock: ClockTime?, in reader: TimeZone) {
    let local = clock?.local(on: day, in: reader)
    self.init(local?.day ?? day, local?.time)
  }

  /// The beginning of a day.
  package init(startOf day: Day) { self.init(day, .midnight) }

  /// The last due date before a bound.
  package var predecessor: DueTime {
    switch time.map({ TimeOfDay(minutes: $0.minutes - 1) }) {
    case nil: DueTime(day, TimeOfDay(minutes: 1_439))
    case .some(nil): DueTime(day.adding(days: -1), nil)
    case .some(let time?): DueTime(day, time)
    }
  }

  /// The beginning of the first supported day.
  package static let first = DueTime(startOf: .first)
  /// The beginning of the last supported day.
  package static let last = DueTime(startOf: .last)
}

extension DueTime: Comparable {
  /// Earlier ones come first.
  package static func < (left: DueTime, right: DueTime) -> Bool {
    (left.day, left.time?.minutes ?? .max) < (right.day, right.time?.minutes ?? .max)
  }
}

extension DueTime: LosslessStringConvertible {
  /// Parses the form of ``description``; nil for anything else.
  package init?(_ description: String) {
    guard let day = Day(iso: description.prefix(10)) else { return nil }
    let rest = String(description.dropFirst(10))
    let time = TimeOfDay(rest)
    guard rest == "~" || time != nil else { return nil }
    self.init(day, time)
  }

  /// The form `2026-11-2714:05` or `2026-11-27~`. These texts sort like the values.
  package var description: String { day.iso + (time?.description ?? "~") }
}

/// The sections of Today, by due date.
package enum DueSection: String, CaseIterable, Hashable, Sendable {
  /// Before now.
  case late
  /// From now on until the end of today.
  case today
  /// The seven days after today.
  case soon

  /// The number of days in ``soon``.
  package static let soonDays = 7

  /// The due dates of the section.
  package func times(at now: DueTime) -> Range<DueTime> {
    let tomorrow = DueTime(startOf: now.day.adding(days: 1))
    return switch self {
    case .late: DueTime.first..<now
    case .today: now..<max(now, tomorrow)
    case .soon: tomorrow..<max(tomorrow, DueTime(startOf: tomorrow.day.adding(days: Self.soonDays)))
    }
  }

  /// The section that a due date is in; nil for later days.
  package init?(of due: DueTime, at now: DueTime) {
    guard let section = Self.allCases.first(where: { $0.times(at: now).contains(due) }) else { return nil }
    self = section
  }
}

/// A moment on a reader's clock: the minute, and the time zone of that clock.
///
/// Due dates are compared with it: one in a time zone as a moment, any other on the reader's clock.
package struct ZonedTime: Hashable, Sendable {
  /// The minute.
  package let time: DueTime
  /// The IANA name of the time zone.
  package let zone: String

  package init(_ time: DueTime, in zone: String) { (self.time, self.zone) = (time, zone) }

  package var day: Day { time.day }
}

extension ZonedTime: CustomStringConvertible {
  /// The form `2026-11-2714:05 Europe/Berlin`.
  package var description: String { "\(time) \(zone)" }
}
