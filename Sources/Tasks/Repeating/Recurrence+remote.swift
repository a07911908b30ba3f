package import Foundation

extension Recurrence {
  /// The recurrence of a remote task, for a copy of its current instance; nil if it does not recur, or by a rule that own tasks don't
  /// have.
  ///
  /// The dates of a rule are starts (RFC 5545, section 3.8.5.3), of which each due date keeps its distance. Where only the due date is a
  /// date of the rule, another program counted from that.
  /// - Parameters:
  ///   - current: the due date of the instance by the rule; it differs if only that instance was moved.
  ///   - first: the due date of the first instance, which supplies what the rule leaves out; nil if it is not known.
  ///   - start: the start of the same instance as `first`, or else of the current one; nil if it starts on the due date.
  ///   - time: the time of day of the same; nil for a whole day.
  ///   - zone: the time zone of the last possible day.
  ///   - passed: the number of instances before the current one; nil if it is not known. Then a limited number is none of own tasks.
  package init?(
    _ remote: RemoteRecurrence, current: Day, first: Day? = nil, start: Day? = nil, at time: TimeOfDay? = nil,
    in zone: TimeZone, passed: Int? = nil
  ) {
    let due = first ?? current
    let distance = start.map { due.daysSince($0) } ?? 0
    if distance > 0, let start,
      let recurrence = Recurrence(remote, current: current, from: start, at: time, in: zone, passed: passed),
      Recurrence.first(recurrence.pattern, from: start) == start
    {
      guard let later = recurrence.later(by: distance) else { return nil }
      self = later
      return
    }
    self.init(remote, current: current, from: due, at: time, in: zone, passed: passed)
  }

  /// - Parameter day: an instance, which supplies what the rule leaves out.
  private init?(
    _ remote: RemoteRecurrence, current: Day, from day: Day, at time: TimeOfDay?, in zone: TimeZone, passed: Int?
  ) {
    guard case .rules(let text) = remote, let rule = RecurrenceRule(Array(text.utf8)[...]), rule.isAt(time),
      let end = Self.end(of: rule, at: time, in: zone, passed: passed)
    else { return nil }
    guard let summary = RecurrenceSummary(rule), let pattern = Pattern(summary, rule, from: day),
      Self.intervals.contains(summary.interval), rule.hasOwnWeeks(current: day)
    else { return nil }
    self.init(pattern, interval: summary.interval, end: end, current: current)
  }

  /// Nil if own tasks can't end like that.
  static func end(of rule: RecurrenceRule, at time: TimeOfDay?, in zone: TimeZone, passed: Int?) -> End? {
    switch rule.end {
    case .never: return .never
    case .until(let last):
      // On its day, it may end before the time of the task.
      let isBefore = rule.lastTime(in: zone).flatMap { last in time.map { last < $0 } } ?? false
      return .until(last.day(in: zone).adding(days: isBefore ? -1 : 0))
    case .count(let count):
      guard let passed, counts.contains(count - passed) else { return nil }
      return .count(count - passed)
    }
  }

  /// The rule of dates that are a number of days after those of this one; nil if own tasks can't have it.
  private func later(by days: Int) -> Recurrence? {
    var (pattern, offset) = (pattern, 0)
    switch pattern {
    case .daily, .afterCompletion: break
    case .weekly(let weekdays) where interval == 1 || weekdays.count == 1:
      pattern = .weekly(weekdays.compactMap { Weekday(rawValue: ($0.rawValue - 1 + days) % 7 + 1) })
    case .monthly(.days(let dates)) where dates.count == 1 && dates[0] > 0 && dates[0] + days <= 28:
      pattern = .monthly(.date(dates[0] + days))
    case .yearly(let month, let day) where day + days <= 28: pattern = .yearly(month: month, day: day + days)
    case .weekly, .monthly, .yearly: offset = days
    }
    guard Self.offsets.contains(offset) else { return nil }
    var end = end
    if case .until(let last) = end { end = .until(last.adding(days: days)) }
    return Recurrence(pattern, interval: interval, end: end, current: current, offset: offset)
  }
}

extension Recurrence.Pattern {
  /// - Parameters:
  ///   - rule: the rule of the summary.
  ///   - day: the day of an instance, which supplies what the rule leaves out.
  init?(_ summary: RecurrenceSummary, _ rule: RecurrenceRule, from day: Day) {
    // The last existing one of some days, as own rules say 29 and 30.
    let isLastOfDays = rule.places == [-1]
    switch (summary.unit, summary.days) {
    case (.day, .first): self = .daily
    case (.week, .first): self = .weekly([day.weekday])
    case (.week, .weekdays(let weekdays)) where !weekdays.isEmpty: self = .weekly(weekdays)
    // RFC 5545 skips the months without that day.
    case (.month, .first) where day.day <= 28: self = .monthly(.date(day.day))
    case (.month, .monthDays(let days)) where days.allSatisfy { $0 <= 28 } || days.count == 1 && isLastOfDays:
      guard let days = Recurrence.MonthDay(days) else { return nil }
      self = .monthly(days)
    case (.month, .weekday(let weekday, let place)) where place <= 4: self = .monthly(.weekday(weekday, place: place))
    case (.year, .first): self.init(month: rule.months.first ?? day.month, day: day.day, isLastOfDays: false)
    case (.year, .date(let month, let number)): self.init(month: month, day: number, isLastOfDays: isLastOfDays)
    case (_, _): return nil
    }
  }

  /// RFC 5545 skips the years without that day, so each year has to have it, or its month as one of some days.
  private init?(month: Int, day: Int, isLastOfDays: Bool) {
    guard Day(year: isLastOfDays ? 2000 : 2001, month: month, day: day) != nil else { return nil }
    self = .yearly(month: month, day: day)
  }
}

extension RecurrenceRule {
  /// Whether a task at a time is due at each time of the rule.
  fileprivate func isAt(_ time: TimeOfDay?) -> Bool {
    let (hour, minute) = (time.map { $0.minutes / 60 }, time.map { $0.minutes % 60 })
    return hours.allSatisfy { $0 == hour } && minutes.allSatisfy { $0 == minute }
  }

  /// The time of day of its last possible start; nil for the whole day.
  fileprivate func lastTime(in zone: TimeZone) -> TimeOfDay? {
    switch until {
    case .universal(let time)?: TimeOfDay(of: Date(timeIntervalSince1970: Double(time.seconds)), in: zone)
    case .local(let time, _)?: time.time
    case .day?, nil: nil
    }
  }

  /// Whether its weeks can begin on Monday, as own ones do. Their begin only matters between several days of every other week; Sunday
  /// as the first day only for Sundays.
  fileprivate func hasOwnWeeks(current: Day) -> Bool {
    if weekStart == .monday || interval == 1 || weekdays.count <= 1 { return true }
    return weekStart == .sunday && current.weekday != .sunday && !weekdays.contains { $0.weekday == .sunday }
  }
}
