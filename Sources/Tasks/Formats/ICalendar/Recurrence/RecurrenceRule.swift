/// A recurrence rule (RFC 5545, section 3.3.10), evaluated in wall-clock time.
struct RecurrenceRule {
  let frequency: Recurrence.Unit
  /// In units of the frequency; at least 1.
  private(set) var interval = 1
  /// The number of instances, if it is limited.
  private(set) var count: Int?
  /// The last possible start, as written.
  private(set) var until: CalendarTime?
  private(set) var weekStart = Weekday.monday
  private(set) var months: [Int] = []
  private(set) var weeks: [Int] = []
  private(set) var yearDays: [Int] = []
  private(set) var monthDays: [Int] = []
  private(set) var weekdays: [(place: Int?, weekday: Weekday)] = []
  private(set) var hours: [Int] = []
  private(set) var minutes: [Int] = []
  private(set) var seconds: [Int] = []
  private(set) var places: [Int] = []

  /// The rule of an own task; of one that counts from its completion, the rule without that.
  init(_ pattern: Recurrence.Pattern, interval: Int) {
    (frequency, self.interval) = (pattern.unit, interval)
    switch pattern {
    case .daily, .afterCompletion: break
    case .weekly(let days): weekdays = days.map { (nil, $0) }
    case .monthly(.days(let days)):
      (monthDays, places) = days.count == 1 ? Self.lastDay(until: days[0], from: 28) : (days, [])
    case .monthly(.weekday(let weekday, let place)): weekdays = [(place, weekday)]
    case .yearly(let month, let day):
      months = [month]
      (monthDays, places) = Self.lastDay(until: day, from: month == 2 ? 28 : day)
    }
  }

  /// The last existing one of the days from one that every month has: the 30th, or the last day of a shorter month.
  private static func lastDay(until day: Int, from first: Int) -> (days: [Int], places: [Int]) {
    day <= first ? ([day], []) : (Array(first...day), [-1])
  }

  /// Nil when the rule is invalid or unsupported: a frequency below a day, or another calendar system.
  init?(_ rule: Bytes) {
    let parts = rule.split(separator: UInt8(ascii: ";"), maxSplits: 32).map { part in
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      return (name: name.trimmed, value: part.dropFirst(name.count + 1).trimmed)
    }
    let name = parts.first { $0.name.equals("freq") }.map {
      String(decoding: $0.value.map(\.uppercased), as: UTF8.self)
    }
    guard let frequency = Self.frequencies.first(where: { $0.value == name }) else { return nil }
    self.frequency = frequency.key
    for (name, value) in parts {
      guard take(name, value) else { return nil }
    }
  }

  /// The names of the frequencies.
  static let frequencies: [Recurrence.Unit: String] = [
    .day: "DAILY", .week: "WEEKLY", .month: "MONTHLY", .year: "YEARLY",
  ]

  private mutating func take(_ name: Bytes, _ value: Bytes) -> Bool {
    switch String(decoding: name.map(\.uppercased), as: UTF8.self) {
    case "FREQ": return true
    case "INTERVAL":
      guard let number = value.number, number > 0 else { return false }
      interval = number
    case "COUNT":
      guard let number = value.number, number > 0 else { return false }
      count = number
    case "UNTIL":
      until = CalendarTime(value, type: nil, zone: nil)
      return until != nil
    case "WKST":
      guard let day = Self.weekday(value), day.place == nil else { return false }
      weekStart = day.weekday
    case "BYDAY":
      weekdays = []
      for part in CalendarText.parts(value, most: Self.mostInList) {
        guard var day = Self.weekday(part.trimmed) else { return false }
        // An ordinal is invalid here; like other programs, ignore it.
        if frequency == .week || frequency == .day { day.place = nil }
        if !weekdays.contains(where: { $0 == day }) { weekdays.append(day) }
      }
    case "BYMONTH": return Self.take(value, into: &months, 1...12, signed: false)
    case "BYWEEKNO": return frequency == .year && Self.take(value, into: &weeks, 1...53, signed: true)
    case "BYYEARDAY": return Self.take(value, into: &yearDays, 1...366, signed: true)
    case "BYMONTHDAY": return Self.take(value, into: &monthDays, 1...31, signed: true)
    case "BYHOUR": return Self.take(value, into: &hours, 0...23, signed: false)
    case "BYMINUTE": return Self.take(value, into: &minutes, 0...59, signed: false)
    case "BYSECOND": return Self.take(value, into: &seconds, 0...60, signed: false)
    case "BYSETPOS": return Self.take(value, into: &places, 1...366, signed: true)
    case "": return value.isEmpty
    case _: return false
    }
    return true
  }

  /// Reads a list as a set, so that it has at most as many numbers as its range.
  private static func take(_ value: Bytes, into numbers: inout [Int], _ range: ClosedRange<Int>, signed: Bool) -> Bool {
    var all = Set(numbers)
    for part in CalendarText.parts(value, most: mostInList) {
      guard let number = number(part.trimmed), range.contains(abs(number)), signed || number >= 0 else { return false }
      all.insert(number)
    }
    numbers = all.sorted()
    return !numbers.isEmpty
  }

  /// More parts than the longest list without duplicates has: all ordinals of all weekdays in a year.
  private static let mostInList = 1_000

  /// A value such as `-1SU`, or `SU` without an ordinal.
  private static func weekday(_ value: Bytes) -> (place: Int?, weekday: Weekday)? {
    let names: [StaticString] = ["mo", "tu", "we", "th", "fr", "sa", "su"]
    guard let index = names.firstIndex(where: value.suffix(2).equals), let weekday = Weekday(rawValue: index + 1)
    else { return nil }
    let digits = value.dropLast(2)
    if digits.isEmpty { return (nil, weekday) }
    guard let place = number(digits), (1...53).contains(abs(place)) else { return nil }
    return (place, weekday)
  }

  private static func number(_ value: Bytes) -> Int? {
    let isNegative = value.first == UInt8(ascii: "-")
    let digits = isNegative || value.first == UInt8(ascii: "+") ? value.dropFirst() : value
    return digits.number.map { isNegative ? -$0 : $0 }
  }
}
