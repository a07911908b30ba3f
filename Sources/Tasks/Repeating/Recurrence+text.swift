/// The text of a recurrence: the current date and the rule, such as `2026-11-24 FREQ=WEEKLY;BYDAY=TU`. The rule is one of RFC 5545,
/// except that `FROM=COMPLETION` marks those that count from the completion, and that `OFFSET=3` is due three days after its dates.
///
/// Each recurrence has one text, so texts can be compared.
extension Recurrence: LosslessStringConvertible {
  /// The text.
  public var description: String { "\(current.iso) \(ruleText)" }

  /// Nil for any text that is not the ``description`` of a recurrence.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let current = Day(iso: parts[0]), let rule = WrittenRule(parts[1]),
      let pattern = rule.pattern, let end = rule.end
    else { return nil }
    self.init(
      pattern, interval: rule.number("INTERVAL") ?? 1, end: end, current: current, offset: rule.number("OFFSET") ?? 0)
    guard description.utf8.elementsEqual(text.utf8) else { return nil }
  }

  /// The rule.
  public var ruleText: String {
    standardRuleText + (isAfterCompletion ? ";FROM=COMPLETION" : "") + (offset > 0 ? ";OFFSET=\(offset)" : "")
  }

  /// The rule of RFC 5545, which can't say that it counts from the completion, nor how long after its dates a task is due.
  var standardRuleText: String {
    var parts = ["FREQ=\(frequency)"]
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    let rule = RecurrenceRule(pattern, interval: interval)
    parts += rule.months.map { "BYMONTH=\($0)" }
    if !rule.monthDays.isEmpty { parts.append("BYMONTHDAY=\(rule.monthDays.map(String.init).joined(separator: ","))") }
    if !rule.weekdays.isEmpty {
      let days = rule.weekdays.map { ($0.place.map(String.init) ?? "") + $0.weekday.ruleName }
      parts.append("BYDAY=\(days.joined(separator: ","))")
    }
    parts += rule.places.map { "BYSETPOS=\($0)" }
    switch end {
    case .never: break
    case .until(let day): parts.append("UNTIL=\(day.iso.filter { $0 != "-" })")
    case .count(let count): parts.append("COUNT=\(count)")
    }
    return parts.joined(separator: ";")
  }

  private var frequency: String {
    switch unit {
    case .day: "DAILY"
    case .week: "WEEKLY"
    case .month: "MONTHLY"
    case .year: "YEARLY"
    }
  }
}

extension Weekday {
  fileprivate var ruleName: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue - 1] }
}

/// The parts of a rule by name.
private struct WrittenRule {
  private var values: [Substring: Substring] = [:]

  /// Nil if a part has no value, or is there twice.
  init?(_ text: Substring) {
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, values.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
  }

  func number(_ name: Substring) -> Int? { values[name].flatMap { Int($0) } }

  var pattern: Recurrence.Pattern? {
    if values["FROM"] == "COMPLETION" { return unit.map(Recurrence.Pattern.afterCompletion) }
    switch unit {
    case .day: return .daily
    case .week:
      let days = values["BYDAY"]?.split(separator: ",").compactMap(Self.weekday) ?? []
      return days.isEmpty ? nil : .weekly(days)
    case .month:
      if let days = monthDays, days.count > 1, values["BYSETPOS"] == nil {
        return Recurrence.MonthDay(days).map(Recurrence.Pattern.monthly)
      }
      if let last = lastMonthDay { return .monthly(last == -1 ? .last : .date(last)) }
      guard let day = values["BYDAY"], let weekday = Self.weekday(day.suffix(2)), let place = Int(day.dropLast(2)),
        place == -1 || 1...4 ~= place
      else { return nil }
      return .monthly(.weekday(weekday, place: place))
    case .year:
      guard let month = number("BYMONTH"), let day = lastMonthDay, Day(year: 2000, month: month, day: day) != nil else {
        return nil
      }
      return .yearly(month: month, day: day)
    case nil: return nil
    }
  }

  var end: Recurrence.End? {
    switch (values["UNTIL"], values["COUNT"]) {
    case (nil, nil): .never
    case (let until?, nil): Day(compact: Array(until.utf8)[...]).map(Recurrence.End.until)
    case (nil, let count?): Int(count).map(Recurrence.End.count)
    case (_?, _?): nil
    }
  }

  private var unit: Recurrence.Unit? {
    switch values["FREQ"] {
    case "DAILY": .day
    case "WEEKLY": .week
    case "MONTHLY": .month
    case "YEARLY": .year
    case _: nil
    }
  }

  private var lastMonthDay: Int? {
    guard let day = monthDays?.last, day == -1 || 1...31 ~= day else { return nil }
    return day
  }

  private var monthDays: [Int]? { values["BYMONTHDAY"]?.split(separator: ",").compactMap { Int($0) } }

  private static func weekday(_ name: Substring) -> Weekday? {
    Weekday.allCases.first { $0.ruleName == name }
  }
}
