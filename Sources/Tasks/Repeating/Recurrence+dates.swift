import Foundation

/// The dates of a series, of which all come from one function, ``Recurrence/next(_:after:)``.
extension Recurrence {
  /// The recurrence after the current date was completed; nil if that was the last one.
  ///
  /// Dates up to today do not come again, and count towards the end of the series.
  /// - Parameter time: the due time; nil for a whole day.
  package func next(completedOn today: Day, at time: ClockTime? = nil) -> Recurrence? {
    advanced(completedOn: today, at: time)?.recurrence
  }

  /// The recurrence without the current date; nil if that is the last one. A date today is kept.
  ///
  /// If the dates follow from completions, the next one is an interval after the current date, or after today if that is later.
  package func next(skippedOn today: Day, at time: ClockTime? = nil) -> Recurrence? {
    advanced(skippedOn: today, at: time)?.recurrence
  }

  /// The next date, with its time.
  struct Advance {
    let recurrence: Recurrence
    let time: TimeOfDay?
  }

  func advanced(completedOn today: Day, at time: ClockTime?) -> Advance? {
    isAfterCompletion ? afterCompletion(on: today, at: time) : next(time, after: current >= today ? nil : today)
  }

  func advanced(skippedOn today: Day, at time: ClockTime?) -> Advance? {
    if isAfterCompletion { return afterCompletion(on: max(current, today), at: time) }
    let yesterday = today.adding(days: -1)
    return next(time, after: current >= yesterday ? nil : yesterday)
  }

  /// The number of dates between the current one and today, at most ``Limits/missedDates``.
  package func missed(on today: Day, at time: ClockTime? = nil) -> Int {
    if isAfterCompletion || today <= current { return 0 }
    let clock = SeriesClock(self, at: time)
    let series = series(on: clock)
    var iterations = Self.mostIterations
    let end = clock.start(ofDue: WallTime(today.adding(days: -1), seconds: 86_399))
    do throws(RecurrenceSeries.Unworkable) {
      return try series.number(after: clock.start, until: end, most: Limits.missedDates, iterations: &iterations)
    } catch {
      return 0
    }
  }

  /// The number of dates that passed while a task was open; nil if it is not late, or none passed. They do not pile up: it stays one
  /// late task.
  package func missed(due: Day?, at time: ClockTime? = nil, today: Day) -> Int? {
    guard let due, due < today else { return nil }
    let missed = missed(on: today, at: time)
    return missed == 0 ? nil : missed
  }

  /// The current date and those after it, if each is completed in time.
  package func upcoming(_ count: Int, at time: ClockTime? = nil) -> [Day] {
    var (days, last, clock) = ([current], self, time)
    while days.count < count, let next = last.advanced(completedOn: last.current, at: clock) {
      last = next.recurrence
      days.append(last.current)
      clock = next.time.map { ClockTime($0, zone: time?.zone) } ?? clock
    }
    return days
  }

  /// The first date on a day or after it, as of a series that has not begun; nil beyond the last supported day.
  package static func first(_ pattern: Pattern, from day: Day) -> Day? {
    if case .afterCompletion = pattern { return day }
    return Recurrence(pattern, current: day.adding(days: -1)).next(completedOn: day.adding(days: -1))?.current
  }

  /// Whether it is a later date of another series, of which nothing else has changed.
  /// - Parameters:
  ///   - time: the due time of this date; nil for a whole day.
  ///   - former: that of the other one.
  package func goesOn(from other: Recurrence, at time: ClockTime?, former: ClockTime?) -> Bool {
    let (start, begin) = (SeriesClock(self, at: time).start, SeriesClock(other, at: former).start)
    func walls(_ instances: [Instance], _ start: WallTime) -> Set<WallTime> {
      Set(instances.map { $0.wall(like: start) })
    }
    let isSameEnd =
      switch (end, other.end) {
      case (.count, .count): true
      case (_, _): rule == nil || end == other.end
      }
    return isSameEnd && basis == other.basis && distance == other.distance && current >= other.current
      && (rule == nil || rule?.text == other.rule?.text
        || rule?.text == other.rule?.withoutTimes(of: firstStart(at: time)).text)
      && walls(excluded, start).isSubset(of: walls(other.excluded, begin))
      && walls(added, start).isSubset(of: walls(other.added, begin))
  }

  /// Whether a start is one of the set, whether it is left out or not.
  package func has(_ start: WallTime, at time: ClockTime?) -> Bool {
    let clock = SeriesClock(self, at: time)
    var series = series(on: clock)
    series.excluded = InstanceSet()
    var iterations = Self.mostIterations
    do throws(RecurrenceSeries.Unworkable) {
      let next = try series.next(after: WallTime(seconds: start.seconds - 1), iterations: &iterations)
      return start >= clock.start && next == start
    } catch {
      return false
    }
  }

  /// The day of the date from which a calendar counts, which is the current one, or the last one of the rule.
  /// - Parameter time: the due time; nil for a whole day.
  package func firstDay(at time: ClockTime?) -> Day { firstStart(at: time).day }

  /// The day on which the current date starts; nil if that is the due day.
  package func startDay(at time: ClockTime?) -> Day? {
    distance == CalendarDuration() ? nil : SeriesClock(self, at: time).start.day
  }

