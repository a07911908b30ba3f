/// A recurrence of Microsoft Graph, as a rule.
struct GraphRecurrence {
  private let pattern: [String: JSONValue]
  private let range: [String: JSONValue]

  init(_ value: JSONValue) {
    let members = value.members
    pattern = members["pattern"]?.members ?? [:]
    range = members["range"]?.members ?? [:]
  }

  func add(to item: inout ReadItem) {
    guard let rule else { return item.remark(.exceptions, pattern["type"]?.string ?? "") }
    // The number of occurrences counts from the first one, which has passed.
    item.series.passed = nil
    item.recurrence = .rules(rule)
    // A day that a month lacks is its last one.
    guard pattern["type"]?.string == "absoluteMonthly", let day = pattern["dayOfMonth"]?.integer, 29...31 ~= day,
      range["type"]?.string == "noEnd", case .day(let due)? = item.due
    else { return }
    item.repeats = Recurrence(.monthly(.date(day)), interval: pattern["interval"]?.integer ?? 1, current: due)
  }

  private var rule: String? {
    guard let interval = pattern["interval"]?.integer, interval > 0, let dates else { return nil }
    var parts = dates
    if interval > 1 { parts.insert("INTERVAL=\(interval)", at: 1) }
    switch range["type"]?.string {
    case "endDate":
      guard let last = range["endDate"]?.string.flatMap({ Day(iso: $0.prefix(10)) }) else { return nil }
      parts.append("UNTIL=\(last.iso.filter { $0 != "-" })")
    case "numbered": parts.append("COUNT=\(range["numberOfOccurrences"]?.integer ?? 1)")
    case _: break
    }
    return parts.joined(separator: ";")
  }

  private var dates: [String]? {
    let days = pattern["daysOfWeek"]?.items.compactMap { $0.string.map { String($0.prefix(2)).uppercased() } } ?? []
    let place = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1][pattern["index"]?.string ?? ""]
    let placed = place.flatMap { place in days.isEmpty ? nil : "BYDAY=\(days.joined(separator: ","));BYSETPOS=\(place)"
    }
    let month = pattern["month"]?.integer.map { "BYMONTH=\($0)" }
    let monthDay = pattern["dayOfMonth"]?.integer.map { "BYMONTHDAY=\($0)" }
    switch pattern["type"]?.string {
    case "daily": return ["FREQ=DAILY"]
    case "weekly":
      let start = pattern["firstDayOfWeek"]?.string.map { "WKST=\($0.prefix(2).uppercased())" }
      return ["FREQ=WEEKLY"] + (days.isEmpty ? [] : ["BYDAY=\(days.joined(separator: ","))"])
        + [start].compactMap(\.self)
    case "absoluteMonthly": return monthDay.map { ["FREQ=MONTHLY", $0] }
    case "relativeMonthly": return placed.map { ["FREQ=MONTHLY", $0] }
    case "absoluteYearly": return month.flatMap { month in monthDay.map { ["FREQ=YEARLY", month, $0] } }
    case "relativeYearly": return month.flatMap { month in placed.map { ["FREQ=YEARLY", month, $0] } }
    case _: return nil
    }
  }
}
