/// Calendar arithmetic on days; time zones do not matter.
extension Recurrence {
  /// The recurrence after the current date was completed; nil if that was the last one.
  ///
  /// Dates up to today do not come again, and count towards the end of the series.
  package func next(completedOn today: Day) -> Recurrence? { next(after: max(current, today), on: today) }

  /// The recurrence without the current date; nil if that is the last one. A date today is kept.
  ///
  /// If the dates follow from completions, the next one is an interval after the current date, or after today if that is later.
  package func next(skippedOn today: Day) -> Recurrence? {
    next(after: max(current, today.adding(days: -1)), on: max(current, today))
  }

  /// The number of dates between the current one and today, at most ``Limits/missedDates``.
  package func missed(on today: Day) -> Int {
    if isAfterCompletion || today <= current { return 0 }
    let passed = min(passed(through: today.adding(days: -1)), Limits.missedDates)
    if case .count(let count) = end { return min(passed, count - 1) }
    return passed
  }

  /// The number of dates that passed while a task was open; nil if it is not late, or none passed. They do not pile up: it stays one
  /// late task.
  package func missed(due: Day?, today: Day) -> Int? {
    guard let due, due < today else { return nil }
    let missed = missed(on: today)
    return missed == 0 ? nil : missed
  }

  /// The current date and those after it, if each is completed in time.
  package func upcoming(_ count: Int) -> [Day] {
    var days = [current]
    var last = self
    while days.count < count, let next = last.next(completedOn: last.current) {
      days.append(next.current)
      last = next
    }
    return days
  }

  /// The first date on a day or after it, as of a series that has not begun; nil beyond the last supported day.
  package static func first(_ pattern: Pattern, from day: Day) -> Day? {
    if case .afterCompletion = pattern { return day }
    let eve = day.adding(days: -1)
    return Recurrence(pattern, current: eve).date(after: eve)
  }

  /// The same series with its current date on another day: all later dates move with it.
  package func moved(to day: Day) -> Recurrence {
    Recurrence(pattern.moved(from: current, to: day), interval: interval, end: end, current: day)
  }

  private func next(after day: Day, on today: Day) -> Recurrence? {
    var next = self
    if case .afterCompletion(let unit) = pattern {
      guard let date = today.adding(interval, unit), let end = end.without(1, before: date) else { return nil }
      (next.current, next.end) = (date, end)
      return next
    }
    guard let date = date(after: day), let end = end.without(1 + passed(through: day), before: date) else { return nil }
    (next.current, next.end) = (date, end)
    return next
  }

  /// The first date after a day, which is not before the current date. The end of the series is not considered.
  private func date(after day: Day) -> Day? {
    let rule = RecurrenceRule(pattern, interval: interval)
    var period = rule.period(of: day.adding(days: -offset), from: start)
    while let days = days(of: rule, in: period) {
      if let found = days.first(where: { $0 > day }) { return found }
      period += 1
    }
    return nil
  }

  /// The date of the pattern from which the periods count.
  private var start: Day { current.adding(days: -offset) }

  /// The number of dates after the current one, up to a day that is not before it, within the end of an ``End/until(_:)``.
  ///
  /// Computed, not counted: every period after the first has the same number of dates.
  private func passed(through day: Day) -> Int {
    let rule = RecurrenceRule(pattern, interval: interval)
    var day = day
    if case .until(let last) = end { day = max(current, min(day, last)) }
    let last = rule.period(of: day.adding(days: -offset), from: start)
    let begun = days(of: rule, in: 0)?.filter { $0 > current } ?? []
    if last == 0 { return begun.count { $0 <= day } }
    let ended = days(of: rule, in: last)?.count { $0 <= day } ?? 0
    return begun.count + (last - 1) * pattern.datesInPeriod + ended
  }

  private func days(of rule: RecurrenceRule, in period: Int) -> [Day]? {
    var steps = Int.max
    return rule.occurrences(in: period, from: WallTime(start), steps: &steps)?.map { $0.day.adding(days: offset) }
  }
}

extension Recurrence.Pattern {
  fileprivate var datesInPeriod: Int {
    switch self {
    case .weekly(let days): days.count
    case .monthly(.days(let days)): days.count
    case .daily, .monthly, .yearly, .afterCompletion: 1
    }
  }

  /// The pattern of which a day is a date in place of another one.
  fileprivate func moved(from current: Day, to day: Day) -> Self {
    let isLast = day.adding(days: 1).month != day.month
    switch self {
    case .daily, .afterCompletion: return self
    case .weekly(let days):
      if days.count == 1 { return .weekly([day.weekday]) }
      // Of several weekdays, one that is there already stays one.
      if days.contains(day.weekday) || !days.contains(current.weekday) { return self }
      return .weekly(days.filter { $0 != current.weekday } + [day.weekday])
    case .monthly(.days(let dates)) where dates.count == 1:
      return .monthly(isLast && (self == .monthly(.last) || day.day == 31) ? .last : .date(day.day))
    case .monthly(.days(let dates)):
      // Of several dates, one that is there already stays one. The last day is -1.
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

extension Recurrence.End {
  /// The end after some dates; nil if it comes before the next one.
  fileprivate func without(_ dates: Int, before next: Day) -> Self? {
    switch self {
    case .never: self
    case .until(let last): next <= last ? self : nil
    case .count(let count): count > dates ? .count(count - dates) : nil
    }
  }
}

extension Day {
  /// The day a number of units later; nil beyond ``last``.
  fileprivate func adding(_ count: Int, _ unit: Recurrence.Unit) -> Day? {
    switch unit {
    case .day, .week:
      let days = unit == .day ? count : 7 * count
      let day = adding(days: days)
      return day.daysSince(self) == days ? day : nil
    case .month: return adding(months: count)
    case .year: return adding(months: 12 * count)
    }
  }
}
