/// A recurrence rule (RFC 5545, section 3.3.10), evaluated in wall-clock time.
package struct RecurrenceRule: Sendable {
  package let frequency: Recurrence.Unit
  /// In units of the frequency; at least 1.
  package private(set) var interval = 1
  /// The number of instances, if it is limited.
  package private(set) var count: Int?
  /// The last possible start, as written.
  package private(set) var until: CalendarTime?
  private(set) var weekStart = Weekday.monday
  private(set) var months: [Int] = []
  private(set) var weeks: [Int] = []
  private(set) var yearDays: [Int] = []
  private(set) var monthDays: [Int] = []
  private(set) var weekdays: [PlacedWeekday] = []
  private(set) var hours: [Int] = []
  private(set) var minutes: [Int] = []
  private(set) var seconds: [Int] = []
  private(set) var places: [Int] = []

  /// The rule of an own task; of one that counts from its completion, the rule without that.
  init(_ pattern: Recurrence.Pattern, interval: Int) {
    (frequency, self.interval) = (pattern.unit, interval)
    switch pattern {
    case .daily, .afterCompletion: break
    case .weekly(let days): weekdays = days.map { PlacedWeekday(weekday: $0) }
    case .monthly(.days(let days)):
      (monthDays, places) = days.count == 1 ? Self.lastDay(until: days[0], from: 28) : (days, [])
    case .monthly(.weekday(let weekday, let place)): weekdays = [PlacedWeekday(place: place, weekday: weekday)]
    case .yearly(let month, let day):
      months = [month]
      (monthDays, places) = Self.lastDay(until: day, from: month == 2 ? 28 : day)
    }
  }

  /// Every year, or every some years, on days of months.
  init(onDays days: [Int], of months: [Int], interval: Int) {
    (frequency, self.interval, self.months, monthDays) = (.year, interval, months, days)
  }

  /// The last existing one of the days from one that every month has: the 30th, or the last day of a shorter month.
  private static func lastDay(until day: Int, from first: Int) -> (days: [Int], places: [Int]) {
    day <= first ? ([day], []) : (Array(first...day), [-1])
  }

  /// Nil when the rule is invalid or unsupported: a frequency below a day, or another calendar system.
  /// - Parameter until: reads the value of UNTIL.
  package init?(_ rule: Bytes, until: (Bytes) -> CalendarTime? = CalendarTime.init) {
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
      guard parse(name, value, until) else { return nil }
    }
  }

  /// The names of the frequencies.
  static let frequencies: [Recurrence.Unit: String] = [
    .day: "DAILY", .week: "WEEKLY", .month: "MONTHLY", .year: "YEARLY",
  ]

  private mutating func parse(_ name: Bytes, _ value: Bytes, _ until: (Bytes) -> CalendarTime?) -> Bool {
    switch String(decoding: name.map(\.uppercased), as: UTF8.self) {
    case "FREQ": return true
    case "INTERVAL":
      guard let number = value.number, number > 0 else { return false }
      interval = number
    case "COUNT":
      guard let number = value.number, number > 0 else { return false }
      count = number
    case "UNTIL":
      self.until = until(value)
      return self.until != nil
    case "WKST":
      guard let day = Self.weekday(value), day.place == nil else { return false }
      weekStart = day.weekday
    case "BYDAY":
      weekdays = []
      for part in value.split(separator: UInt8(ascii: ","), maxSplits: Self.mostInList) {
        guard var day = Self.weekday(part.trimmed) else { return false }
        // An ordinal is invalid here; like other programs, ignore it.
        if frequency == .week || frequency == .day { day.place = nil }
        if !weekdays.contains(day) { weekdays.append(day) }
      }
    case "BYMONTH": return Self.parse(value, into: &months, 1...12, signed: false)
    case "BYWEEKNO": return frequency == .year && Self.parse(value, into: &weeks, 1...53, signed: true)
    case "BYYEARDAY": return Self.parse(value, into: &yearDays, 1...366, signed: true)
    case "BYMONTHDAY": return Self.parse(value, into: &monthDays, 1...31, signed: true)
    case "BYHOUR": return Self.parse(value, into: &hours, 0...23, signed: false)
    case "BYMINUTE": return Self.parse(value, into: &minutes, 0...59, signed: false)
    case "BYSECOND": return Self.parse(value, into: &seconds, 0...60, signed: false)
    case "BYSETPOS": return Self.parse(value, into: &places, 1...366, signed: true)
    case "": return value.isEmpty
    case _: return false
    }
    return true
  }

  /// Reads a list as a set, so that it has at most as many numbers as its range.
  private static func parse(_ value: Bytes, into numbers: inout [Int], _ range: ClosedRange<Int>, signed: Bool) -> Bool
  {
    var all = Set(numbers)
    for part in value.split(separator: UInt8(ascii: ","), maxSplits: mostInList) {
      guard let number = number(part.trimmed), range.contains(abs(number)), signed || number >= 0 else { return false }
      all.insert(number)
    }
    numbers = all.sorted()
    return !numbers.isEmpty
  }

  /// More parts than the longest list without duplicates has: all ordinals of all weekdays in a year.
  private static let mostInList = 1_000

  /// A value such as `-1SU`, or `SU` without an ordinal.
  private static func weekday(_ value: Bytes) -> PlacedWeekday? {
    let names: [StaticString] = ["mo", "tu", "we", "th", "fr", "sa", "su"]
    guard let index = names.firstIndex(where: value.suffix(2).equals), let weekday = Weekday(rawValue: index + 1)
    else { return nil }
    let digits = value.dropLast(2)
    if digits.isEmpty { return PlacedWeekday(weekday: weekday) }
    guard let place = number(digits), (1...53).contains(abs(place)) else { return nil }
    return PlacedWeekday(place: place, weekday: weekday)
  }

  private static func number(_ value: Bytes) -> Int? {
    let isNegative = value.first == UInt8(ascii: "-")
    let digits = isNegative || value.first == UInt8(ascii: "+") ? value.dropFirst() : value
    return digits.number.map { isNegative ? -$0 : $0 }
  }
}

