/// The properties of a to-do (RFC 5545, section 3.6.2), of each the first that there is.
struct TodoComponent {
  private(set) var identifier: Bytes?
  private(set) var parent: Bytes?
  private(set) var recurrence: Bytes?
  private var title: Bytes?
  private var notes: Bytes?
  private var due: CalendarTime?
  private var start: CalendarTime?
  private var duration: CalendarDuration?
  private var priority: Int?
  private var percent: Int?
  private var status: Bytes?
  private var completed: CalendarTime?
  private var isCompleted = false
  private var tags = ReadItem()

  /// Takes one of its lines in; those of unknown names are passed over.
  mutating func take(_ line: ContentLine) {
    switch line.name {
    case "UID": identifier = identifier ?? line.value.trimmed
    case "RECURRENCE-ID": recurrence = recurrence ?? line.value.trimmed
    case "RELATED-TO":
      if line.relation?.equals("parent") ?? true { parent = parent ?? line.value.trimmed }
    case "SUMMARY": title = title ?? line.value
    case "DESCRIPTION": notes = notes ?? line.value
    case "DUE": due = due ?? CalendarTime(line)
    case "DTSTART": start = start ?? CalendarTime(line)
    case "DURATION": duration = duration ?? CalendarDuration(line.value)
    case "PRIORITY": priority = priority ?? line.value.trimmed.number
    case "PERCENT-COMPLETE": percent = percent ?? line.value.trimmed.number
    case "STATUS": status = status ?? line.value.trimmed
    case "COMPLETED":
      completed = completed ?? CalendarTime(line)
      isCompleted = true
    case "CATEGORIES":
      // More than are kept are looked at, for some may be there twice.
      for part in CalendarText.parts(line.value, most: Limits.remoteTags * 4) {
        tags.add(tag: ItemText.tag(CalendarText.unescaped(part)))
      }
    default: break
    }
  }

  /// The item that it is.
  func item(in zones: inout CalendarZones, depth: Int) -> ReadItem {
    var item = tags
    item.identifier = identifier
    if let recurrence, let identifier { item.identifier = Array(identifier + [UInt8(ascii: "/")] + recurrence)[...] }
    item.title = title.flatMap { ItemText.title(CalendarText.unescaped($0)) }
    item.notes = notes.map { ItemText.notes(CalendarText.unescaped($0)) } ?? ""
    item.due = zones.time(dueTime)
    item.priority = priorityLevel
    item.status = status(in: &zones)
    item.depth = depth
    return item
  }

  private var dueTime: CalendarTime? {
    if let due { return due }
    guard let start, let duration else { return nil }
    return start.adding(duration)
  }

  private var priorityLevel: Priority {
    switch priority ?? 0 {
    case 1...4: .high
    case 5: .medium
    case 6...9: .low
    default: .none
    }
  }

  private func status(in zones: inout CalendarZones) -> RemoteStatus {
    let isDone = status?.equals("completed") ?? (isCompleted || percent == 100)
    if isDone { return .done(zones.time(completed)) }
    return status?.equals("cancelled") == true ? .cancelled : .open(percent: min(percent ?? 0, 100))
  }
}
