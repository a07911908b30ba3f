import Foundation

/// An unresolved DATE or DATE-TIME value (RFC 5545, sections 3.3.4 and 3.3.5).
enum CalendarTime: Sendable, Equatable {
  case day(Day)
  /// A moment.
  case universal(WallTime)
  /// Local time in a named zone, or floating time without one.
  case local(WallTime, zone: Bytes?)

  /// Nil when the value is invalid.
  init?(_ line: ContentLine) { self.init(line.value, type: line.type, zone: line.zone) }

  /// The values of a list, without invalid ones. A PERIOD counts as its start.
  static func all(_ line: ContentLine) -> [CalendarTime] {
    CalendarText.parts(line.value, most: most).compactMap { part in
      let value = part.prefix { $0 != UInt8(ascii: "/") }
      return CalendarTime(value, type: value.count == part.count ? line.type : nil, zone: line.zone)
    }
  }

  /// Bounds the work for one line.
  private static let most = 2_000

  /// Nil when the value is invalid.
  /// - Parameters:
  ///   - type: the parameter VALUE.
  ///   - zone: the parameter TZID.
  init?(_ value: Bytes, type: Bytes?, zone: Bytes?) {
    // Some programs don't quote a TZID that contains a colon: it then ends at the last colon of the line.
    if let zone, let colon = value.lastIndex(of: UInt8(ascii: ":")) {
      self.init(
        value[(colon + 1)...], type: type,
        zone: ZoneName.written(Array(zone + [UInt8(ascii: ":")] + value[..<colon]).prefix(ZoneName.mostBytes)))
      return
    }
    let value = value.trimmed
    guard let day = Day(compact: value.prefix(8)) else {
      // Some programs write the extended form, with hyphens and colons.
      if let moment = FileMoment(value.prefix(64).text) {
        let wall = WallTime(seconds: moment.wall.seconds - (moment.offset ?? 0))
        self = moment.offset == nil ? .local(wall, zone: zone) : .universal(wall)
      } else if let day = Day(iso: value.prefix(11).text) {
        self = .day(day)
      } else {
        return nil
      }
      return
    }
    if value.count == 8 || type?.equals("date") == true {
      self = .day(day)
      return
    }
    guard let time = WallTime(value.prefix(15)) else { return nil }
    switch (value.count, value.last?.lowercased) {
    case (16, UInt8(ascii: "z")): self = .universal(time)
    case (15, _): self = .local(time, zone: zone)
    default:
      // `20260131T235959+0100` is not in the standard.
      guard let offset = ZoneName.offset(value.dropFirst(15)) else { return nil }
      self = .universal(WallTime(seconds: time.seconds - offset))
    }
  }

  /// The day as written.
  var day: Day {
    switch self {
    case .day(let day): day
    case .universal(let time), .local(let time, _): time.day
    }
  }

  /// Whether it is of the type and in the zone of another time.
  func isInZone(of other: CalendarTime) -> Bool {
    switch (self, other) {
    case (.day, .day), (.universal, .universal): true
    case (.local(_, let zone), .local(_, let other)): zone == other
    case (.day, _), (.universal, _), (.local, _): false
    }
  }

  /// The seconds since 1970-01-01 00:00 on the clock of the value.
  var seconds: Int {
    switch self {
    case .day(let day): WallTime(day).seconds
    case .universal(let time), .local(let time, _): time.seconds
    }
  }

  /// The time after a duration.
  func adding(_ duration: CalendarDuration) -> CalendarTime {
    switch self {
    case .day(let day): .day(day.adding(days: duration.days + duration.seconds / 86_400))
    case .universal(let time): .universal(time.adding(duration))
    case .local(let time, let zone): .local(time.adding(duration), zone: zone)
    }
  }
}

/// Wall-clock time: a date and a time of day without a zone.
struct WallTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00 on the same clock.
  let seconds: Int

  var day: Day { Day(daysSince1970: Int((Double(seconds) / 86_400).rounded(.down))) }

  /// The number of seconds since midnight.
  var secondsOfDay: Int { seconds - WallTime(day).seconds }

  /// The time of the day, without its seconds.
  var time: TimeOfDay { TimeOfDay(minutes: secondsOfDay / 60) ?? .midnight }

  /// The time a number of seconds after 1970-01-01 00:00.
  init(seconds: Int) { self.seconds = seconds }

  init(_ day: Day, seconds: Int = 0) { self.seconds = day.daysSince(Day(daysSince1970: 0)) * 86_400 + seconds }

  /// A time in the form `20260131T235959`; nil for anything else. A leap second counts as the one before.
  init?(_ text: Bytes) {
    guard text.count == 15, text[text.startIndex + 8].lowercased == UInt8(ascii: "t"),
      let day = Day(compact: text.prefix(8)), let hour = text.dropFirst(9).prefix(2).number, hour < 24,
      let minute = text.dropFirst(11).prefix(2).number, minute < 60, let second = text.suffix(2).number, second <= 60
    else { return nil }
    self.init(day, seconds: hour * 3600 + minute * 60 + min(second, 59))
  }

  /// The wall-clock time after a duration.
  func adding(_ duration: CalendarDuration) -> WallTime {
    WallTime(day.adding(days: duration.days), seconds: secondsOfDay + duration.seconds)
  }

  /// The wall-clock time after nominal days and then exact seconds (RFC 5545, section 3.3.6).
  /// - Parameter offset: returns the offset from UTC at a moment; nil for a clock without a zone.
  func adding(_ duration: CalendarDuration, offset: ((Int) -> Int)?) -> WallTime {
    guard let offset, duration.seconds != 0 else { return adding(duration) }
    let moment = WallTime(day.adding(days: duration.days), seconds: secondsOfDay).moment(offset: offset)
    return WallTime(seconds: moment + duration.seconds + offset(moment + duration.seconds))
  }

  /// The wall-clock time that a duration precedes this one by.
  func subtracting(_ duration: CalendarDuration, offset: ((Int) -> Int)?) -> WallTime {
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
  func moment(offset: (Int) -> Int) -> Int {
    let (before, after) = (offset(seconds - 86_400), offset(seconds + 86_400))
    let (early, late) = (seconds - before, seconds - after)
    return before == after || offset(early) == before || offset(late) != after ? early : late
  }
}

extension TimeZone {
  func offset(at moment: Int) -> Int { secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))) }
}

/// A DURATION value (RFC 5545, section 3.3.6): nominal days, which may differ from 24 hours, and exact seconds.
struct CalendarDuration: Hashable, Sendable {
  private(set) var days = 0
  private(set) var seconds = 0

  init(days: Int = 0, seconds: Int = 0) { (self.days, self.seconds) = (days, seconds) }

  /// The difference of two times: calendar days, then the difference of the times of day.
  init(from start: WallTime, to end: WallTime) {
    days = end.day.daysSince(start.day)
    seconds = end.seconds - start.seconds - days * 86_400
  }

  /// Nil when the value is invalid.
  init?(_ value: Bytes) {
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
  init?(compact text: Bytes) {
    guard text.count == 8, let year = text.prefix(4).number, let month = text.dropFirst(4).prefix(2).number,
      let day = text.suffix(2).number
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
