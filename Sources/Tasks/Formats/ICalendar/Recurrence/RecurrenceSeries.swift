/// The instances of a repeating to-do (RFC 5545, section 3.8.5), by the clock where it is to be done.
struct RecurrenceSeries {
  /// The first instance, whether the rule has it or not.
  let start: WallTime
  let rule: RecurrenceRule
  /// The last moment at which an instance may begin.
  let until: WallTime?
  /// Further instances, the earliest first.
  let more: [WallTime]
  /// Those that are taken out.
  let excluded: InstanceSet
  /// Those that are completed or cancelled.
  let closed: InstanceSet

  /// The instance that stands for the to-do.
  enum Current {
    /// The last one until today where that is open, else the next one that is.
    case open(WallTime)
    /// All are closed; the last one until today.
    case over(WallTime)
  }

  /// - Parameter steps: how many days may be looked at.
  /// - Returns: nil if there are no instances, or if finding one takes too long.
  func current(on today: Day, steps: inout Int) -> Current? {
    let found = rule.count == nil ? search(today, &steps) : countingSearch(today, &steps)
    guard let (latest, next) = found else { return nil }
    if let latest, !closed.contains(latest) { return .open(latest) }
    return next.map(Current.open) ?? latest.map(Current.over)
  }

  private typealias Found = (latest: WallTime?, next: WallTime?)

  private func isThere(_ instance: WallTime) -> Bool {
    instance.seconds >= start.seconds && instance.seconds <= until?.seconds ?? .max && !excluded.contains(instance)
  }

  private func isNext(_ instance: WallTime, after today: Day) -> Bool {
    instance.day > today && !closed.contains(instance)
  }

  /// The last instance until today and the next open one among those that the rule doesn't make.
  private func searchGiven(_ today: Day) -> Found {
    let given = ([start] + more).filter { !excluded.contains($0) }
    let latest = given.filter { $0.day <= today }.max { $0.seconds < $1.seconds }
    return (latest, given.filter { isNext($0, after: today) }.min { $0.seconds < $1.seconds })
  }

  /// Searches from today's period in both directions.
  private func search(_ today: Day, _ steps: inout Int) -> Found? {
    var (latest, next) = searchGiven(today)
    let last = until?.day ?? .last
    let middle = max(rule.period(of: min(today, last), from: start.day), 0)
    var period = middle
    while period >= 0, let instances = rule.occurrences(in: period, from: start, steps: &steps) {
      guard steps > 0 else { return nil }
      if let found = instances.last(where: { $0.day <= today && isThere($0) }) {
        if found.seconds > latest?.seconds ?? .min { latest = found }
        break
      }
      period -= 1
    }
    period = middle
    while period <= rule.period(of: last, from: start.day),
      let instances = rule.occurrences(in: period, from: start, steps: &steps)
    {
      guard steps > 0 else { return nil }
      if let found = instances.first(where: { isNext($0, after: today) && isThere($0) }) {
        if found.seconds < next?.seconds ?? .max { next = found }
        break
      }
      period += 1
    }
    return (latest, next)
  }

  /// Searches from the first instance on, for they have to be counted.
  private func countingSearch(_ today: Day, _ steps: inout Int) -> Found? {
    var (latest, next) = searchGiven(today)
    var count = 0
    var period = 0
    while count < rule.count ?? 0, let instances = rule.occurrences(in: period, from: start, steps: &steps) {
      guard steps > 0 else { return nil }
      for instance in instances where instance.seconds >= start.seconds && count < rule.count ?? 0 {
        // The start is one of them, also where the rule doesn't have it.
        if count == 0, instance.seconds > start.seconds { count += 1 }
        guard count < rule.count ?? 0 else { break }
        count += 1
        guard isThere(instance) else { continue }
        if instance.day <= today {
          if instance.seconds > latest?.seconds ?? .min { latest = instance }
        } else if isNext(instance, after: today) {
          if instance.seconds < next?.seconds ?? .max { next = instance }
          return (latest, next)
        }
      }
      period += 1
    }
    return (latest, next)
  }
}

/// Instances as a file names them: by the moment that they begin, or only by the day.
struct InstanceSet {
  private var moments: Set<Int> = []
  private var days: Set<Day> = []

  mutating func insert(_ instance: WallTime, isDay: Bool) {
    if isDay { days.insert(instance.day) } else { moments.insert(instance.seconds) }
  }

  func contains(_ instance: WallTime) -> Bool {
    moments.contains(instance.seconds) || days.contains(instance.day)
  }
}
