extension Day {
  /// The Monday of the next week.
  package var nextMonday: Day { nextWeek(from: .monday) }

  /// The first day of the next week, by the weekday on which weeks begin.
  package func nextWeek(from first: Weekday) -> Day { adding(days: 1).next(first) }

  /// The next such weekday, this day included.
  func next(_ weekday: Weekday) -> Day { adding(days: (weekday.rawValue - self.weekday.rawValue + 7) % 7) }

  /// The next such day of a year, this day included; nil if there is none. 29 February may be eight years away.
  func next(month: Int, day: Int) -> Day? {
    (0...8).lazy.compactMap { Day(year: year + $0, month: month, day: day) }.first { $0 >= self }
  }

  /// The next such day of a month, this day included, that is a weekday.
  func next(day number: Int, _ weekday: Weekday?) -> Day? {
    let months = (0...12).map { (year: year + (month - 1 + $0) / 12, month: (month - 1 + $0) % 12 + 1) }
    let days = months.lazy.compactMap { Day(year: $0.year, month: $0.month, day: number) }
    return days.first { $0 >= self && (weekday == nil || weekday == $0.weekday) }
  }

  /// A day of the next week with a number in its year (ISO 8601); nil if it is past, and if there is none.
  func next(week number: Int, _ weekday: Weekday) -> Day? {
    let weeks = (-1...6).lazy.compactMap { ahead -> Day? in
      guard let first = Day(year: year + ahead, month: 1, day: 4), (1...53).contains(number) else { return nil }
      let monday = first.adding(days: 1 - first.weekday.rawValue + 7 * (number - 1))
      // Few years have 53 weeks.
      return monday.adding(days: 3).year == year + ahead ? monday : nil
    }
    guard let day = weeks.first(where: { $0.adding(days: 6) >= self })?.next(weekday), day >= self else { return nil }
    return day
  }

  /// The first day of a month or year, this day included; nil after ``last``, and for other units.
  func nextStart(of unit: CaptureGrammar.Unit) -> Day? {
    let yesterday = adding(days: -1)
    return unit.kind == .week ? nil : yesterday.start(ofNext: unit)
  }

  /// The first day of the next month or year; nil after ``last``, and for other units.
  func start(ofNext unit: CaptureGrammar.Unit) -> Day? {
    switch unit.kind {
    case _ where unit.count > 1: nil
    case .month: Day(year: year + month / 12, month: month % 12 + 1, day: 1)
    case .year: Day(year: year + 1, month: 1, day: 1)
    case .minute, .hour, .day, .week: nil
    }
  }

  /// The last day of this day's month or year. Where a week ends is not agreed on.
  func end(of unit: CaptureGrammar.Unit) -> Day? {
    switch unit.kind {
    case .day: self
    case .month, .year: start(ofNext: unit)?.adding(days: -1)
    case .minute, .hour, .week: nil
    }
  }

  /// The day some days later; nil after ``last``.
  func after(days: Int) -> Day? {
    let day = adding(days: days)
    return day.daysSince(self) == days ? day : nil
  }
}
