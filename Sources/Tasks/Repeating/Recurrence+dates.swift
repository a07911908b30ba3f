/// Calendar arithmetic on days; time zones do not matter.
extension Recurrence {
  /// The recurrence after the current date was completed; nil if that was the last one.
  ///
  /// Dates up to today are missed: they do not pile up, and count towards the end of the series.
  public func next(completedOn today: Day) -> Recurrence? {
    next(after: max(current, today), on: today)
  }

  /// The recurrence without the current date; nil if that is the last one. A date today is kept.
  public func next(skippedOn today: Day) -> Recurrence? {
    next(after: max(current, today.adding(days: -1)), on: today)
  }

  /// The number of dates between the current one and today, at most ``Limits/missedDates``.
  public func missed(on today: Day) -> Int {
    if isAfterCompletion || today <= current { return 0 }
    return following(most: Limits.missedDates) { $0 >= today }.count
  }

  /// The current date and those after it, if each is completed in time.
  public func upcoming(_ count: Int) -> [Day] {
    var days = [current]
    var last = self
    while days.count < count, let next = last.next(completedOn: last.current) {
      days.append(next.current)
      last = next
    }
    return days
  }

  /// The first date on a day or after it, as of a series that has not begun; nil beyond the last supported day.
  public static func first(_ pattern: Pattern, from day: Day) -> Day? {
    if case .afterCompletion = pattern { return day }
    let eve = Recurrence(pattern, current: day.adding(days: -1))
    return eve.following(most: 1) { _ in false }.first
  }

  private func next(after day: Day, on today: Day) -> Recurrence? {
    var next = self
    if case .afterCompletion(let unit) = pattern {
      guard let date = today.adding(interval, unit), takes(date), let end = end.without(1) else { return nil }
      (next.current, next.end) = (date, end)
      return next
    }
    guard let date = following(most: 1, after: day).first else { return nil }
    let passed = isCounted ? following(most: .max) { $0 > day }.count : 0
    guard let end = end.without(1 + passed) else { return nil }
    (next.current, next.end) = (date, end)
    return next
  }

  private var isCounted: Bool {
    if case .count = end { true } else { false }
  }

  /// Whether the end of the series allows a date.
  private func takes(_ day: Day) -> Bool {
    if case .until(let last) = end { day <= last } else { true }
  }

  /// The dates after the current one, the earliest first.
  /// - Parameters:
  ///   - most: the maximum number of dates.
  ///   - start: leaves out this day and those before it.
  ///   - isEnough: whether to stop before a date.
  private func following(
    most: Int, after start: Day = .first, until isEnough: (Day) -> Bool = { _ in false }
  ) -> [Day] {
    guard let rule = RecurrenceRule(Array(Recurrence(pattern, interval: interval, current: current).ruleText.utf8)[...])
    else { return [] }
    var days: [Day] = []
    // The series is counted from its current date; otherwise it begins near the wanted one.
    var period = isCounted ? 0 : max(0, rule.period(of: max(start, current), from: current))
    var (count, steps) = (1, Self.mostSteps)
    while let instances = rule.occurrences(in: period, from: WallTime(current), steps: &steps), steps > 0 {
      for day in instances.lazy.map(\.day) where day > current {
        count += 1
        if !takes(day) || isEnough(day) { return days }
        if case .count(let most) = end, count > most { return days }
        if day > start { days.append(day) }
        if days.count == most { return days }
      }
      period += 1
    }
    return days
  }

  /// The number of days that a search examines: the counted series of the longest months.
  private static let mostSteps = 40_000
}

extension Recurrence.End {
  /// The end after some dates; nil if none is left.
  fileprivate func without(_ dates: Int) -> Self? {
    switch self {
    case .never, .until: self
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
