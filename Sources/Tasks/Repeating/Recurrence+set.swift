package import Foundation

/// Recurrence sets of calendars and rules of other formats.
extension Recurrence {
  /// The recurrence of a set at one of its instances. Nil for a set that the app doesn't store: one of several rules, or with more single
  /// dates than are kept; and for one whose next date takes too long to work out.
  /// - Parameters:
  ///   - distance: from the start of an instance to its due date.
  ///   - zone: the zone of the due time; nil for a clock without one.
  package init?(
    _ series: RecurrenceSeries, at instance: WallTime, due distance: CalendarDuration, basis: Basis,
    in zone: TimeZone?, iterations: inout Int
  ) {
    guard series.rules.count < 2, !series.closed.hasRanges, distance.days >= 0, distance.seconds >= 0 else {
      return nil
    }
    let offset = zone.map { $0.offset(at:) }
    func due(_ start: WallTime) -> WallTime { basis == .start ? start.adding(distance, offset: offset) : start }
    self.init(nil, end: .never, current: due(instance).day)
    (self.basis, self.distance) = (distance == CalendarDuration() ? .start : basis, distance)
    excluded = Set(series.excluded.instances(after: instance) + series.closed.instances(after: instance)).sorted()
    added = Set(series.more.filter { $0 > instance }.map { Instance($0, like: instance) }).sorted()
    guard excluded.count <= Self.mostInstances, added.count <= Self.mostInstances else { return nil }
    do throws(RecurrenceSeries.Unworkable) {
      if let (rule, until) = series.rules.first, let place = try series.anchor(of: instance, iterations: &iterations) {
        self.rule = rule.normalized(from: series.start).withoutTimes(of: series.start)
        if place.start != instance { anchor = Instance(place.start, like: instance) }
        if let count = rule.count { end = .count(count - place.passed) }
        if let until {
          // On its day, the rule may have times before and after it.
          let times = rule.times(of: series.start).map { WallTime(until.day, seconds: $0) }
          let last = times.last { $0 <= until }
          end = .until(due(last ?? WallTime(until.day.adding(days: -1), seconds: times.last?.secondsOfDay ?? 0)).day)
          let later = times.filter { last != nil && $0 > until }.map { Instance($0, like: instance) }
          excluded = Set(excluded + later).sorted()
        }
      }
    } catch {
      return nil
    }
    // The last of single dates is a task without a rule.
    guard rule != nil || !added.isEmpty else { return nil }
    guard isWorkable else { return nil }
  }

  /// The recurrence of a rule of RFC 5545 from a due date, which is a date of the rule; nil for a rule that can't be read, and for a number
  /// of dates of which it is not known how many have passed.
  /// - Parameters:
  ///   - start: the start day. Where it is a date of the rule, the rule counts from there.
  ///   - time: the due time; nil for a whole day.
  ///   - passed: the number of dates before this one; nil if it is not known.
  package init?(
    rule text: String, due: Day, start: Day? = nil, at time: ClockTime? = nil, in zone: TimeZone, passed: Int? = nil
  ) {
    guard let written = RecurrenceRule(Array(text.utf8)[...]), written.count == nil || passed != nil else { return nil }
    let rule = time == nil ? written.onDays : written
    let ofDay = (time?.time.minutes ?? 0) * 60
    let start = start.flatMap { $0 < due && rule.counts(fromStart: $0, due: due) ? $0 : nil } ?? due
    var series = RecurrenceSeries(start: WallTime(start, seconds: ofDay))
    series.rules = [(passed.map(rule.without) ?? rule, rule.lastStart(in: zone))]
    var iterations = 20_000
    self.init(
      series, at: series.start, due: CalendarDuration(days: due.daysSince(start)), basis: .start,
      in: time?.zone.flatMap { TimeZone(identifier: $0) }, iterations: &iterations)
  }
}

extension RecurrenceRule {
  /// Whether it counts from the start of a task, of which the due date is another day. Where only the due date is a date of the rule, another program counted from that.
  package func counts(fromStart start: Day, due: Day) -> Bool { has(start) || !has(due) }

  private func has(_ day: Day) -> Bool {
    var iterations = 1_000
    return endless.occurrences(in: 0, from: WallTime(day), iterations: &iterations)?.contains { $0.day == day } ?? false
  }

  /// The last possible start; the end of a day for a day.
  fileprivate func lastStart(in zone: TimeZone) -> WallTime? {
    switch until {
    case nil: nil
    case .day(let day)?: WallTime(day, seconds: 86_399)
    case .local(let time, _)?: time
    case .universal(let time)?: WallTime(seconds: time.seconds + zone.offset(at: time.seconds))
    }
  }

  /// The rule without dates that have passed.
  fileprivate func without(_ passed: Int) -> RecurrenceRule { count.map { limited(to: max($0 - passed, 1)) } ?? self }
}
