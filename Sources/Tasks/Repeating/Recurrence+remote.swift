public import Foundation

extension Recurrence {
  /// The recurrence of a remote task, for a copy of its current instance; nil if it does not recur, or by a rule that own tasks don't
  /// have. A limited number of instances is one of them: how many are left is not known.
  /// - Parameters:
  ///   - zone: the time zone of the last possible day.
  ///   - isFirst: whether the current instance is the first one, so that a number of instances counts from it.
  public init?(_ remote: RemoteRecurrence, current: Day, in zone: TimeZone, isFirst: Bool = false) {
    guard case .rules(let text) = remote, let rule = RecurrenceRule(Array(text.utf8)[...]),
      isFirst || rule.count == nil
    else { return nil }
    // A rule of an own task, which may mean the last day of a short month.
    if let own = Recurrence("\(current.iso) \(text)") {
      self = own
      return
    }
    guard let summary = RecurrenceSummary(text), let pattern = Pattern(summary, from: current),
      Self.intervals.contains(summary.interval),
      rule.hasOwnWeeks(current: current)
    else { return nil }
    switch summary.end {
    case .never: self.init(pattern, interval: summary.interval, current: current)
    case .until(let time):
      self.init(pattern, interval: summary.interval, end: .until(time.day(in: zone)), current: current)
    case .count(let count):
      guard Self.counts.contains(count) else { return nil }
      self.init(pattern, interval: summary.interval, end: .count(count), current: current)
    }
  }
}

extension Recurrence.Pattern {
  /// - Parameter day: the day of an instance, which supplies what the rule leaves out.
  fileprivate init?(_ summary: RecurrenceSummary, from day: Day) {
    switch (summary.unit, summary.days) {
    case (.day, .first): self = .daily
    case (.week, .first): self = .weekly([day.weekday])
    case (.week, .weekdays(let weekdays)) where !weekdays.isEmpty: self = .weekly(weekdays)
    // RFC 5545 skips the months without that day.
    case (.month, .first) where day.day <= 28: self = .monthly(.date(day.day))
    case (.month, .monthDays(let days)) where days == [-1]: self = .monthly(.last)
    case (.month, .monthDays(let days)) where days.count == 1 && days[0] <= 28: self = .monthly(.date(days[0]))
    case (.month, .monthDays(let days)) where days.count > 1 && days.allSatisfy { $0 <= 28 }:
      guard let several = Recurrence.MonthDay(days) else { return nil }
      self = .monthly(several)
    case (.month, .weekday(let weekday, let place)) where place <= 4: self = .monthly(.weekday(weekday, place: place))
    case (.year, .first) where (day.month, day.day) != (2, 29): self = .yearly(month: day.month, day: day.day)
    case (.year, .date(let month, let number)) where (month, number) != (2, 29):
      self = .yearly(month: month, day: number)
    case (_, _): return nil
    }
  }
}

extension RecurrenceRule {
  /// Whether its weeks can begin on Monday, as own ones do. Their begin only matters between several days of every other week; Sunday
  /// as the first day only for Sundays.
  fileprivate func hasOwnWeeks(current: Day) -> Bool {
    if weekStart == .monday || interval == 1 || weekdays.count <= 1 { return true }
    return weekStart == .sunday && current.weekday != .sunday && !weekdays.contains { $0.weekday == .sunday }
  }
}
