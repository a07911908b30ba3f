/// A recurrence rule (RFC 5545, section 3.3.10) as people say it, such as "every 2 weeks on Tuesday".
package struct RecurrenceSummary: Hashable, Sendable {
  /// The days of a week, month or year. A place is counted from 1, or from the end: -1 is the last.
  package enum Days: Hashable, Sendable {
    /// The day of the first instance.
    case first
    case weekdays([Weekday])
    /// Days of the month, the last one as -1.
    case monthDays([Int])
    case weekday(Weekday, place: Int)
    case date(month: Int, day: Int)
    case weekdayOfMonth(Weekday, place: Int, month: Int)
  }

  /// When the rule ends.
  package enum End: Hashable, Sendable {
    case never
    case until(Day)
    /// After so many instances.
    case count(Int)
  }

  /// The unit of the interval.
  package let unit: Recurrence.Unit
  /// The number of units between two instances, or groups of them; at least 1.
  package let interval: Int
  /// The days within a unit.
  package let days: Days
  package let end: End

  /// Whether units without one of the days are skipped, as the months without a 31st.
  package let skips: Bool

  /// The recurrence of an own task; nil if its rule has parts that a short sentence can't say, or if it has none.
  package init?(_ recurrence: Recurrence) {
    guard let rule = recurrence.rule else { return nil }
    let end: End =
      switch recurrence.end {
      case .never: .never
      case .until(let day): .until(day)
      case .count(let count): .count(count)
      }
    self.init(rule, end: end)
  }

  /// Nil if the rule is invalid, or has parts that a short sentence can't say.
  /// - Parameter text: the rule as written, such as `FREQ=WEEKLY;BYDAY=TU`.
  package init?(_ text: String) {
    guard let rule = RecurrenceRule(Array(text.utf8)[...]) else { return nil }
    self.init(rule)
  }

  init?(_ rule: RecurrenceRule, end: End? = nil) {
    guard rule.weeks.isEmpty, rule.yearDays.isEmpty,
      // The hour of the due date says the same.
      rule.hours.count <= 1, rule.minutes.count <= 1, rule.seconds.count <= 1,
      let (unit, days) = Self.days(of: rule)
    else { return nil }
    (self.unit, self.days) = (unit, days)
    interval = rule.interval
    self.end = end ?? rule.end
    skips =
      switch days {
      case _ where !rule.places.isEmpty: false
      case .monthDays(let days): days.contains { $0 > 28 }
      case .date(let month, let day): Day(year: 2001, month: month, day: day) == nil
      case .first, .weekdays, .weekday, .weekdayOfMonth: false
      }
  }

  private static func days(of rule: RecurrenceRule) -> (Recurrence.Unit, Days)? {
    switch rule.frequency {
    case .day, .week:
      guard rule.months.isEmpty, rule.monthDays.isEmpty, rule.places.isEmpty else { return nil }
      let unit = rule.frequency
      if rule.weekdays.isEmpty { return (unit, .first) }
      guard unit == .week || rule.interval == 1 else { return nil }
      return (.week, .weekdays(Weekday.allCases.filter { day in rule.weekdays.contains { $0.weekday == day } }))
    case .month: return monthDays(of: rule).map { (.month, $0) }
    case .year: return yearDays(of: rule).map { (.year, $0) }
    }
  }

  private static func monthDays(of rule: RecurrenceRule) -> Days? {
    guard rule.months.isEmpty else { return nil }
    if let day = lastOfDays(of: rule) { return .monthDays([day]) }
    if !rule.weekdays.isEmpty { return placedWeekday(of: rule).map { .weekday($0.weekday, place: $0.place) } }
    guard rule.places.isEmpty, rule.monthDays.count <= mostMonthDays else { return nil }
    if rule.monthDays.isEmpty { return .first }
    guard rule.monthDays.allSatisfy({ $0 >= -1 }) else { return nil }
    let days = Set(rule.monthDays)
    return .monthDays(days.filter { $0 > 0 }.sorted() + days.filter { $0 < 0 })
  }

  private static func yearDays(of rule: RecurrenceRule) -> Days? {
    guard rule.months.count <= 1 else { return nil }
    if !rule.weekdays.isEmpty {
      guard let month = rule.months.first else { return nil }
      return placedWeekday(of: rule).map { .weekdayOfMonth($0.weekday, place: $0.place, month: month) }
    }
    if let month = rule.months.first, let day = lastOfDays(of: rule) { return .date(month: month, day: day) }
    guard rule.places.isEmpty else { return nil }
    switch (rule.months.first, rule.monthDays.count) {
    case (_, 0): return .first
    case (let month?, 1) where rule.monthDays[0] > 0: return .date(month: month, day: rule.monthDays[0])
    // Without a month, the day is that of every month.
    case (_, _): return nil
    }
  }

  /// The 30th, if the rule is the last existing one of the days from the 28th to the 30th.
  private static func lastOfDays(of rule: RecurrenceRule) -> Int? {
    guard rule.places == [-1], rule.weekdays.isEmpty, let last = rule.monthDays.last, 29...31 ~= last,
      rule.monthDays == Array(28...last)
    else { return nil }
    return last
  }

  /// The one weekday with its place in the month.
  private static func placedWeekday(of rule: RecurrenceRule) -> (weekday: Weekday, place: Int)? {
    guard rule.monthDays.isEmpty, rule.weekdays.count == 1, rule.places.count <= 1 else { return nil }
    let given = [rule.weekdays[0].place, rule.places.first].compactMap(\.self)
    guard given.count == 1, given[0] == -1 || 1...5 ~= given[0] else { return nil }
    return (rule.weekdays[0].weekday, given[0])
  }

  private static let mostMonthDays = 5
}

extension RecurrenceRule {
  var end: RecurrenceSummary.End {
    if let count { return .count(count) }
    switch until {
    case .day(let day)?: return .until(day)
    case .local(let time, _)?, .universal(let time)?: return .until(time.day)
    case nil: return .never
    }
  }
}
