import Tasks

/// The properties of a VTIMEZONE (RFC 5545, section 3.6.5).
struct ZoneComponent {
  private(set) var name: Bytes?
  private var location: Bytes?
  private var observance: Observance?
  private var observances: [Observance] = []

  mutating func parse(_ line: ContentLine) {
    if observance != nil {
      observance?.parse(line)
    } else if line.name == "TZID" {
      name = name ?? ZoneName.written(line.value.prefix(ZoneName.mostBytes))
    } else if line.name == "X-LIC-LOCATION" {
      location = location ?? line.value
    }
  }

  mutating func beginObservance(isStandard: Bool) { observance = Observance(isStandard: isStandard) }

  mutating func endObservance() {
    if let observance { observances.append(observance) }
    observance = nil
  }

  /// The transitions of the zone; nil when a rule is unsupported, because then any offset might be wrong.
  /// - Parameter iterations: the number of days that may still be examined.
  func rules(iterations: inout Int) -> ZoneRules? {
    var rules = ZoneRules(location: location)
    for observance in observances {
      guard observance.add(to: &rules, iterations: &iterations), rules.onsets.count <= ZoneRules.mostOnsets else {
        return nil
      }
    }
    rules.sort()
    return observances.isEmpty ? nil : rules
  }
}

/// A STANDARD or DAYLIGHT component.
private struct Observance {
  private let isStandard: Bool
  private var start: WallTime?
  private var before: Int?
  private var after: Int?
  private var rule: Bytes?
  private var more: [Bytes] = []

  init(isStandard: Bool) { self.isStandard = isStandard }

  mutating func parse(_ line: ContentLine) {
    switch line.name {
    case "DTSTART": start = start ?? WallTime(line.value.trimmed.prefix(15))
    case "TZOFFSETFROM": before = before ?? Self.offset(line.value.trimmed)
    case "TZOFFSETTO": after = after ?? Self.offset(line.value.trimmed)
    case "RRULE": rule = rule ?? line.value.trimmed
    case "RDATE": more.append(line.value)
    default: break
    }
  }

  /// False when it is invalid or unsupported.
  func add(to rules: inout ZoneRules, iterations: inout Int) -> Bool {
    guard let start, let after else { return false }
    let before = before ?? after
    rules.addOnset(at: start.seconds - before, after: after, isStandard: isStandard)
    for dates in more {
      for date in CalendarText.parts(dates, most: ZoneRules.mostOnsets + 1) {
        guard let time = WallTime(date.trimmed.prefix(15)) else { return false }
        rules.addOnset(at: time.seconds - before, after: after, isStandard: isStandard)
      }
    }
    guard let rule else { return true }
    guard let onsets = Self.onsets(rule, from: start, before: before, iterations: &iterations) else { return false }
    for onset in onsets { rules.addOnset(at: onset.seconds - before, after: after, isStandard: isStandard) }
    return true
  }

  /// The transitions of a rule, in local time before each; nil when the rule is unsupported.
  private static func onsets(_ value: Bytes, from start: WallTime, before: Int, iterations: inout Int) -> [WallTime]? {
    guard let rule = RecurrenceRule(value), rule.frequency == .year else { return nil }
    let until =
      switch rule.until {
      case nil: Int.max
      case .day(let day): WallTime(day, seconds: 86_399).seconds
      case .local(let time, _): time.seconds
      case .universal(let time): time.seconds + before
      }
    // COUNT is evaluated from the start. For a rule that ended before the supported years only its last transitions matter.
    let year = min(ZoneRules.years.lowerBound, WallTime(seconds: min(until, 1 << 40)).day.year - 1)
    let first = rule.count == nil ? max(year - start.day.year, 0) / rule.interval : 0
    var onsets: [WallTime] = []
    var own = min(iterations, mostIterations)
    let budget = own
    defer { iterations -= budget - own }
    for period in first... {
      let found = rule.occurrences(in: period, from: start, iterations: &own) ?? []
      guard own > 0 else { return nil }
      onsets += found.filter { $0.seconds >= start.seconds && $0.seconds <= until }
      let year = start.day.year + period * rule.interval
      if year >= ZoneRules.years.upperBound || onsets.count >= rule.count ?? .max { break }
      if let last = found.last, last.seconds > until { break }
    }
    return Array(onsets.prefix(rule.count ?? .max))
  }

  /// The number of days and transitions that may be examined for one rule.
  private static let mostIterations = 100_000

  /// The UTC offset in seconds, from a value such as `-0330` or `+010000`.
  private static func offset(_ value: Bytes) -> Int? {
    let digits = value.dropFirst()
    guard let sign = value.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      digits.count == 4 || digits.count == 6, let hours = digits.prefix(2).number,
      let minutes = digits.dropFirst(2).prefix(2).number, let seconds = digits.count == 6 ? digits.suffix(2).number : 0,
      hours < 24, minutes < 60, seconds < 60
    else { return nil }
    let sum = hours * 3600 + minutes * 60 + seconds
    return sign == UInt8(ascii: "-") ? -sum : sum
  }
}
