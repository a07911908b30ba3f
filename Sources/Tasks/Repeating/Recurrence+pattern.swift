/// The rules that the app offers, as a view of the rule of RFC 5545.
extension Recurrence {
  /// The dates of a rule that the app offers.
  package enum Pattern: Hashable, Sendable {
    case daily
    /// On some weekdays, in order; never empty.
    case weekly([Weekday])
    case monthly(MonthDay)
    /// On one date of a year. In years without it, 29 February is 28 February.
    case yearly(month: Int, day: Int)
    /// A number of days, weeks, months or years after the completion.
    case afterCompletion(Unit)
  }

  package enum MonthDay: Hashable, Sendable {
    /// Days in order, the last one as -1. A single one may be up to 30, and is the last day in shorter months. Several are up to 28, or to
    /// 27 beside the last day: every month has as many of them.
    case days([Int])
    /// A weekday by its place: 1 to 4, or -1 for the last one.
    case weekday(Weekday, place: Int)

    package static let last = days([-1])

    package static func date(_ day: Int) -> Self { .days([day]) }
  }

  /// The dates, if the app offers them: nil for another rule, and for one with added dates only.
  package var pattern: Pattern? {
    guard let rule, !rule.hasTimes else { return nil }
    return isAfterCompletion ? .afterCompletion(rule.frequency) : Pattern(rule)
  }

  /// The number of units from one date, or group of dates, to the next.
  package var interval: Int { rule?.interval ?? 1 }

  /// The unit of the interval.
  package var unit: Unit { pattern?.unit ?? rule?.frequency ?? .day }

  /// Whether another recurrence has the same dates but those that have passed, apart from those that are left out.
  package func hasRule(of other: Recurrence) -> Bool { ruleText == other.ruleText }

  /// The series with its current date on another day: all later dates of the rule move with it.
  package func moved(to day: Day) -> Recurrence {
    var moved = self
    (moved.current, moved.anchor) = (day, nil)
    guard let pattern, !isAfterCompletion else { return moved }
    let days = daysLater
    let other = pattern.moved(from: current.adding(days: -days), to: day.adding(days: -days))
    moved.rule = RecurrenceRule(other, interval: interval).normalized(from: WallTime(day.adding(days: -days)))
    return moved
  }

  /// The series by another rule. The dates that are left out stay so, and those besides the rule stay there.
  package func following(_ other: Recurrence) -> Recurrence {
    var following = other
    (following.excluded, following.added) = (excluded, added)
    return following
  }
}

extension Recurrence.Pattern {
  /// Nil for a rule that is none of these.
  fileprivate init?(_ rule: RecurrenceRule) {
    guard let summary = RecurrenceSummary(rule), rule.hasOwnWeeks, Recurrence.intervals.contains(rule.interval)
    else { return nil }
    // The last existing one of some days, as the 29th and the 30th are. RFC 5545 skips the months without one day.
    let isLastOfDays = rule.places == [-1]
    switch (summary.unit, summary.days) {
    case (.day, .first): self = .daily
    case (.week, .weekdays(let weekdays)) where !weekdays.isEmpty: self = .weekly(weekdays)
    case (.month, .monthDays(let days)) where days.allSatisfy { $0 <= 28 } || days.count == 1 && isLastOfDays:
      guard let days = Recurrence.MonthDay(days) else { return nil }
      self = .monthly(days)
    case (.month, .weekday(let weekday, let place)) where place <= 4: self = .monthly(.weekday(weekday, place: place))
    case (.year, .date(let month, let day)):
      guard Day(year: isLastOfDays ? 2000 : 2001, month: month, day: day) != nil else { return nil }
      self = .yearly(month: month, day: day)
    case (_, _): return nil
    }
  }

  /// What an interval counts.
  var unit: Recurrence.Unit {
    switch self {
    case .daily: .day
    case .weekly: .week
    case .monthly: .month
    case .yearly: .year
    case .afterCompletion(let unit): unit
    }
  }

  /// The dates with ordered weekdays, and 31 as the last day, which it is in every month that has it.
  var normalized: Self {
    switch self {
    case .weekly(let days): .weekly(Weekday.allCases.filter(days.contains))
    case .monthly(.days([31])): .monthly(.last)
    case .daily, .monthly, .yearly, .afterCompletion: self
    }
  }

  /// The pattern of which a day is a date in place of another one.
  fileprivate func moved(from current: Day, to day: Day) -> Self {
    let isLast = day.adding(days: 1).month != day.month
    switch self {
    case .daily, .afterCompletion: return self
    case .weekly(let days):
      if days.count == 1 { return .weekly([day.weekday]) }
      // A weekday that is among several already stays one of them.
      if days.contains(day.weekday) || !days.contains(current.weekday) { return self }
      return .weekly(days.filter { $0 != current.weekday } + [day.weekday]).normalized
    case .monthly(.days(let dates)) where dates.count == 1:
      return .monthly(isLast && (self == .monthly(.last) || day.day == 31) ? .last : .date(day.day))
    case .monthly(.days(let dates)):
      // A date that is among several already stays one of them. The last day is -1.
      let last = dates.contains(-1) && current.adding(days: 1).month != current.month
      let (from, to) = (last ? -1 : current.day, isLast && (last || day.day > 28) ? -1 : day.day)
      if dates.contains(to) || !dates.contains(from) { return self }
      return Recurrence.MonthDay(dates.filter { $0 != from } + [to]).map { .monthly($0) } ?? self
    case .monthly(.weekday(_, let place)):
      let (number, isLast) = ((day.day - 1) / 7 + 1, day.adding(days: 7).month != day.month)
      return .monthly(.weekday(day.weekday, place: number > 4 || place == -1 && isLast ? -1 : number))
    case .yearly: return .yearly(month: day.month, day: day.day)
    }
  }
}

extension Recurrence.MonthDay {
  /// One or several days of a month; 31 and -1 are the last one. Nil for other days that not every month has, beside others.
  package init?(_ days: [Int]) {
    let found = Set(days.map { $0 == 31 ? -1 : $0 })
    let most = found.count == 1 ? 30 : found.contains(-1) ? 27 : 28
    guard !found.isEmpty, found.allSatisfy({ $0 == -1 || 1...most ~= $0 }) else { return nil }
    self = .days(found.filter { $0 > 0 }.sorted() + found.filter { $0 < 0 })
  }
}
