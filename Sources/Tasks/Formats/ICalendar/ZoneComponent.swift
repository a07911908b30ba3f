/// The properties of a VTIMEZONE (RFC 5545, section 3.6.5).
struct ZoneComponent {
  private(set) var name: Bytes?
  private var location: Bytes?
  private var observance: Observance?
  private var observances: [Observance] = []
  private var isUnderstood = true

  /// More of them are found in no file that means well; looking a time up asks each.
  private static let mostRules = 32
  private static let mostOnsets = 1024

  mutating func take(_ line: ContentLine) {
    if observance != nil {
      observance?.take(line)
    } else if line.name == "TZID" {
      name = name ?? line.value
    } else if line.name == "X-LIC-LOCATION" {
      location = location ?? line.value
    }
  }

  mutating func beginObservance() {
    observance = Observance()
  }

  mutating func endObservance() {
    if let observance { observances.append(observance) }
    observance = nil
  }

  /// Its rules; nil when one of them is not understood, for then no time could be relied on.
  func rules() -> ZoneRules? {
    var rules = ZoneRules(location: location)
    for observance in observances {
      guard observance.add(to: &rules), rules.yearly.count <= Self.mostRules, rules.onsets.count <= Self.mostOnsets
      else { return nil }
    }
    rules.sort()
    return observances.isEmpty ? nil : rules
  }
}

/// A STANDARD or DAYLIGHT component: from when on which distance to universal time holds.
private struct Observance {
  private var start: WallTime?
  private var before: Int?
  private var after: Int?
  private var rule: Bytes?
  private var more: [Bytes] = []

  mutating func take(_ line: ContentLine) {
    switch line.name {
    case "DTSTART": start = start ?? WallTime(line.value.trimmed.prefix(15))
    case "TZOFFSETFROM": before = before ?? Self.offset(line.value.trimmed)
    case "TZOFFSETTO": after = after ?? Self.offset(line.value.trimmed)
    case "RRULE": rule = rule ?? line.value.trimmed
    case "RDATE": more.append(line.value)
    default: break
    }
  }

  /// False when it is not understood.
  func add(to rules: inout ZoneRules) -> Bool {
    guard let start, let after else { return false }
    let before = before ?? after
    rules.addOnset(at: start.seconds - before, before: before, after: after)
    for dates in more {
      for date in CalendarText.parts(dates, most: 1025) {
        guard let time = WallTime(date.trimmed.prefix(15)) else { return false }
        rules.addOnset(at: time.seconds - before, before: before, after: after)
      }
    }
    guard let rule else { return true }
    guard let yearly = YearlyRule(rule, start: start, before: before, after: after) else { return false }
    rules.yearly.append(yearly)
    return true
  }

  /// Seconds from a value such as `-0330` or `+010000`.
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
