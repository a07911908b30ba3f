import Foundation

/// The text of a recurrence: the current date and the rule, such as `2026-11-24 FREQ=WEEKLY;BYDAY=TU`. The rule is one of RFC 5545,
/// except that `FROM=COMPLETION` marks those that count from the completion, and that `OFFSET=3` is due three days after its dates.
///
/// Each recurrence has one text, so texts can be compared.
extension Recurrence: LosslessStringConvertible {
  package var description: String { "\(current.iso) \(ruleText)" }

  /// Nil for any text that is not the ``description`` of a recurrence.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let current = Day(iso: parts[0]) else { return nil }
    var (standard, isAfterCompletion, offset): ([Substring], Bool, Int) = ([], false, 0)
    for part in parts[1].split(separator: ";") {
      if part == "FROM=COMPLETION" {
        isAfterCompletion = true
      } else if part.hasPrefix("OFFSET="), let days = Int(part.dropFirst(7)) {
        offset = days
      } else {
        standard.append(part)
      }
    }
    guard let rule = RecurrenceRule(Array(standard.joined(separator: ";").utf8)[...]),
      let summary = RecurrenceSummary(rule), let end = Self.end(of: rule, at: nil, in: .gmt, passed: 0),
      let pattern = isAfterCompletion ? .afterCompletion(summary.unit) : Pattern(summary, rule, from: current)
    else { return nil }
    self.init(pattern, interval: rule.interval, end: end, current: current, offset: offset)
    // Each recurrence has one text, whatever else the rule could be written like.
    guard description.utf8.elementsEqual(text.utf8) else { return nil }
  }

  package var ruleText: String {
    standardRuleText + (isAfterCompletion ? ";FROM=COMPLETION" : "") + (offset > 0 ? ";OFFSET=\(offset)" : "")
  }

  /// The rule of RFC 5545, which can't say that it counts from the completion, nor how long after its dates a task is due.
  var standardRuleText: String {
    var parts = ["FREQ=\(RecurrenceRule.frequencies[unit] ?? "")"]
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
}

extension Weekday {
  fileprivate var ruleName: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue - 1] }
}
