extension RecurrenceRule {
  /// The instances in one period, the earliest first; nil beyond the last supported date.
  /// - Parameters:
  ///   - period: the index of the year, month, week or day, counted in intervals from that of the start.
  ///   - start: the first instance; it supplies the parts that the rule omits.
  ///   - iterations: the number of days and of instances that may still be examined; reduced by those that were. Without any left there are
  ///     no instances.
  package func occurrences(in period: Int, from start: WallTime, iterations: inout Int) -> [WallTime]? {
    guard let candidates = days(of: period, from: start.day) else { return nil }
    let days = candidates.filter { matches($0, start.day) }
    // An instance counts before it is examined: a rule may have one for each second.
    iterations -= candidates.count
    iterations -= days.count * max(hours.count, 1) * max(minutes.count, 1) * max(seconds.count, 1)
    guard iterations > 0 else { return [] }
    let times = days.isEmpty ? [] : times(of: start)
    let found = days.flatMap { day in times.map { WallTime(day, seconds: $0) } }
    if places.isEmpty { return found }
    let chosen = Set(places.map { $0 > 0 ? $0 - 1 : found.count + $0 })
    return found.indices.filter(chosen.contains).map { found[$0] }
  }

  /// The period that contains a day, or the last one before it if the interval skips that day.
  func period(of day: Day, from start: Day) -> Int {
    switch frequency {
    case .year: (day.year - start.year) / interval
    case .month: ((day.year - start.year) * 12 + day.month - start.month) / interval
    case .week: beginningOfWeek(day).daysSince(beginningOfWeek(start)) / 7 / interval
    case .day: day.daysSince(start) / interval
    }
  }

  /// The candidate days of a period.
  private func days(of period: Int, from start: Day) -> [Day]? {
    let (distance, overflow) = period.multipliedReportingOverflow(by: interval)
    guard !overflow, distance < 4_000_000 else { return nil }
    switch frequency {
    case .year:
      let year = start.year + distance
      guard year <= 9999 else { return nil }
      let listed = months.isEmpty && isOpen ? [start.month] : Set(months).sorted()
      let all = listed.isEmpty ? Array(1...12) : listed
      return all.compactMap { Day(year: year, month: $0, day: 1) }.flatMap(\.monthDays)
    case .month:
      let month = start.year * 12 + start.month - 1 + distance
      return Day(year: month / 12, month: month % 12 + 1, day: 1)?.monthDays
    case .week:
      let first = beginningOfWeek(start).adding(days: distance * 7)
      return first >= Day.last.adding(days: -7) ? nil : (0..<7).map { first.adding(days: $0) }
    case .day:
      let day = start.adding(days: distance)
      return day == .last ? nil : [day]
    }
  }

  private func beginningOfWeek(_ day: Day) -> Day {
    day.adding(days: -((day.weekday.rawValue - weekStart.rawValue + 7) % 7))
  }

  /// Whether the days are determined by the start only.
  private var isOpen: Bool { weeks.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekdays.isEmpty }

  private func matches(_ day: Day, _ start: Day) -> Bool {
    if isOpen {
      switch frequency {
      case .year, .month: if day.day != start.day { return false }
      case .week: if day.weekday != start.weekday { return false }
      case .day: break
      }
    }
    if !months.isEmpty, !months.contains(day.month) { return false }
    if !weeks.isEmpty, !isInWeek(day) { return false }
    if !yearDays.isEmpty {
      let (number, length) = (day.dayOfYear, day.yearLength)
      if !yearDays.contains(where: { $0 == number || $0 == number - length - 1 }) { return false }
    }
    if !monthDays.isEmpty {
      let length = day.monthLength
      if !monthDays.contains(where: { $0 == day.day || $0 == day.day - length - 1 }) { return false }
    }
    return weekdays.isEmpty || weekdays.contains { $0.weekday == day.weekday && isAt($0.place, day) }
  }

  private func isAt(_ place: Int?, _ day: Day) -> Bool {
    guard let place else { return true }
    let isOfMonth = frequency == .month || !months.isEmpty
    let (number, length) = isOfMonth ? (day.day, day.monthLength) : (day.dayOfYear, day.yearLength)
    return place > 0 ? (number - 1) / 7 + 1 == place : (length - number) / 7 + 1 == -place
  }

  /// Weeks are numbered as in ISO 8601, but start on WKST.
  private func isInWeek(_ day: Day) -> Bool {
    func first(_ year: Int) -> Day? { Day(year: year, month: 1, day: 4).map(beginningOfWeek) }
    let year = first(day.year).map { day < $0 ? day.year - 1 : day.year } ?? day.year
    let next = first(year + 1).flatMap { day >= $0 ? $0 : nil }
    guard let begin = next ?? first(year) else { return false }
    let length = (first(next == nil ? year + 1 : year + 2)?.daysSince(begin) ?? 364) / 7
    let number = day.daysSince(begin) / 7 + 1
    return weeks.contains { $0 == number || $0 == number - length - 1 }
  }

  /// The times of day, in seconds since midnight.
  func times(of start: WallTime) -> [Int] {
    let seconds = start.seconds - WallTime(start.day).seconds
    if hours.isEmpty, minutes.isEmpty, self.seconds.isEmpty { return [seconds] }
    let all = (hours.isEmpty ? [seconds / 3600] : hours).flatMap { hour in
      (minutes.isEmpty ? [seconds / 60 % 60] : minutes).flatMap { minute in
        (self.seconds.isEmpty ? [seconds % 60] : self.seconds).map { hour * 3600 + minute * 60 + min($0, 59) }
      }
    }
    return Set(all).sorted()
  }
}

extension Day {
  fileprivate var monthDays: [Day] {
    let first = adding(days: 1 - day)
    return (0..<monthLength).map { first.adding(days: $0) }
  }

  fileprivate var monthLength: Int {
    guard let next = month == 12 ? nil : Day(year: year, month: month + 1, day: 1) else { return 31 }
    return next.daysSince(adding(days: 1 - day))
  }

  fileprivate var dayOfYear: Int { daysSince(Day(year: year, month: 1, day: 1) ?? self) + 1 }

  fileprivate var yearLength: Int { (Day(year: year, month: 12, day: 31) ?? self).dayOfYear }
}
