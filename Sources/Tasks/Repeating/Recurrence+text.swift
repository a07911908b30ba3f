/// The text of a recurrence: the current date and the rule, such as `2026-11-24 FREQ=WEEKLY;BYDAY=TU`. The rule is that of RFC 5545. What
/// else belongs to the set has parts of its own:
///
/// | Part | Meaning |
/// |---|---|
/// | `FROM=COMPLETION`, `FROM=DUE` | the dates follow from the completions, or are due dates although the task starts earlier |
/// | `OFFSET=3`, `OFFSET=PT1H` | from the start to the due date: days, or an exact time |
/// | `DTSTART=20261124` | the date of the rule from which it counts, if the current one is none |
/// | `EXDATE=…`, `RDATE=…` | later dates that are left out, or completed already, and those besides the rule |
///
/// Each recurrence has one text, so texts can be compared.
extension Recurrence: LosslessStringConvertible {
  package var description: String { "\(current.iso) \((ruleParts + instanceParts).joined(separator: ";"))" }

  /// The rule with its end, without single dates.
  package var ruleText: String { ruleParts.joined(separator: ";") }

  /// The rule of RFC 5545 with its end, which can't say that it counts from the completion.
  package var standardRuleText: String {
    guard let rule else { return "" }
    switch end {
    case .never: return rule.text
    case .until(let day): return "\(rule.text);UNTIL=\(day.compact)"
    case .count(let count): return "\(rule.text);COUNT=\(count)"
    }
  }

  private var ruleParts: [String] {
    var parts = rule == nil ? [] : [standardRuleText]
    switch basis {
    case .start: break
    case .due: parts.append("FROM=DUE")
    case .completion: parts.append("FROM=COMPLETION")
    }
    if distance != CalendarDuration() {
      parts.append("OFFSET=\(distance.seconds == 0 ? "\(distance.days)" : distance.text)")
    }
    return parts
  }

  private var instanceParts: [String] {
    func part(_ name: String, _ instances: [Instance]) -> [String] {
      instances.isEmpty ? [] : ["\(name)=\(instances.map(\.text).joined(separator: ","))"]
    }
    return part("DTSTART", anchor.map { [$0] } ?? []) + part("EXDATE", excluded) + part("RDATE", added)
  }

  /// Nil for any text that is not the ``description`` of a recurrence.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let current = Day(iso: parts[0]) else { return nil }
    self.init(nil, end: .never, current: current)
    var standard: [Substring] = []
    for part in parts[1].split(separator: ";") {
      let name = part.prefix { $0 != "=" }
      guard let isOwn = parse(name, part.dropFirst(name.count + 1)) else { return nil }
      if !isOwn { standard.append(part) }
    }
    if !standard.isEmpty {
      guard let rule = RecurrenceRule(Array(standard.joined(separator: ";").utf8)[...]) else { return nil }
      if let count = rule.count { end = .count(count) }
      if case .day(let last)? = rule.until { end = .until(last) }
      self.rule =
        isAfterCompletion ? rule.endless : rule.normalized(from: WallTime(current.adding(days: -daysLater)))
    }
    if basis == .due, distance == CalendarDuration() { return nil }
    // Whatever else the text could be written like.
    guard self.rule != nil || !added.isEmpty, description.utf8.elementsEqual(text.utf8) else { return nil }
  }

  /// Takes a part that is none of the standard; nil if its value is invalid.
  private mutating func parse(_ name: Substring, _ value: Substring) -> Bool? {
    switch name {
    case "FROM":
      guard value == "COMPLETION" || value == "DUE" else { return nil }
      basis = value == "DUE" ? .due : .completion
    case "OFFSET":
      guard let offset = Int(value).map({ CalendarDuration(days: $0) }) ?? CalendarDuration(Array(value.utf8)[...]),
        basis != .completion, offset.days >= 0, offset.seconds >= 0
      else { return nil }
      distance = offset
    case "DTSTART":
      guard let instance = Instance(value) else { return nil }
      anchor = instance
    case "EXDATE", "RDATE":
      let instances = value.split(separator: ",", maxSplits: Self.mostInstances).map { Instance($0) }
      guard instances.count <= Self.mostInstances, !instances.contains(nil) else { return nil }
      if name == "EXDATE" { excluded = instances.compactMap(\.self) } else { added = instances.compactMap(\.self) }
    case _: return false
    }
    return true
  }
}

extension Recurrence.Instance {
  /// A date `20261201`, or a time `20261201T083000`; nil for anything else.
  fileprivate init?(_ text: Substring) {
    let bytes = Array(text.utf8)[...]
    if let day = Day(compact: bytes) {
      self = .day(day)
    } else if let time = WallTime(bytes) {
      self = .time(time)
    } else {
      return nil
    }
  }

  var text: String {
    switch self {
    case .day(let day): day.compact
    case .time(let time): time.compact
    }
  }
}

extension Day {
  /// The form `20260131`.
  package var compact: String { iso.filter { $0 != "-" } }
}

extension WallTime {
  /// The form `20260131T235959`.
  package var compact: String {
    let digits = [secondsOfDay / 3_600, secondsOfDay / 60 % 60, secondsOfDay % 60]
    return "\(day.compact)T\(digits.map { ($0 < 10 ? "0" : "") + String($0) }.joined())"
  }
}

extension CalendarDuration {
  /// The form of RFC 5545, section 3.3.6.
  fileprivate var text: String {
    let time = [(seconds / 3_600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")].filter { $0.0 > 0 }
    return "P" + (days > 0 ? "\(days)D" : "") + (time.isEmpty ? "" : "T" + time.map { "\($0.0)\($0.1)" }.joined())
  }
}
