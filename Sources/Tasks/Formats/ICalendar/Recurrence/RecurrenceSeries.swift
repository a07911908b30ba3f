/// The recurrence set of a to-do (RFC 5545, section 3.8.5), in the wall-clock time of its zone.
struct RecurrenceSeries {
  /// The first instance; it need not match the rules.
  let start: WallTime
  /// The rules, each with the last possible start. The set is the union of their instances.
  var rules: [(rule: RecurrenceRule, until: WallTime?)] = []
  /// The instances of RDATE.
  var more: [WallTime] = []
  /// The instances of EXDATE.
  var excluded = InstanceSet()
  /// The completed and cancelled instances.
  let closed: InstanceSet

  init(start: WallTime, closed: InstanceSet) { (self.start, self.closed) = (start, closed) }

  /// The instance that is displayed for the series.
  enum Current {
    /// The last one until today if that is open, else the next open one.
    case open(WallTime)
    /// All are closed; the last one until today.
    case over(WallTime)
  }

  /// - Parameter steps: the number of days and instances that may be examined; reduced by those that were.
  /// - Returns: nil if there are no instances, or if the steps are used up.
  func current(on today: Day, steps: inout Int) -> Current? {
    let given = ([start] + more).filter { !excluded.contains($0) }
    var latest = given.filter { $0.day <= today }.max { $0.seconds < $1.seconds }
    for (rule, until) in rules {
      guard let search = search(rule, until, for: .latest, today, &steps) else { return nil }
      if let found = search.found, found.seconds > latest?.seconds ?? .min { latest = found }
    }
    if let latest, !closed.contains(latest) { return .open(latest) }
    var next = given.filter { isNext($0, after: today) }.min { $0.seconds < $1.seconds }
    for (rule, until) in rules {
      guard let search = search(rule, until, for: .next, today, &steps) else { return nil }
      if let found = search.found, found.seconds < next?.seconds ?? .max { next = found }
    }
    return next.map(Current.open) ?? latest.map(Current.over)
  }

  private func isNext(_ instance: WallTime, after today: Day) -> Bool {
    instance.day > today && !closed.contains(instance)
  }
}

extension RecurrenceSeries {
  private enum Goal {
    /// The last instance until today.
    case latest
    /// The first open one after today.
    case next
  }

  private struct Search {
    var found: WallTime?
  }

  /// - Returns: nil when the steps are used up.
  private func search(
    _ rule: RecurrenceRule, _ until: WallTime?, for goal: Goal, _ today: Day, _ steps: inout Int
  ) -> Search? {
    func isThere(_ instance: WallTime) -> Bool {
      instance.seconds >= start.seconds && instance.seconds <= until?.seconds ?? .max && !excluded.contains(instance)
    }
    if let count = rule.count { return countingSearch(rule, count, isThere, for: goal, today, &steps) }
    let last = until?.day ?? .last
    var period = max(rule.period(of: min(today, last), from: start.day), 0)
    let end = goal == .latest ? 0 : rule.period(of: last, from: start.day)
    while goal == .latest ? period >= end : period <= end,
      let instances = rule.occurrences(in: period, from: start, steps: &steps)
    {
      guard steps > 0 else { return nil }
      switch goal {
      case .latest:
        if let found = instances.last(where: { $0.day <= today && isThere($0) }) { return Search(found: found) }
        period -= 1
      case .next:
        if let found = instances.first(where: { isNext($0, after: today) && isThere($0) }) {
          return Search(found: found)
        }
        if let last = instances.last, closed.isWhole(from: last) { return Search() }
        period += 1
      }
    }
    return Search()
  }

  /// Searches from the first instance: COUNT requires all of them.
  private func countingSearch(
    _ rule: RecurrenceRule, _ most: Int, _ isThere: (WallTime) -> Bool, for goal: Goal, _ today: Day, _ steps: inout Int
  ) -> Search? {
    var search = Search()
    let isWhole = visit(rule, most, &steps) { instance, _ in
      switch goal {
      case .latest:
        if instance.day > today { return false }
        if isThere(instance) { search.found = instance }
      case .next:
        guard isNext(instance, after: today), isThere(instance) else { return true }
        search.found = instance
        return false
      }
      return true
    }
    return isWhole ? search : nil
  }

  /// Visits the instances of a rule with a COUNT from the first on, with the number of those before, until the closure returns false.
  /// - Returns: false when the steps are used up.
  private func visit(
    _ rule: RecurrenceRule, _ most: Int, _ steps: inout Int, _ isVisited: (WallTime, _ passed: Int) -> Bool
  ) -> Bool {
    var (passed, period) = (0, 0)
    while passed < most, let instances = rule.occurrences(in: period, from: start, steps: &steps) {
      guard steps > 0 else { return false }
      for instance in instances where instance.seconds >= start.seconds {
        // DTSTART counts as the first instance even if it doesn't match the rule.
        if passed == 0, instance.seconds > start.seconds { passed += 1 }
        guard passed < most, isVisited(instance, passed) else { return true }
        passed += 1
      }
      period += 1
    }
    return true
  }
}

extension RecurrenceSeries {
  /// The number of instances of a rule with a COUNT before one of them; nil for other rules, or if the steps are used up.
  func passed(before instance: WallTime, steps: inout Int) -> Int? {
    if instance.seconds == start.seconds { return 0 }
    guard rules.count == 1, let most = rules[0].rule.count else { return nil }
    var found: Int?
    let isWhole = visit(rules[0].rule, most, &steps) { other, passed in
      if other.seconds < instance.seconds { return true }
      // A date of RDATE is not one of the number.
      found = other.seconds == instance.seconds ? passed : passed - 1
      return false
    }
    return isWhole ? found : nil
  }
}
