/// When clocks are changed where a time zone holds, as a calendar file describes it. Moments are seconds since
/// 1970-01-01 00:00 of universal time, and so are distances to it: positive ones lie east.
struct ZoneRules {
  /// The name that everybody knows it by, if the file tells one.
  let location: Bytes?
  /// Single changes, the earliest first once they are sorted.
  private(set) var onsets: [(moment: Int, after: Int)] = []
  /// Changes that come every year.
  var yearly: [YearlyRule] = []
  private var first: (moment: Int, before: Int)?

  init(location: Bytes?) {
    self.location = location
  }

  mutating func addOnset(at moment: Int, before: Int, after: Int) {
    onsets.append((moment, after))
    if moment < first?.moment ?? .max { first = (moment, before) }
  }

  mutating func sort() {
    onsets.sort { $0.moment < $1.moment }
  }

  /// The distance to universal time at that moment: that of the last change until then.
  func offset(at moment: Int) -> Int {
    var last: (moment: Int, after: Int)?
    var low = 0
    var high = onsets.count
    while low < high {
      let middle = (low + high) / 2
      if onsets[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    if low > 0 { last = onsets[low - 1] }
    for rule in yearly {
      if let onset = rule.lastOnset(until: moment), onset >= last?.moment ?? .min { last = (onset, rule.after) }
    }
    return last?.after ?? first?.before ?? 0
  }
}

/// A change of the clocks that comes every year (RFC 5545, section 3.3.10, as far as time zones need it).
struct YearlyRule {
  /// The distance to universal time from then on.
  let after: Int
  private let before: Int
  private let start: WallTime
  private let month: Int
  private let days: Days
  private var lastYear = 9999
  private var until = Int.max

  private enum Days {
    /// That day of the month.
    case day(Int)
    /// The first, second … such day of the week; the last for -1.
    case weekday(Weekday, place: Int)
    /// The first such day of the week from that day of the month on.
    case weekdayFrom(Weekday, day: Int)
  }

  /// Nil when the rule is not understood.
  init?(_ rule: Bytes, start: WallTime, before: Int, after: Int) {
    self.start = start
    self.before = before
    self.after = after
    var month = start.day.month
    var place: (place: Int?, weekday: Weekday)?
    var monthDays: [Int] = []
    var isYearly = false
    for part in rule.split(separator: UInt8(ascii: ";"), maxSplits: 16) {
      let value = part.drop { $0 != UInt8(ascii: "=") }.dropFirst()
      switch part.prefix(while: { $0 != UInt8(ascii: "=") }).text {
      case "FREQ": isYearly = value.equals("yearly")
      case "INTERVAL": if value.number != 1 { return nil }
      case "BYMONTH":
        guard let number = value.number, (1...12).contains(number) else { return nil }
        month = number
      case "BYDAY":
        guard let day = Self.weekday(value) else { return nil }
        place = day
      case "BYMONTHDAY":
        let numbers = CalendarText.parts(value, most: 32).map(\.number)
        monthDays = numbers.compactMap(\.self)
        guard monthDays.count == numbers.count, monthDays.allSatisfy((1...31).contains) else { return nil }
      case "UNTIL":
        guard let time = Self.until(value, before: before) else { return nil }
        until = time
      case "COUNT":
        guard let count = value.number, count > 0 else { return nil }
        lastYear = min(start.day.year + count - 1, 9999)
      case "WKST": break
      default: return nil
      }
    }
    guard isYearly, let days = Self.days(place: place, monthDays: monthDays, start: start.day) else { return nil }
    self.month = month
    self.days = days
  }

  /// When it last came, at that moment at the latest.
  func lastOnset(until moment: Int) -> Int? {
    let latest = min(moment, until)
    // A year more: the moment's year is reckoned without the distance.
    let year = min(Day(daysSince1970: latest / 86_400).year + 1, lastYear)
    for year in stride(from: year, through: max(start.day.year, year - 3), by: -1) {
      guard let day = day(in: year), day.month == month else { continue }
      let onset = WallTime(day).seconds + start.seconds - WallTime(start.day).seconds - before
      if onset <= latest, onset >= start.seconds - before { return onset }
    }
    return nil
  }

  private func day(in year: Int) -> Day? {
    switch days {
    case .day(let day): Day(year: year, month: month, day: day)
    case .weekdayFrom(let weekday, let day): Day(year: year, month: month, day: day)?.next(weekday)
    case .weekday(let weekday, let place) where place > 0:
      Day(year: year, month: month, day: 1)?.next(weekday).adding(days: (place - 1) * 7)
    case .weekday(let weekday, let place):
      // Seven days before the first of the month that follows, the last of each day of the week begins to come.
      (month == 12 ? Day(year: year, month: 12, day: 25) : Day(year: year, month: month + 1, day: 1)?.adding(days: -7))?
        .next(weekday).adding(days: (place + 1) * 7)
    }
  }

  private static func days(place: (place: Int?, weekday: Weekday)?, monthDays: [Int], start: Day) -> Days? {
    guard let place else { return monthDays.count > 1 ? nil : .day(monthDays.first ?? start.day) }
    if let number = place.place { return monthDays.isEmpty ? .weekday(place.weekday, place: number) : nil }
    // Seven days in a row, in which each day of the week comes once.
    guard let first = monthDays.min(), monthDays.sorted() == Array(first..<(first + 7)) else { return nil }
    return .weekdayFrom(place.weekday, day: first)
  }

  /// A value such as `-1SU`, or `SU` without a place.
  private static func weekday(_ value: Bytes) -> (place: Int?, weekday: Weekday)? {
    let names: [StaticString] = ["mo", "tu", "we", "th", "fr", "sa", "su"]
    guard let index = names.firstIndex(where: value.suffix(2).equals), let weekday = Weekday(rawValue: index + 1)
    else { return nil }
    var digits = value.dropLast(2)
    if digits.isEmpty { return (nil, weekday) }
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard let number = digits.number, (1...5).contains(number) else { return nil }
    return (isNegative ? -number : number, weekday)
  }

  private static func until(_ value: Bytes, before: Int) -> Int? {
    if let time = WallTime(value.prefix(15)) { return value.count == 16 ? time.seconds : time.seconds - before }
    return Day(compact: value).map { WallTime($0, seconds: 86_399).seconds - before }
  }
}

extension Day {
  /// Itself, or the first day after it that is that day of the week.
  fileprivate func next(_ other: Weekday) -> Day {
    adding(days: (other.rawValue - weekday.rawValue + 7) % 7)
  }
}
