/// Properties of a VTODO, as the app writes them.
enum TodoProperties {
  /// The names of those that are fields of a task, or tell nothing of its content.
  static let told = OwnProperty.all.union([
    "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "SUMMARY", "DESCRIPTION", "PRIORITY", "CATEGORIES",
    "DTSTART", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "STATUS", "PERCENT-COMPLETE", "COMPLETED",
    "RELATED-TO", "X-APPLE-SORT-ORDER",
  ])

  static func due(_ draft: TaskDraft) -> [String] {
    draft.due.map { ["DUE" + CalendarDate.value($0, draft.time)] } ?? []
  }

  /// DTSTART has the type of DUE, and is not later (RFC 5545, section 3.8.2.3). That of a rule is the date from which it counts.
  static func start(_ draft: TaskDraft, isOpen: Bool) -> [String] {
    if isOpen, let repeats = draft.repeats, let due = draft.due {
      let start = repeats.current.adding(days: -repeats.offset)
      return ["DTSTART" + CalendarDate.value(min(start, due), draft.time)]
    }
    guard let start = draft.start else { return [] }
    guard draft.due.map({ start < $0 }) ?? true else { return ["\(OwnProperty.start):\(start)"] }
    let midnight = draft.due == nil ? nil : draft.time.map { ClockTime(.midnight, zone: $0.zone) }
    return ["DTSTART" + CalendarDate.value(start, midnight)]
  }

  /// The rule of an open task, and what the standard can't say of it.
  static func rule(_ draft: TaskDraft) -> [String] {
    guard let repeats = draft.repeats, draft.due != nil else { return [] }
    return ["RRULE:" + CalendarRule.text(repeats, at: draft.time), "\(OwnProperty.recurrence):\(repeats)"]
      + (draft.start.map { ["\(OwnProperty.start):\($0)"] } ?? [])
  }

  static func status(_ task: PortableTask) -> [String] {
    if let completed = task.completed {
      return ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:" + CalendarMoment.text(completed)]
    }
    let percent = task.percent.map { ["PERCENT-COMPLETE:\($0)"] } ?? []
    return [percent.isEmpty ? "STATUS:NEEDS-ACTION" : "STATUS:IN-PROCESS"] + percent
  }

  static func priority(_ priority: Priority) -> [String] {
    switch priority {
    case .none: []
    case .low: ["PRIORITY:9"]
    case .medium: ["PRIORITY:5"]
    case .high: ["PRIORITY:1"]
    }
  }

  static func categories(_ escaped: [String]) -> [String] {
    escaped.isEmpty ? [] : ["CATEGORIES:" + escaped.joined(separator: ",")]
  }

  static func text(_ name: String, _ text: String) -> [String] {
    text.isEmpty ? [] : ["\(name):\(CalendarLines.escaped(text))"]
  }
}
