package import Foundation
import Tasks

/// What filters ask about an object (RFC 4791, section 9.7).
extension CalendarObject {
  /// A date in UTC: `20261126T120000Z`.
  package static func moment(_ text: String) -> Date? {
    guard case .universal(let time)? = CalendarTime(Array(text.utf8)[...], type: nil, zone: nil) else { return nil }
    return Date(timeIntervalSince1970: Double(time.seconds))
  }

  /// The values of a property of the task, without escapes.
  package func properties(_ name: String) -> [String] {
    lines.filter { $0.component == .task && $0.property.name == name }
      .map { CalendarText.unescaped($0.property.value).text }
  }

  /// Whether the task has a component of that name, such as VALARM.
  package func hasInner(_ name: String) -> Bool {
    lines.contains {
      $0.component == .inner && $0.property.name == "BEGIN" && $0.property.value.trimmed.text.uppercased() == name
    }
  }

  /// The names of properties and components that an earlier text has and this one lacks, at most ten. What is a field of a task is none.
  package func leftOut(of earlier: CalendarObject) -> [String] {
    func names(_ object: CalendarObject) -> [String] {
      object.lines.compactMap { line in
        switch line.component {
        case .task: line.property.name
        case .inner where line.property.name == "BEGIN": line.property.value.trimmed.text.uppercased()
        case .inner, .override, .outer: nil
        }
      }
    }
    let alarms: Set = earlier.values()?.task.draft.reminders.isEmpty == false ? ["VALARM"] : []
    var seen = TodoProperties.known.union(names(self)).union(alarms)
    return Array(names(earlier).filter { seen.insert($0).inserted }.prefix(10))
  }

  /// The rule of the task as it is written, or the dates on which it repeats; nil if it has neither.
  package var writtenRule: String? {
    let rules = lines.filter { $0.component == .task && ["RRULE", "RDATE"].contains($0.property.name) }
    return rules.isEmpty
      ? nil : rules.map { "\($0.property.name):\($0.property.value.trimmed.text)" }.joined(separator: " ")
  }

  /// Whether a time of the task is in a range. A day is at its beginning in UTC, and so is a time on every clock.
  package func has(_ name: String, in range: ClosedRange<Date>) -> Bool {
    moment(name).map { range.contains($0) } ?? false
  }

  /// Whether the task is in a range of time (RFC 4791, section 9.9). One that repeats goes on.
  package func overlaps(_ range: ClosedRange<Date>) -> Bool {
    let (from, to) = (range.lowerBound, range.upperBound)
    let (start, due) = (moment("DTSTART"), moment("DUE"))
    if let first = start ?? due, has("RRULE") || has("RDATE") { return first < to }
    if let start, let length = duration {
      let end = start.addingTimeInterval(length)
      return from <= end && (to > start || to >= end)
    }
    switch (start, due) {
    case (let start?, let due?): return (from < due || from <= start) && (to > start || to >= due)
    case (let start?, nil): return from <= start && to > start
    case (nil, let due?): return from < due && to >= due
    case (nil, nil): break
    }
    switch (moment("COMPLETED"), moment("CREATED")) {
    case (let completed?, let created?):
      return (from <= created || from <= completed) && (to >= created || to >= completed)
    case (let completed?, nil): return from <= completed && to >= completed
    case (nil, let created?): return to > created
    case (nil, nil): return true
    }
  }

  private var duration: TimeInterval? {
    lines.first { $0.component == .task && $0.property.name == "DURATION" }
      .flatMap { CalendarDuration($0.property.value) }.map { Double($0.days * 86_400 + $0.seconds) }
  }

  private func moment(_ name: String) -> Date? {
    let line = lines.first { $0.component == .task && $0.property.name == name }
    var zones = CalendarZones()
    return zones.moment(line.flatMap { CalendarTime($0.property) })
  }
}
