import Tasks

/// The recurrence properties of a to-do: RRULE, RDATE and EXDATE.
struct Repetition {
  private var rules: [Bytes] = []
  private var more: [CalendarTime] = []
  private var exceptions: [CalendarTime] = []
  private var isUnderstood = true

  /// Stores a property. False if it has no date that can be read.
  mutating func parse(_ line: ContentLine) -> Bool {
    switch line.name {
    case "RRULE": rules.append(line.value)
    case "RDATE", "EXDATE":
      let dates = CalendarTime.all(line)
      if line.name == "RDATE" { more += dates } else { exceptions += dates }
      return !dates.isEmpty
    // EXRULE is deprecated by RFC 5545.
    default: isUnderstood = false
    }
    return true
  }

  /// Whether the to-do recurs.
  var isThere: Bool { !rules.isEmpty || !more.isEmpty }

  /// Whether there are dates besides those of the rules, or without them.
  var hasExceptions: Bool { !exceptions.isEmpty || !rules.isEmpty && !more.isEmpty }

  /// The only rule; nil if there is none, or more than one.
  var rule: RecurrenceRule? { rules.count == 1 ? RecurrenceRule(written: rules[0]) : nil }

  /// How the to-do recurs, as displayed.
  var recurrence: ItemRecurrence {
    guard isThere else { return .none }
    guard isUnderstood, let written else { return .dates }
    return .rules(written)
  }

  /// The rules as written, one a line; nil if there are none, or if they are too long or not plain ASCII.
  var written: String? {
    let written = Array(rules.map(\.trimmed).joined(separator: [UInt8(ascii: "\n")]))
    guard !written.isEmpty, written.count <= Limits.ruleBytes,
      written.allSatisfy({ $0 == UInt8(ascii: "\n") || UInt8(ascii: " ")...UInt8(ascii: "~") ~= $0 })
    else { return nil }
    return String(decoding: written, as: UTF8.self)
  }

  /// The recurrence set; nil when a rule is unsupported.
  /// - Parameters:
  ///   - anchor: the start of the first instance.
  ///   - closed: the completed and cancelled instances.
  func series(from anchor: CalendarTime, closed: InstanceSet, in zones: inout CalendarZones) -> RecurrenceSeries? {
    guard isUnderstood, rules.count <= Self.mostRules else { return nil }
    var series = RecurrenceSeries(start: zones.wall(anchor, like: anchor).time)
    series.closed = closed
    for value in rules {
      guard let rule = RecurrenceRule(written: value) else { return nil }
      let until = rule.until.map { until in
        let wall = zones.wall(until, like: anchor)
        return wall.isDay ? WallTime(wall.time.day, seconds: 86_399) : wall.time
      }
      if case .day = anchor { series.rules.append((rule.onDays, until)) } else { series.rules.append((rule, until)) }
    }
    for time in more { series.more.append(zones.wall(time, like: anchor).time) }
    for time in exceptions { series.excluded.insert(time, like: anchor, in: &zones) }
    return series
  }

  private static let mostRules = 16
}

extension InstanceSet {
  /// - Parameter anchor: the first instance, which determines the time zone.
  mutating func insert(_ time: CalendarTime, like anchor: CalendarTime, in zones: inout CalendarZones) {
    let wall = zones.wall(time, like: anchor)
    var isDay = wall.isDay
    if case .day = anchor { isDay = true }
    insert(wall.time, isDay: isDay)
  }
}

extension RecurrenceRule {
  /// The rule of a file, whose UNTIL may be written otherwise.
  fileprivate init?(written rule: Bytes) { self.init(rule) { CalendarTime($0, type: nil, zone: nil) } }
}
