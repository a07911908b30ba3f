/// The recurrence set of a task (RFC 5545, section 3.8.5), in the wall-clock time of its zone.
package struct RecurrenceSeries {
  /// The first instance; it need not match the rules.
  package let start: WallTime
  /// The rules, each with the last possible start. The set is the union of their instances.
  package var rules: [(rule: RecurrenceRule, until: WallTime?)] = []
  /// The instances of RDATE.
  package var more: [WallTime] = []
  /// The instances of EXDATE.
  package var excluded = InstanceSet()
  /// The completed and cancelled instances.
  package var closed = InstanceSet()

  package init(start: WallTime) { self.start = start }

  /// The evaluation of the rules takes more iterations than it may.
  package struct Unworkable: Error {}

  /// The instance that is displayed for the series.
  package enum Current: Equatable {
    /// The last one until today if that is open, else the next open one, else the last open one.
    case open(WallTime)
    /// None is open; the last one, if there are any.
    case over(WallTime?)
  }

  /// - Parameter iterations: the number of days and instances that may be examined; reduced by those that were.
  package func current(on today: Day, iterations: inout Int) throws(Unworkable) -> Current {
    let end = WallTime(today, seconds: 86_399)
    let latest = try last(until: end, &iterations) { !excluded.contains($0) }
    if let latest, !closed.contains(latest) { return .open(latest) }
    if let next = try next(after: end, iterations: &iterations) { return .open(next) }
    if let missed = try last(until: end, &iterations, where: isOpen) { return .open(missed) }
    return .over(latest)
  }

  /// The first open instance after a time.
  func next(after time: WallTime, iterations: inout Int) throws(Unworkable) -> WallTime? {
    var found = ([start] + more).filter { $0.seconds > time.seconds && isOpen($0) }.min { $0.seconds < $1.seconds }
    for (rule, until) in rules {
      let next = try next(of: rule, until, after: time, &iterations)
      if let next, next.seconds < found?.seconds ?? .max { found = next }
    }
    return found
  }

  /// The number of open instances in a time, at most a limit.
  func number(after first: WallTime, until end: WallTime, most: Int, iterations: inout Int) throws(Unworkable) -> Int {
    func isCounted(_ instance: WallTime) -> Bool { first < instance && instance <= end && isOpen(instance) }
    var found = Set(([start] + more).filter(isCounted))
    for (rule, until) in rules {
      let last = min(end, until ?? end)
      if let most = rule.count {
        try visit(rule, most, &iterations) { instance, _ in
          if instance <= last, isCounted(instance) { found.insert(instance) }
          return instance <= last && found.count < most
        }
        continue
      }
      var next = first
      while found.count < most, let instance = try self.next(of: rule, until, after: next, &iterations),
        instance <= last
      {
        found.insert(instance)
        next = instance
      }
    }
    return min(found.count, most)
  }

  /// Where the rule counts from at one of the instances: the last instance of the rule until then, and the number of those before it. Nil
  /// without a rule, or if the rule has ended before.
  func anchor(of instance: WallTime, iterations: inout Int) throws(Unworkable) -> (start: WallTime, passed: Int)? {
    if instance == start { return (start, 0) }
    guard let (rule, until) = rules.first, instance.seconds <= until?.seconds ?? .max else { return nil }
    guard let most = rule.count else {
      return try last(of: rule, until, until: instance, &iterations) { _ in true }.map { ($0, 0) } ?? (start, 0)
    }
    var anchor: (start: WallTime, passed: Int)?
    var hasEnded = true
    try visit(rule, most, &iterations) { other, passed in
      if other.seconds > instance.seconds {
        hasEnded = false
        return false
      }
      anchor = (other, passed)
      return true
    }
    return hasEnded && anchor?.start != instance ? nil : anchor ?? (start, 0)
  }

  private func isOpen(_ instance: WallTime) -> Bool { !excluded.contains(instance) && !closed.contains(instance) }
}

extension RecurrenceSeries {
  private func last(
    until end: WallTime, _ iterations: inout Int, where isWanted: (WallTime) -> Bool
  ) throws(Unworkable) -> WallTime? {
    var found = ([start] + more).filter { $0.seconds <= end.seconds && isWanted($0) }.max { $0.seconds < $1.seconds }
    for (rule, until) in rules {
      let last = try last(of: rule, until, until: end, &iterations, where: isWanted)
      if let last, last.seconds > found?.seconds ?? .min { found = last }
    }
    return found
  }

  private func last(
    of rule: RecurrenceRule, _ until: WallTime?, until end: WallTime, _ iterations: inout Int,
    where isWanted: (WallTime) -> Bool
  ) throws(Unworkable) -> WallTime? {
    let last = min(end.seconds, until?.seconds ?? .max)
    var found: WallTime?
    if let most = rule.count {
      try visit(rule, most, &iterations) { instance, _ in
        if instance.seconds <= last, isWanted(instance) { found = instance }
        return instance.seconds <= last
      }
      return found
    }
    guard last >= start.seconds else { return nil }
    var period = rule.period(of: min(WallTime(seconds: last).day, .last), from: start.day)
    while period >= 0, let instances = rule.occurrences(in: period, from: start, iterations: &iterations) {
      guard iterations > 0 else { throw Unworkable() }
      found = instances.last { start.seconds...last ~= $0.seconds && isWanted($0) }
      if found != nil { return found }
      period -= 1
    }
    return nil
  }

  private func next(
    of rule: RecurrenceRule, _ until: WallTime?, after time: WallTime, _ iterations: inout Int
  ) throws(Unworkable) -> WallTime? {
    let (first, last) = (max(time.seconds + 1, start.seconds), until?.seconds ?? .max)
    func isWanted(_ instance: WallTime) -> Bool {
      first <= instance.seconds && instance.seconds <= last && isOpen(instance)
    }
    if let most = rule.count {
      var found: WallTime?
      try visit(rule, most, &iterations) { instance, _ in
        if isWanted(instance) { found = instance }
        return found == nil && instance.seconds <= last
      }
      return found
    }
    var period = max(rule.period(of: WallTime(seconds: first).day, from: start.day), 0)
    let end = until.map { rule.period(of: $0.day, from: start.day) } ?? .max
    while period <= end, let instances = rule.occurrences(in: period, from: start, iterations: &iterations) {
      guard iterations > 0 else { throw Unworkable() }
      if let found = instances.first(where: isWanted) { return found }
      if let last = instances.last, closed.isWhole(from: last) { return nil }
      period += 1
    }
    return nil
  }

  /// Visits the instances of a rule with a COUNT from the first on, with the number of those before, until the closure returns false.
  private func visit(
    _ rule: RecurrenceRule, _ most: Int, _ iterations: inout Int, _ isVisited: (WallTime, _ passed: Int) -> Bool
  ) throws(Unworkable) {
    var (passed, period) = (0, 0)
    while passed < most, let instances = rule.occurrences(in: period, from: start, iterations: &iterations) {
      guard iterations > 0 else { throw Unworkable() }
      for instance in instances where instance.seconds >= start.seconds {
        // DTSTART counts as the first instance even if it doesn't match the rule.
        if passed == 0, instance.seconds > start.seconds { passed += 1 }
        guard passed < most, isVisited(instance, passed) else { return }
        passed += 1
      }
      period += 1
    }
  }
}
