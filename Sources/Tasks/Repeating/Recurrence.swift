/// How a task repeats: a recurrence rule (RFC 5545, section 3.3.10) of the kinds that the app offers, and the date from which it
/// counts.
///
/// A repeating task is one open task. Completing it adds the task of the next date, with a recurrence that counts from there.
package struct Recurrence: Hashable, Sendable {
  /// The dates of the rule.
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

  /// What an interval counts.
  package enum Unit: String, CaseIterable, Hashable, Sendable {
    case day, week, month, year
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

  /// When the series ends.
  package enum End: Hashable, Sendable {
    case never
    /// After the last date that is not later than a day.
    case until(Day)
    /// After a number of dates, the current one included.
    case count(Int)
  }

  /// The dates of the rule.
  package let pattern: Pattern
  /// The number of units from one date, or group of dates, to the next.
  package let interval: Int
  /// When the series ends.
  package var end: End
  /// The date that the open task stands for. Its due date differs if only that was changed.
  package var current: Day
  /// The number of days from a date of the pattern to the date that it stands for: 0, except for rules of calendars that count from the
  /// start of a task.
  package let offset: Int

  /// The possible intervals.
  package static let intervals = 1...999
  /// The possible counts of ``End/count(_:)``.
  package static let counts = 1...999
  /// The possible offsets.
  package static let offsets = 0...366

  /// Creates a recurrence. Values out of their ranges are clamped.
  package init(_ pattern: Pattern, interval: Int = 1, end: End = .never, current: Day, offset: Int = 0) {
    self.pattern = pattern.normalized
    self.offset =
      if case .afterCompletion = pattern { 0 } else {
        min(max(offset, Self.offsets.lowerBound), Self.offsets.upperBound)
      }
    self.interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
    self.end =
      switch end {
      case .count(let count): .count(min(max(count, Self.counts.lowerBound), Self.counts.upperBound))
      case .never, .until: end
      }
    self.current = current
  }

  /// The unit of the interval.
  package var unit: Unit { pattern.unit }

  /// Whether the dates follow from the completions.
  package var isAfterCompletion: Bool {
    if case .afterCompletion = pattern { true } else { false }
  }
}

extension Recurrence.Pattern {
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

  /// The same dates with ordered weekdays, and 31 as the last day, which it is in every month that has it.
  fileprivate var normalized: Self {
    switch self {
    case .weekly(let days): .weekly(Weekday.allCases.filter(days.contains))
    case .monthly(.days([31])): .monthly(.last)
    case .daily, .monthly, .yearly, .afterCompletion: self
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
