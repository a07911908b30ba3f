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
  /// The date of a yearly recurrence; nil for the due date.
  package var date: YearDate?
  /// Whether to count from the completion.
  package var isAfterCompletion: Bool
  /// When the series ends.
  package var end: Recurrence.End

  /// A day of every year.
  package struct YearDate: Hashable, Sendable {
    /// The month, from 1.
    package let month: Int
    /// The day of the month.
    package let day: Int

    package init(month: Int, day: Int) { (self.month, self.day) = (month, day) }
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
    let pattern = pattern(from: due ?? today)
    let current = due ?? Recurrence.first(pattern, from: today) ?? today
    return Recurrence(pattern, interval: interval, end: end, current: current)
  }

  private func pattern(from day: Day) -> Recurrence.Pattern {
    if isAfterCompletion { return .afterCompletion(unit) }
    switch unit {
    case .day: return .daily
    case .week: return .weekly(weekdays.isEmpty ? [day.weekday] : Array(weekdays))
    case .month: return .monthly(monthDay ?? .date(day.day))
    case .year: return .yearly(month: date?.month ?? day.month, day: date?.day ?? day.day)
    }
  }
}
