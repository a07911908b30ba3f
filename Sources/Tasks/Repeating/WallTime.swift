import Foundation

/// Wall-clock time: a date and a time of day without a zone.
package struct WallTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00 on the same clock.
  package let seconds: Int

  package var day: Day { Day(daysSince1970: Int((Double(seconds) / 86_400).rounded(.down))) }

  /// The number of seconds since midnight.
  package var secondsOfDay: Int { seconds - WallTime(day).seconds }

  /// The time of the day, without its seconds.
  package var time: TimeOfDay { TimeOfDay(minutes: secondsOfDay / 60) ?? .midnight }

  /// The time a number of seconds after 1970-01-01 00:00.
  package init(seconds: Int) { self.seconds = seconds }

  package init(_ day: Day, seconds: Int = 0) { self.seconds = day.daysSince(Day(daysSince1970: 0)) * 86_400 + seconds }

  /// A time in the form `20260131T235959`; nil for anything else. A leap second counts as the one before.
  package init?(_ text: Bytes) {
    guard text.count == 15, text[text.startIndex + 8].lowercased == UInt8(ascii: "t"),
      let day = Day(compact: text.prefix(8)), let hour = text.dropFirst(9).prefix(2).number, hour < 24,
      let minute = text.dropFirst(11).prefix(2).number, minute < 60, let second = text.suffix(2).number, second <= 60
    else { return nil }
    self.init(day, seconds: hour * 3600 + minute * 60 + min(second, 59))
  }

  /// The wall-clock time after a duration.
  package func adding(_ duration: CalendarDuration) -> WallTime {
    WallTime(day.adding(days: duration.days), seconds: secondsOfDay + duration.seconds)
  }

  /// The wall-clock time after nominal days and then exact seconds (RFC 5545, section 3.3.6).
  /// - Parameter offset: returns the offset from UTC at a moment; nil for a clock without a zone.
  package func adding(_ duration: CalendarDuration, offset: ((Int) -> Int)?) -> WallTime {
    guard let offset, duration.seconds != 0 else { return adding(duration) }
    let moment = WallTime(day.adding(days: duration.days), seconds: secondsOfDay).moment(offset: offset)
    return WallTime(seconds: moment + duration.seconds + offset(moment + duration.seconds))
  }

  /// The wall-clock time that a duration precedes this one by.
  package func subtracting(_ duration: CalendarDuration, offset: ((Int) -> Int)?) -> WallTime {
    var wall = WallTime(seconds: seconds - duration.seconds)
    if let offset, duration.seconds != 0 {
      let moment = moment(offset: offset) - duration.seconds
      wall = WallTime(seconds: moment + offset(moment))
    }
    return WallTime(wall.day.adding(days: -duration.days), seconds: wall.secondsOfDay)
  }

  /// The moment, in seconds since 1970. Of two such moments the first; a time that the clocks skip is counted with the offset before
  /// (RFC 5545, section 3.3.5).
  /// - Parameter offset: returns the offset from UTC at a moment.
  package func moment(offset: (Int) -> Int) -> Int {
    let (before, after) = (offset(seconds - 86_400), offset(seconds + 86_400))
    let (early, late) = (seconds - before, seconds - after)
    return before == after || offset(early) == before || offset(late) != after ? early : late
  }
}

extension TimeZone {
  package func offset(at moment: Int) -> Int { secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))) }
}

/// A DURATION value (RFC 5545, section 3.3.6): nominal days, which may differ from 24 hours, and exact seconds.
package struct CalendarDuration: Hashable, Sendable {
  package private(set) var days = 0
  package private(set) var seconds = 0

  package init(days: Int = 0, seconds: Int = 0) { (self.days, self.seconds) = (days, seconds) }

  /// The difference of two times: calendar days, then the difference of the times of day.
  package init(from start: WallTime, to end: WallTime) {
    days = end.day.daysSince(start.day)
    seconds = end.seconds - start.seconds - days * 86_400
  }

  /// Nil when the value is invalid.
  package init?(_ value: Bytes) {
    var rest = value.trimmed
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    guard rest.popFirst()?.lowercased == UInt8(ascii: "p"), !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      if rest.first?.lowercased == UInt8(ascii: "t") { rest = rest.dropFirst() }
      let digits = rest.prefix { $0.isDigit }
      // Bounds the number of digits and the sums, so that nothing overflows. Six digits of the largest unit exceed the calendar.
      guard digits.count <= 6, let number = digits.number else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let unit = rest.popFirst(), abs(days) < 10_000_000, seconds < 10_000_000_000 else { return nil }
      switch unit.lowercased {
      case UInt8(ascii: "w"): days += number * 7
      case UInt8(ascii: "d"): days += number
      case UInt8(ascii: "h"): seconds += number * 3600
      case UInt8(ascii: "m"): seconds += number * 60
      case UInt8(ascii: "s"): seconds += number
      default: return nil
      }
    }
    if isNegative { (days, seconds) = (-days, -seconds) }
  }
}

extension Day {
  /// A date in exactly the form `20260131`; nil for anything else.
  package init?(compact text: Bytes) {
    guard text.count == 8, let year = text.prefix(4).number, let month = text.dropFirst(4).prefix(2).number,
      let day = text.suffix(2).number
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
