import Foundation

/// How a task repeats: its recurrence set (RFC 5545, section 3.8.5) from its current date on.
///
/// A repeating task is one open task. Completing it adds the task of the next date, with a recurrence that counts from there. Dates are
/// in the time zone of the task's time; the time itself is the task's.
package struct Recurrence: Sendable {
  /// What an interval counts.
  package enum Unit: String, CaseIterable, Hashable, Sendable {
    case day, week, month, year
  }

  /// When the series ends.
  package enum End: Hashable, Sendable {
    case never
    /// After the last date that is not later than a day.
    case until(Day)
    /// After a number of dates of the rule, the current one included, and excluded ones as well.
    case count(Int)
  }

  /// What the dates of the rule are.
  package enum Basis: Hashable, Sendable {
    /// Starts, as RFC 5545 has it. A task is due ``distance`` later.
    case start
    /// Due dates, although the task starts earlier.
    case due
    /// Due dates that follow from the completions.
    case completion
  }

  /// A date of the set: a day, or a time where the day doesn't tell which one.
  package enum Instance: Hashable, Sendable {
    case day(Day)
    case time(WallTime)

    var day: Day {
      switch self {
      case .day(let day): day
      case .time(let time): time.day
      }
    }
  }

  /// The rule, without its end and normalized; nil for a series of added dates only.
  package var rule: RecurrenceRule?
  var basis = Basis.start
  /// When the series ends.
  package var end: End
  /// The due date of the current instance by the rule. That of the task differs if only this one was changed.
  package var current: Day
  /// From the start of an instance to its due date; nothing if the task has no start of its own in the series.
  package var distance = CalendarDuration()
  /// The date of the rule from which intervals and numbers of dates count, if the current one is none of the rule.
  package var anchor: Instance?
  /// The later dates that are left out, or completed already, and those besides the rule; in order.
  package var excluded: [Instance] = []
  package var added: [Instance] = []

  /// The possible intervals of a pattern.
  package static let intervals = 1...999
  /// The possible counts of the ``End/count(_:)`` of a pattern.
  package static let counts = 1...999
  /// The most excluded and added dates that are kept.
  static let mostInstances = 1_000

  /// Creates a recurrence by a pattern that the app offers. Values out of their ranges are clamped.
  package init(_ pattern: Pattern, interval: Int = 1, end: End = .never, current: Day) {
    let interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
    rule = RecurrenceRule(pattern.normalized, interval: interval)
    if case .afterCompletion = pattern { basis = .completion } else { rule = rule?.normalized(from: WallTime(current)) }
    self.end =
      switch end {
      case .count(let count): .count(min(max(count, Self.counts.lowerBound), Self.counts.upperBound))
      case .never, .until: end
      }
    self.current = current
  }

  init(_ rule: RecurrenceRule?, end: End, current: Day) { (self.rule, self.end, self.current) = (rule, end, current) }

  /// Whether the dates follow from the completions.
  package var isAfterCompletion: Bool { basis == .completion }

  /// The number of days from a date of the rule to the due date.
  package var daysLater: Int { basis == .start ? distance.days : 0 }
}

/// Each recurrence has one text.
extension Recurrence: Hashable {
  package static func == (one: Recurrence, other: Recurrence) -> Bool { one.description == other.description }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Recurrence.Instance: Comparable {
  package static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }

  private var seconds: Int {
    switch self {
    case .day(let day): WallTime(day).seconds
    case .time(let time): time.seconds
    }
  }
}
