import Foundation
import Tasks

/// Recurrence rules of own tasks in calendar files.
enum CalendarRule {
  /// The value of an RRULE. Its last day has the type of the due date (RFC 5545, section 3.3.10): for a time in a zone, it is a moment
  /// in UTC.
  /// - Parameter time: the time of the due date; nil for a whole day.
  static func text(_ recurrence: Recurrence, at time: ClockTime?) -> String {
    guard case .until(let due) = recurrence.end else { return recurrence.standardRuleText }
    let last = SeriesClock(recurrence, at: time).start(ofDue: WallTime(due, seconds: 86_399)).day
    var endless = recurrence
    endless.end = time == nil ? .until(last) : .never
    guard let time else { return endless.standardRuleText }
    return "\(endless.standardRuleText);UNTIL=\(end(of: last, at: time))"
  }

  /// - Parameter anchor: the first instance in a file.
  static func text(_ recurrence: Recurrence, like anchor: CalendarTime?) -> String {
    switch anchor {
    case nil, .day: text(recurrence, at: nil)
    case .universal(let wall): text(recurrence, at: ClockTime(wall.time, zone: "UTC"))
    case .local(let wall, let zone): text(recurrence, at: ClockTime(wall.time, zone: zone?.text))
    }
  }

  private static func end(of day: Day, at time: ClockTime) -> String {
    let compact = day.iso.filter { $0 != "-" }
    guard let name = time.zone, let zone = TimeZone(identifier: name), let last = TimeOfDay(minutes: 1_439) else {
      return compact + "T235959"
    }
    return CalendarMoment.text(day.moment(at: last, in: zone).addingTimeInterval(59))
  }
}
