/// An unresolved DATE or DATE-TIME value (RFC 5545, sections 3.3.4 and 3.3.5).
package enum CalendarTime: Sendable, Equatable {
  case day(Day)
  /// A moment.
  case universal(WallTime)
  /// Local time in a named zone, or floating time without one.
  case local(WallTime, zone: Bytes?)

  /// A date `20260131`, or a time `20260131T235959` or `20260131T235959Z`; nil for anything else.
  package init?(_ value: Bytes) {
    if let day = Day(compact: value) {
      self = .day(day)
    } else if let time = WallTime(value) {
      self = .local(time, zone: nil)
    } else if value.last?.lowercased == UInt8(ascii: "z"), let time = WallTime(value.dropLast()) {
      self = .universal(time)
    } else {
      return nil
    }
  }

  /// The day as written.
  package var day: Day {
    switch self {
    case .day(let day): day
    case .universal(let time), .local(let time, _): time.day
    }
  }

  /// Whether it is of the type and in the zone of another time.
  package func isInZone(of other: CalendarTime) -> Bool {
    switch (self, other) {
    case (.day, .day), (.universal, .universal): true
    case (.local(_, let zone), .local(_, let other)): zone == other
    case (.day, _), (.universal, _), (.local, _): false
    }
  }

  /// The seconds since 1970-01-01 00:00 on the clock of the value.
  package var seconds: Int {
    switch self {
    case .day(let day): WallTime(day).seconds
    case .universal(let time), .local(let time, _): time.seconds
    }
  }

  /// The time after a duration.
  package func adding(_ duration: CalendarDuration) -> CalendarTime {
    switch self {
    case .day(let day): .day(day.adding(days: duration.days + duration.seconds / 86_400))
    case .universal(let time): .universal(time.adding(duration))
    case .local(let time, let zone): .local(time.adding(duration), zone: zone)
    }
  }
}
