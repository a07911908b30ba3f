/// The properties by which a to-do repeats.
struct Repetition {
  private var rules: [Bytes] = []
  private var more: [CalendarTime] = []
  private var exceptions: [CalendarTime] = []
  private var isUnderstood = true

  /// Takes one of its lines in.
  mutating func take(_ line: ContentLine) {
    switch line.name {
    case "RRULE": rules.append(line.value)
    case "RDATE": more += CalendarTime.all(line)
    case "EXDATE": exceptions += CalendarTime.all(line)
    // Given up with RFC 5545.
    default: isUnderstood = false
    }
  }

  /// Whether the to-do repeats at all.
  var isThere: Bool { !rules.isEmpty || !more.isEmpty }

  /// The instances; nil when they can't be told.
  /// - Parameters:
  ///   - anchor: when the first one is.
  ///   - closed: those that are completed or cancelled.
  func series(from anchor: CalendarTime, closed: [CalendarTime], in zones: inout CalendarZones) -> RecurrenceSeries? {
    guard isUnderstood, rules.count == 1, let value = rules.first, let rule = RecurrenceRule(value) else { return nil }
    var excluded = InstanceSet()
    var over = InstanceSet()
    let start = zones.wall(anchor, like: anchor).time
    for time in exceptions { excluded.insert(time, like: anchor, in: &zones) }
    for time in closed { over.insert(time, like: anchor, in: &zones) }
    let until = rule.until.map { until in
      let wall = zones.wall(until, like: anchor)
      return wall.isDay ? WallTime(wall.time.day, seconds: 86_399) : wall.time
    }
    return RecurrenceSeries(
      start: start, rule: rule, until: until, more: more.map { zones.wall($0, like: anchor).time }, excluded: excluded,
      closed: over)
  }
}

extension InstanceSet {
  fileprivate mutating func insert(_ time: CalendarTime, like anchor: CalendarTime, in zones: inout CalendarZones) {
    let wall = zones.wall(time, like: anchor)
    var isDay = wall.isDay
    if case .day = anchor { isDay = true }
    insert(wall.time, isDay: isDay)
  }
}