/// A weekday, possibly by its place in a month or year: the second one, or as -1 the last one.
struct PlacedWeekday: Hashable, Sendable {
  var place: Int?
  let weekday: Weekday
}

extension RecurrenceRule {
  /// The dates from a start, in the one form that the app stores: without an end, with the parts that the start supplies, and in the
  /// shortest of some equivalent forms.
  func normalized(from start: WallTime) -> RecurrenceRule {
    var rule = endless
    let isOfStart = weeks.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekdays.isEmpty
    if isOfStart, frequency == .week { rule.weekdays = [PlacedWeekday(weekday: start.day.weekday)] }
    if isOfStart, frequency == .month || frequency == .year { rule.monthDays = [start.day.day] }
    if isOfStart, frequency == .year, months.isEmpty { rule.months = [start.day.month] }
    rule.placeDays()
    rule.weekdays.sort { ($0.place ?? 0, $0.weekday.rawValue) < ($1.place ?? 0, $1.weekday.rawValue) }
    // The beginning of the week matters in every other week, and for numbers of weeks.
    if frequency != .week || interval == 1, weeks.isEmpty { rule.weekStart = .monday }
    return rule
  }

  /// The rule without parts that tell the time of a start.
  func withoutTimes(of start: WallTime) -> RecurrenceRule {
    let ofDay = start.secondsOfDay
    let given = [[ofDay / 3_600], [ofDay / 60 % 60], [ofDay % 60]]
    return zip([hours, minutes, seconds], given).allSatisfy { $0.isEmpty || $0 == $1 } ? onDays : self
  }

  /// The rule without COUNT and UNTIL.
  var endless: RecurrenceRule {
    var rule = self
    (rule.count, rule.until) = (nil, nil)
    return rule
  }

  /// Says places of days of the month without BYSETPOS: the second Tuesday, and of all days the last one.
  private mutating func placeDays() {
    guard frequency == .month || frequency == .year && months.count == 1, places.count == 1, hours.count < 2,
      minutes.count < 2, seconds.count < 2, weeks.isEmpty, yearDays.isEmpty, weekdays.allSatisfy({ $0.place == nil })
    else { return }
    if monthDays.isEmpty, weekdays.count == 1, 1...5 ~= abs(places[0]) {
      (weekdays, places) = ([PlacedWeekday(place: places[0], weekday: weekdays[0].weekday)], [])
    } else if monthDays.isEmpty, weekdays.count == 7, 1...31 ~= abs(places[0]) {
      (monthDays, weekdays, places) = (places, [], [])
    } else if weekdays.isEmpty, monthDays == [28, 29, 30, 31], places == [-1] {
      (monthDays, places) = ([-1], [])
    }
  }

  /// The rule for whole days, which have no times (RFC 5545, section 3.3.10).
  package var onDays: RecurrenceRule {
    var rule = self
    (rule.hours, rule.minutes, rule.seconds) = ([], [], [])
    return rule
  }

  /// The rule with a COUNT.
  func limited(to count: Int) -> RecurrenceRule {
    var rule = self
    rule.count = count
    return rule
  }

  /// Whether its weeks can begin on Monday, as those of the app do, once it has begun.
  var hasOwnWeeks: Bool {
    if weekStart == .monday || weekdays.count == 1 { return true }
    return weekStart == .sunday && !weekdays.contains { $0.weekday == .sunday }
  }

  /// The parts of the rule but COUNT and UNTIL, in the one order that the app writes.
  package var text: String {
    func list(_ name: String, _ numbers: [Int]) -> String? {
      let sorted = numbers.filter { $0 >= 0 } + numbers.filter { $0 < 0 }
      return numbers.isEmpty ? nil : "\(name)=\(sorted.map(String.init).joined(separator: ","))"
    }
    let days = weekdays.map { ($0.place.map(String.init) ?? "") + $0.weekday.ruleName }
    let parts: [String?] = [
      "FREQ=\(Self.frequencies[frequency] ?? "")", interval > 1 ? "INTERVAL=\(interval)" : nil,
      weekStart == .monday ? nil : "WKST=\(weekStart.ruleName)", list("BYMONTH", months), list("BYWEEKNO", weeks),
      list("BYYEARDAY", yearDays), list("BYMONTHDAY", monthDays),
      days.isEmpty ? nil : "BYDAY=\(days.joined(separator: ","))", list("BYHOUR", hours), list("BYMINUTE", minutes),
      list("BYSECOND", seconds), list("BYSETPOS", places),
    ]
    return parts.compactMap(\.self).joined(separator: ";")
  }

  /// Whether a day can have several of its dates.
  var hasTimes: Bool { hours.count > 1 || minutes.count > 1 || seconds.count > 1 }
}

extension Weekday {
  fileprivate var ruleName: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue - 1] }
}