  /// Where DTSTART is.
  package func firstStart(at time: ClockTime?) -> WallTime {
    let start = SeriesClock(self, at: time, countsFromStart: true).start
    return anchor?.wall(like: start) ?? start
  }

  /// Whether its next date can be found within the iterations that a request has for it.
  var isWorkable: Bool {
    if isAfterCompletion { return true }
    let clock = SeriesClock(self, at: nil)
    var iterations = Self.mostIterations
    do throws(RecurrenceSeries.Unworkable) {
      _ = try series(on: clock).next(after: clock.start, iterations: &iterations)
      return true
    } catch {
      return false
    }
  }

  /// The number of days and instances that are examined for a next date. The rarest dates that a year has, as a week 53, are found.
  private static let mostIterations = 20_000
}

extension Recurrence {
  /// The next date of the set.
  /// - Parameter today: a day up to which dates have passed; nil if that is the current date.
  private func next(_ time: ClockTime?, after today: Day?) -> Advance? {
    let clock = SeriesClock(self, at: time)
    let series = series(on: clock)
    var (passed, iterations) = (clock.start, Self.mostIterations)
    if let today { passed = max(passed, clock.start(ofDue: WallTime(today, seconds: 86_399))) }
    do throws(RecurrenceSeries.Unworkable) {
      guard let next = try series.next(after: passed, iterations: &iterations), next.day < .last else { return nil }
      let due = clock.due(of: next)
      var recurrence = self
      recurrence.current = due.day
      recurrence.move(try series.anchor(of: next, iterations: &iterations), from: clock.start, to: next)
      return Advance(recurrence: recurrence, time: time.map { _ in due.time })
    } catch {
      return nil
    }
  }

  /// Counts from the place of an instance in the set.
  private mutating func move(
    _ place: (start: WallTime, passed: Int)?, from former: WallTime, to instance: WallTime
  ) {
    func later(_ instances: [Instance]) -> [Instance] {
      Set(instances.map { $0.wall(like: former) }.filter { $0 > instance }.map { Instance($0, like: instance) })
        .sorted()
    }
    (excluded, added) = (later(excluded), later(added))
    guard let place, rule != nil else {
      (rule, anchor, end) = (nil, nil, .never)
      return
    }
    rule = rule?.withoutTimes(of: place.start)
    anchor = place.start == instance ? nil : Instance(place.start, like: instance)
    if case .count(let count) = end { end = .count(max(count - place.passed, 1)) }
  }

  private func afterCompletion(on day: Day, at time: ClockTime?) -> Advance? {
    var next = self
    guard let rule, let date = day.adding(rule.interval, rule.frequency) else { return nil }
    next.current = date
    switch end {
    case .never: break
    case .until(let last): if date > last { return nil }
    case .count(let count):
      if count < 2 { return nil }
      next.end = .count(count - 1)
    }
    return Advance(recurrence: next, time: time?.time)
  }

  /// The set in the wall-clock time of the task.
  func series(on clock: SeriesClock) -> RecurrenceSeries {
    var series = RecurrenceSeries(start: anchor?.wall(like: clock.start) ?? clock.start)
    if let rule {
      var (rule, last): (RecurrenceRule, WallTime?) = (rule, nil)
      switch end {
      case .never: break
      case .until(let day): last = clock.start(ofDue: WallTime(day, seconds: 86_399))
      case .count(let count): rule = rule.limited(to: count)
      }
      series.rules = [(rule, last)]
    }
    series.more = added.map { $0.wall(like: clock.start) }
    for instance in excluded { series.excluded.insert(instance.wall(like: clock.start), isDay: false) }
    return series
  }
}

/// The starts and due dates of a series, on the clock of its task.
package struct SeriesClock {
  /// The start of the current instance.
  package let start: WallTime
  private let distance: CalendarDuration
  private let zone: TimeZone?

  /// - Parameter countsFromStart: whether the dates are starts even if the rule counts from the due dates.
  package init(_ recurrence: Recurrence, at time: ClockTime?, countsFromStart: Bool = false) {
    zone = time?.zone.flatMap { TimeZone(identifier: $0) }
    // A task without a time starts on a day.
    let whole = CalendarDuration(days: recurrence.distance.days)
    let isDue = recurrence.basis == .completion || recurrence.basis == .due && !countsFromStart
    distance = isDue ? CalendarDuration() : time == nil ? whole : recurrence.distance
    let due = WallTime(recurrence.current, seconds: (time?.time.minutes ?? 0) * 60)
    start = due.subtracting(distance, offset: zone.map { $0.offset(at:) })
  }

  package func start(ofDue due: WallTime) -> WallTime { due.subtracting(distance, offset: zone.map { $0.offset(at:) }) }

  package func due(of start: WallTime) -> WallTime { start.adding(distance, offset: zone.map { $0.offset(at:) }) }
}

extension Recurrence.Instance {
  /// - Parameter other: tells the time of a day's instance.
  package func wall(like other: WallTime) -> WallTime {
    switch self {
    case .day(let day): WallTime(day, seconds: other.secondsOfDay)
    case .time(let time): time
    }
  }

  /// - Parameter other: another instance. At the same time of the day, the day tells enough.
  init(_ time: WallTime, like other: WallTime) {
    self = time.secondsOfDay == other.secondsOfDay ? .day(time.day) : .time(time)
  }
}

extension WallTime: Comparable {
  package static func < (one: WallTime, other: WallTime) -> Bool { one.seconds < other.seconds }
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
