/// The properties of a to-do (RFC 5545, section 3.6.2), of each the first that there is.
struct TodoComponent {
  private(set) var identifier: Bytes?
  private(set) var parent: Bytes?
  /// Which instance of a repeating to-do it stands for, and the same as written.
  private(set) var instance: CalendarTime?
  private(set) var recurrence: Bytes?
  /// Whether it stands for all later instances too (RFC 5545, section 3.2.13).
  private(set) var isThisAndFuture = false
  private(set) var repetition = Repetition()
  private var title: Bytes?
  private var notes: Bytes?
  private(set) var due: CalendarTime?
  private var created: CalendarTime?
  private var stamp: CalendarTime?
  private var place: Double?
  private(set) var start: CalendarTime?
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
    case "RECURRENCE-ID":
      recurrence = recurrence ?? line.value.trimmed
      instance = instance ?? CalendarTime(line)
      if line.range?.equals("thisandfuture") == true { isThisAndFuture = true }
    case "RRULE", "EXRULE", "RDATE", "EXDATE": repetition.take(line)
    case "CREATED": created = created ?? CalendarTime(line)
    case "DTSTAMP": stamp = stamp ?? CalendarTime(line)
    case "X-APPLE-SORT-ORDER": place = place ?? Double(line.value.trimmed.beginning(bytes: 32).text)
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
  /// - Parameters:
  ///   - depth: how deep it stands beneath others.
  ///   - shift: how much later than written the instance is that stands for a repeating one.
  func item(in zones: inout CalendarZones, depth: Int, shift: CalendarDuration? = nil) -> ReadItem {
    var item = tags
    item.identifier = identifier
    if let recurrence, let identifier { item.identifier = Array(identifier + [UInt8(ascii: "/")] + recurrence)[...] }
    if let title { item.take(title: CalendarText.unescaped(title)) }
    item.append(notes: notes.map { ItemText.notes(CalendarText.unescaped($0)) } ?? "")
    item.due = zones.time(shift.map { dueTime?.adding($0) } ?? dueTime)
    item.priority = priorityLevel
    item.status = status(in: &zones)
    item.repeats = repetition.isThere || isThisAndFuture
    item.mayLackTitle = true
    item.depth = depth
    return item
  }

  /// Where it stands among others: where a person put it, else by when it was made. Programs that let people sort count a to-do that
  /// was never moved as standing at the second of its creation, from 2001 on.
  var order: Double {
    if let place, place.isFinite { return place }
    switch created ?? stamp {
    case .universal(let time), .local(let time, _): return Double(time.seconds - 978_307_200)
    case .day(let day): return Double(WallTime(day).seconds - 978_307_200)
    case nil: return .infinity
    }
  }

  /// Whether it is neither completed nor cancelled.
  var isOpen: Bool { !isDone && status?.equals("cancelled") != true }

  private var isDone: Bool { status?.equals("completed") ?? (isCompleted || percent == 100) }

  private var dueTime: CalendarTime? {
    if let due { return due }
    if let start, let duration { return start.adding(duration) }
    // An instance has no day but that on which it begins.
    return repetition.isThere || recurrence != nil ? start : nil
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
    if isDone { return .done(zones.time(completed)) }
    return status?.equals("cancelled") == true ? .cancelled : .open(percent: min(percent ?? 0, 100))
  }
}
