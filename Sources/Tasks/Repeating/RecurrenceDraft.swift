/// A recurrence as a person enters it. What is left out follows from the due date.
package struct RecurrenceDraft: Hashable, Sendable {
  /// The unit of the interval.
  package var unit: Recurrence.Unit
  /// The number of units; clamped to ``Recurrence/intervals``.
  package var interval: Int
  /// The weekdays of a weekly recurrence; empty for that of the due date.
  package var weekdays: Set<Weekday>
  /// The day of a monthly recurrence; nil for that of the due date.
  package var monthDay: Recurrence.MonthDay?
  /// Whether a monthly recurrence is on the weekday of the due date by its place, instead of its day.
  package var isOnWeekdayOfDue = false
  /// The date of a yearly recurrence; nil for the due date.
  package var date: YearDate?
  /// Whether to count from the completion.
  package var isAfterCompletion: Bool
  /// When the series ends.
  package var end: Recurrence.End

  /// A day of every year, or some days of some months.
  package struct YearDate: Hashable, Sendable {
    /// The months, from 1, in order.
    let months: [Int]
    /// The days of each of these months, in order.
    let days: [Int]

    package init(month: Int, day: Int) { (months, days) = ([month], [day]) }

    /// Nil for dates of which no rule is made: each day has to be one of each month, and of every year.
    init?(_ dates: [(month: Int, day: Int)]) {
      (months, days) = (Set(dates.map(\.month)).sorted(), Set(dates.map(\.day)).sorted())
      let all = months.flatMap { month in days.map { Day(year: 2001, month: month, day: $0) } }
      guard !all.contains(nil), Set(dates.map { 100 * $0.month + $0.day }).count == all.count else { return nil }
    }

    /// Whether a day is one of the dates.
    func has(_ day: Day) -> Bool { months.contains(day.month) && days.contains(day.day) }
  }

  package init(
    _ unit: Recurrence.Unit, interval: Int = 1, weekdays: Set<Weekday> = [], monthDay: Recurrence.MonthDay? = nil,
    date: YearDate? = nil, isAfterCompletion: Bool = false, end: Recurrence.End = .never
  ) {
    (self.unit, self.interval, self.weekdays, self.monthDay) = (unit, interval, weekdays, monthDay)
    (self.date, self.isAfterCompletion, self.end) = (date, isAfterCompletion, end)
  }

  /// The recurrence.
  /// - Parameters:
  ///   - due: the due date of the task; nil to begin at the first date of the rule.
  ///   - today: the first possible date then.
  package func recurrence(due: Day?, today: Day) -> Recurrence {
    if let date, date.months.count * date.days.count > 1, !isAfterCompletion {
      let rule = RecurrenceRule(onDays: date.days, of: date.months, interval: interval)
      var recurrence = Recurrence(rule, end: end, current: due ?? today.adding(days: -1))
      if due == nil { recurrence.current = recurrence.next(completedOn: recurrence.current)?.current ?? today }
      return recurrence
    }
    let pattern = pattern(from: due ?? today)
    let current = due ?? Recurrence.first(pattern, from: today) ?? today
    return Recurrence(pattern, interval: interval, end: end, current: current)
  }

  private func pattern(from day: Day) -> Recurrence.Pattern {
    if isAfterCompletion { return .afterCompletion(unit) }
    switch unit {
    case .day: return .daily
    case .week: return .weekly(weekdays.isEmpty ? [day.weekday] : Array(weekdays))
    case .month:
      let place = (day.day - 1) / 7 + 1
      let ofDue: Recurrence.MonthDay =
        isOnWeekdayOfDue ? .weekday(day.weekday, place: place > 4 ? -1 : place) : .date(day.day)
      return .monthly(monthDay ?? ofDue)
    case .year: return .yearly(month: date?.months.first ?? day.month, day: date?.days.first ?? day.day)
    }
  }
}
