import Tasks

/// Properties of a VTODO, as the app writes them.
enum TodoProperties {
  /// The names of those that are fields of a task, or say nothing of its content.
  static let known = OwnProperty.all.union([
    "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "SUMMARY", "DESCRIPTION", "PRIORITY", "CATEGORIES",
    "DTSTART", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "STATUS", "PERCENT-COMPLETE", "COMPLETED",
    "RELATED-TO", "X-APPLE-SORT-ORDER",
  ])

  /// DUE, which belongs to DTSTART: if the current date of a series is none of its rule, that of the date from which the rule counts.
  static func due(_ draft: TaskDraft) -> [String] {
    guard let due = draft.due else { return [] }
    guard let repeats = draft.repeats, repeats.anchor != nil else {
      return ["DUE" + CalendarDate.value(due, draft.time)]
    }
    let first = SeriesClock(repeats, at: draft.time, countsFromStart: true).due(of: repeats.firstStart(at: draft.time))
    return ["DUE" + CalendarDate.value(first.day, draft.time.map { ClockTime(first.time, zone: $0.zone) })]
  }

  /// DTSTART has the type of DUE, and is not later (RFC 5545, section 3.8.2.3). That of a rule is the date from which it counts.
  static func start(_ draft: TaskDraft, isOpen: Bool) -> [String] {
    if isOpen, let repeats = draft.repeats, let due = draft.due {
      let start = repeats.firstStart(at: draft.time)
      guard start.day <= due else { return ["DTSTART" + CalendarDate.value(due, draft.time)] }
      return ["DTSTART" + CalendarDate.value(start.day, draft.time.map { ClockTime(start.time, zone: $0.zone) })]
    }
    guard let start = draft.start else { return [] }
    guard draft.due.map({ start < $0 }) ?? true else { return ["\(OwnProperty.start):\(start)"] }
    let midnight = draft.due == nil ? nil : draft.time.map { ClockTime(.midnight, zone: $0.zone) }
    return ["DTSTART" + CalendarDate.value(start, midnight)]
  }

  /// The series of an open task, and what the standard can't say of it.
  static func rule(_ draft: TaskDraft) -> [String] {
    guard let repeats = draft.repeats, draft.due != nil else { return [] }
    let rule = repeats.rule == nil ? [] : ["RRULE:" + CalendarRule.text(repeats, at: draft.time)]
    return rule + instances("RDATE", repeats.added, draft)
      + instances("EXDATE", (repeats.anchor.map { [$0] } ?? []) + repeats.excluded, draft)
      + ["\(OwnProperty.recurrence):\(repeats)"] + ownStart(draft, repeats)
  }

  /// The start of a repeating task, unless it is the one of its series, that DTSTART tells.
  static func ownStart(_ draft: TaskDraft, _ repeats: Recurrence) -> [String] {
    guard let start = draft.start, start != repeats.startDay(at: draft.time) else { return [] }
    return ["\(OwnProperty.start):\(start)"]
  }

  /// Single dates, one a line: some programs read only the first of a list.
  static func instances(_ name: String, _ instances: [Recurrence.Instance], _ draft: TaskDraft) -> [String] {
    let start = draft.repeats?.firstStart(at: draft.time) ?? WallTime(seconds: 0)
    return instances.map { instance in
      let wall = instance.wall(like: start)
      return name + CalendarDate.value(wall.day, draft.time.map { ClockTime(wall.time, zone: $0.zone) })
    }
  }

  static func status(_ task: PortableTask) -> [String] {
    if let completed = task.completed {
      return ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"]
        + (completed.ifKnown.map { ["COMPLETED:" + CalendarMoment.text($0)] } ?? [])
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
